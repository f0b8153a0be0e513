import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'

import { expect, settle, test, violationsOf } from './journey.ts'
import { openFunded, openGuest, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const texts = {
  en: {
    tile: 'Placing',
    lots: 'Lots',
    applyTo: 'Apply',
    review: 'Review',
    confirm: 'Apply',
    add: 'Add',
    applied: 'You have applied',
    mine: 'My subscriptions',
    details: 'Details',
    venue: 'exchange code',
    addLots: 'Add lots',
    cancel: 'Cancel application',
    enterLots: 'Enter how many lots',
    mayGet: 'What you may get',
    locked: /no shorts are taken/,
    verify: 'Verify identity',
    logIn: 'Log in to apply',
    kind: /^Placing ·/,
    sell: 'Sell / Short',
  },
  'zh-CN': {
    tile: '配售',
    lots: '手数',
    applyTo: '申请',
    review: '核对',
    confirm: '确认申购',
    add: '确认追加',
    applied: '申请成功',
    mine: '我的申购',
    details: '详情',
    venue: '交易所代码',
    addLots: '追加手数',
    cancel: '取消申购',
    enterLots: '请输入手数',
    mayGet: '您可能获配',
    locked: /不接受新的卖空/,
    verify: '身份认证',
    logIn: '登录后申请',
    kind: /^配售 ·/,
    sell: '卖出 / 做空',
  },
} as const

const firstRows = { pageNum: 1, pageSize: 50, id: undefined, market: undefined } as const

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    const said = texts[language]

    test('somebody applies for lots of a placing, adds one, and cancels: the money comes back whole', async ({
      page,
    }) => {
      const { person } = await openFunded()
      const { rows } = await person.call(calls.placings.list, firstRows)
      const placing = present(
        rows.find(({ phase, market }) => phase === 'open' && market !== 'HK'),
        'an open placing',
      )
      const available = async () => {
        const wallet = await person.call(calls.wallet.balance, { wallet: 'SUBSCRIPTION' })
        return 'available' in wallet ? wallet.available : undefined
      }
      const application = async () =>
        (await person.call(calls.placings.applications, { pageNum: 1, pageSize: 5 })).rows[0]
      const before = present(await available(), 'the money')
      await signInAs(page, person)
      await page.goto('/')
      await page.getByRole('link', { name: said.tile, exact: true }).tap()
      await page.getByRole('link', { name: new RegExp(`${placing.code} ·`) }).tap()
      await expect(page.getByText(said.locked)).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: said.applyTo, exact: true }).tap()
      await page.getByRole('textbox', { name: said.lots }).fill('0')
      await page.getByRole('button', { name: said.review }).tap()
      await expect(page.getByText(said.enterLots)).toBeVisible()
      await page.getByRole('textbox', { name: said.lots }).fill('2')
      await expect(page.getByRole('heading', { name: said.mayGet })).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: said.review }).tap()
      await page.getByRole('dialog').getByRole('button', { name: said.confirm, exact: true }).tap()
      await expect(page.getByRole('dialog').getByText(said.applied)).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      const first = present(await application(), 'the application')
      expect([first.status, first.orderStatus, first.quantity]).toEqual(['subscribed', 'subscribed', placing.lot * 2n])
      expect(await available()).toBe(before - first.paid)

      await page.getByRole('link', { name: said.mine }).tap()
      await expect(page.getByText(said.kind)).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await expect(page.getByText(said.venue)).toHaveCount(0)
      await page.getByRole('button', { name: said.details, exact: true }).tap()
      await expect(page.getByText(said.venue)).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('link', { name: said.addLots }).tap()
      await page.getByRole('textbox', { name: said.lots }).fill('1')
      await page.getByRole('button', { name: said.review }).tap()
      await page.getByRole('button', { name: said.add, exact: true }).tap()
      await expect(page.getByRole('dialog').getByText(said.applied)).toBeVisible()
      expect((await application())?.quantity).toBe(placing.lot * 3n)

      await page.goto('/#/pages/trade/index?list=4')
      await expect(page.getByText(said.kind)).toBeVisible()
      await page.getByRole('button', { name: said.cancel }).tap()
      await page.getByRole('alertdialog').getByRole('button', { name: said.cancel }).tap()
      await expect.poll(available).toBe(before)
    })

    test('a guest applies with the keyboard alone, and is led to the verification', async ({ page }) => {
      const person = await openGuest()
      await signInAs(page, person)
      await page.goto('/#/pages/placing/index')
      const apply = page.getByRole('button', { name: said.applyTo, exact: true }).first()
      await expect(apply).toBeVisible()
      await apply.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('link', { name: said.verify })).toBeVisible()
      await page.getByRole('textbox', { name: said.lots }).focus()
      await page.keyboard.press('ArrowUp')
      await expect(page.getByRole('textbox', { name: said.lots })).toHaveValue('2')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    test('a visitor without an account reads the placings and is asked to log in', async ({ page }) => {
      await page.goto('/#/pages/placing/index')
      await expect(page.getByRole('link', { name: said.logIn }).first()).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
    })

    test('the quote of a stock under an offer offers no short sale', async ({ page }) => {
      const person = await openGuest()
      const { rows } = await person.call(calls.placings.list, firstRows)
      const placing = present(
        rows.find(({ phase, market }) => phase === 'open' && market === 'US'),
        'an open placing',
      )
      await signInAs(page, person)
      await page.goto(`/#/pages/quote/stock?name=x&code=${placing.code}&source=0&market=US`)
      await expect(page.getByText(placing.code).first()).toBeVisible()
      await settle(page)
      await expect(page.getByRole('link', { name: said.sell })).toHaveCount(0)
      // A stock without an offer does.
      await page.goto('/#/pages/quote/stock?name=Apple&code=AAPL&source=0&market=US')
      await expect(page.getByRole('link', { name: said.sell })).toHaveCount(1)
    })
  })
