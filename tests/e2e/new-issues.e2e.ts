import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'

import { keyboardInput } from './controls.ts'
import { expect, settle, test, violationsOf, type Locator, type Page } from './journey.ts'
import { openFunded, openGuest, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const texts = {
  en: {
    tile: 'New stocks',
    lots: 'Lots',
    review: 'Review',
    apply: 'Subscribe',
    add: 'Add',
    applied: 'You have subscribed',
    done: 'Done',
    mine: 'My subscriptions',
    addLots: 'Add lots',
    cancel: 'Cancel application',
    enterLots: 'Enter how many lots',
    verify: 'Verify identity',
    prospectus: 'Read the prospectus',
    simulated: 'Simulated company',
  },
  'zh-CN': {
    tile: '新股申购',
    lots: '手数',
    review: '核对',
    apply: '确认申购',
    add: '确认追加',
    applied: '申购成功',
    done: '完成',
    mine: '我的申购',
    addLots: '追加手数',
    cancel: '取消申购',
    enterLots: '请输入手数',
    verify: '身份认证',
    prospectus: '阅读招股书',
    simulated: '虚构公司',
  },
} as const

/** Expects the dialog to take the focus and to keep it, however often Tab or Shift and Tab are pressed. */
async function expectFocusKept(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible()
  // At its ends the focus is for a moment on a guard beside the dialog, which sends it back.
  const expectFocus = async (what: string) =>
    expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement)), what).toBe(true)
  await expectFocus('the dialog takes the focus')
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stop = 0; stop < 5; stop++) {
      await page.keyboard.press(key)
      await expectFocus(`${key} stays in the dialog`)
    }
}

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    const said = texts[language]

    test('somebody applies for lots, adds one, and cancels: the money is set aside and comes back whole', async ({
      page,
    }) => {
      const { person } = await openFunded()
      const open = (await person.call(calls.offerings.issues, {})).filter(
        ({ phase, market }) => phase === 'open' && market !== 'HK',
      )
      const offer = present(open[0], 'an open offer')
      const available = async () => (await person.call(calls.offerings.affordable, { id: offer.id })).available
      const before = await available()
      const application = async () =>
        (await person.call(calls.offerings.applications, { pageNum: 1, pageSize: 5 })).rows[0]
      await signInAs(page, person)
      await page.goto('/#/pages/product/newstock')
      await page.getByRole('link', { name: new RegExp(`${offer.code} ·`) }).tap()
      await page.getByRole('link', { name: said.prospectus }).tap()
      await expect(page.getByText(said.simulated).first()).toBeVisible()
      await page.goBack()
      await page.goto(`/#/pages/payment/newstock?id=${offer.id}`)
      await page.getByRole('textbox', { name: said.lots }).fill('0')
      await page.getByRole('button', { name: said.review }).tap()
      await expect(page.getByText(said.enterLots)).toBeVisible()
      await page.getByRole('textbox', { name: said.lots }).fill('2')
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: said.review }).tap()
      await page.getByRole('button', { name: said.apply, exact: true }).tap()
      await expect(page.getByText(said.applied)).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      const first = present(await application(), 'the application')
      expect([first.status, first.quantity]).toEqual(['subscribed', offer.lot * 2n])
      expect(await available()).toBe(before - first.paid)

      await page.getByRole('link', { name: said.mine }).tap()
      await page.getByRole('link', { name: said.addLots }).tap()
      await page.getByRole('textbox', { name: said.lots }).fill('1')
      await page.getByRole('button', { name: said.review }).tap()
      await page.getByRole('button', { name: said.add, exact: true }).tap()
      await expect(page.getByText(said.applied)).toBeVisible()
      expect((await application())?.quantity).toBe(offer.lot * 3n)

      await page.goto('/#/pages/trade/index?list=4')
      await page.getByRole('button', { name: said.cancel }).tap()
      await page.getByRole('alertdialog').getByRole('button', { name: said.cancel }).tap()
      await expect.poll(available).toBe(before)
    })

    test('somebody applies from the home page to the receipt and cancels, by keyboard alone', async ({ page }) => {
      const { person } = await openFunded()
      const open = (await person.call(calls.offerings.issues, {})).filter(
        ({ phase, market }) => phase === 'open' && market !== 'HK',
      )
      const offer = present(open[0], 'an open offer')
      const available = async () => (await person.call(calls.offerings.affordable, { id: offer.id })).available
      const before = await available()
      const { press, type } = keyboardInput(page)
      await signInAs(page, person)
      await page.goto('/')
      await press(page.getByRole('link', { name: said.tile, exact: true }))
      await press(page.getByRole('link', { name: new RegExp(`${offer.code} ·`) }))
      await expect(page).toHaveURL(new RegExp(`newstock\\?id=${offer.id}`))
      await press(page.locator(`a[href*="payment/newstock"][href*="id=${offer.id}"]`))
      await type(page.getByRole('textbox', { name: said.lots }), '1')
      await page.keyboard.press('ArrowUp')
      await expect(page.getByRole('textbox', { name: said.lots })).toHaveValue('2')

      const review = page.getByRole('button', { name: said.review })
      await press(review)
      const sheet = page.getByRole('dialog')
      await expectFocusKept(page, sheet)
      await page.keyboard.press('Escape')
      await expect(sheet).toHaveCount(0)
      await expect(review, 'the sheet gives the focus back').toBeFocused()
      await page.keyboard.press('Enter')
      await press(sheet.getByRole('button', { name: said.apply, exact: true }))
      await expect(sheet.getByText(said.applied)).toBeVisible()
      await expectFocusKept(page, sheet)
      await press(sheet.getByRole('link', { name: said.mine }))

      const cancel = page.getByRole('button', { name: said.cancel })
      await press(cancel)
      const question = page.getByRole('alertdialog')
      await expectFocusKept(page, question)
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      await expect(cancel, 'the question gives the focus back').toBeFocused()
      await page.keyboard.press('Enter')
      await press(question.getByRole('button', { name: said.cancel }))
      await expect.poll(available).toBe(before)
    })

    test('a guest reads an offer and is led to the verification before applying', async ({ page }) => {
      const person = await openGuest()
      const open = (await person.call(calls.offerings.issues, {})).find(
        ({ phase, market }) => phase === 'open' && market === 'HK',
      )
      await signInAs(page, person)
      await page.goto(`/#/pages/hkstock/payipo?id=${present(open, 'an open offer').id}`)
      await expect(page.getByRole('link', { name: said.verify })).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
    })
  })
