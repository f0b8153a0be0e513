import { overflowOf } from './inspect.ts'
import { expect, settle, test, type Locator } from './journey.ts'
import { openBusyTrader, signInAs } from './trader.ts'

/** What the column of a tablet, and the desk of a narrow window, do with their width. */

const lists = ['/#/pages/hkstock/index', '/#/pages/product/future', '/#/pages/market/index']

const boxesOf = (elements: Locator) =>
  elements.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect))

test.describe('a tablet held upright', () => {
  test.use({ viewport: { width: 768, height: 1024 }, hasTouch: true })

  for (const address of lists) {
    test(`${address} is a card that keeps to the column`, async ({ page }) => {
      await page.goto(address)
      const row = page.getByRole('region').getByRole('listitem').first()
      await expect(row).toBeVisible()
      await settle(page)
      const [list] = await boxesOf(row)
      const [head] = await boxesOf(page.getByRole('banner').last())
      if (list === undefined || head === undefined) throw new Error('nothing in view')
      expect(list.x - head.x).toBe(head.right - list.right)
      expect(list.x - head.x).toBeGreaterThan(8)
      expect(await overflowOf(page)).toEqual([])
    })
  }

  test('the lists of Trade stand in one line, and accounts are listed once', async ({ page }) => {
    await signInAs(page, (await openBusyTrader()).person)
    await page.goto('/#/pages/trade/index')
    const chips = page.getByRole('group', { name: 'Lists' }).getByRole('radio')
    await expect(chips).toHaveCount(6)
    await settle(page)
    expect(new Set((await boxesOf(chips)).map(({ y }) => Math.round(y))).size).toBe(1)

    await page.goto('/#/pages/profile/index')
    const account = page.getByRole('button', { name: /^US stocks/ })
    await expect(account).toBeVisible()
    const choices = page.getByRole('radio', { name: 'US stocks' })
    await expect(choices).toBeHidden()
    await account.click()
    await expect(choices).toBeChecked()
  })

  test('a dialog darkens the room of the scroll bar too', async ({ page, words }) => {
    await signInAs(page, (await openBusyTrader()).person)
    await page.goto('/#/pages/quote/stock?name=Apple&code=AAPL&source=0&market=US')
    const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    // The colour of the page under a dialog. The browser paints only a plain colour in the room of the scroll bar.
    const dark = 'rgb(143, 145, 152)'
    await page.getByRole('link', { name: words.buyLong }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await colour()).toBe(dark)
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await colour()).not.toBe(dark)
  })
})

test.describe('a desk of 1024 px', () => {
  test.use({ viewport: { width: 1024, height: 900 }, hasTouch: false })

  test('positions show what they cost and what they are worth', async ({ page, words }) => {
    await signInAs(page, (await openBusyTrader()).person)
    await page.goto('/#/pages/trade/index')
    const table = page.getByRole('region', { name: words.lists }).getByRole('table')
    await expect(table.getByRole('columnheader', { name: 'Average' })).toBeVisible()
    await expect(table.getByRole('columnheader', { name: 'Mark' })).toBeVisible()
    expect(
      await table.evaluate((one) => one.getBoundingClientRect().width - (one.parentElement?.clientWidth ?? 0)),
    ).toBe(0)
    await expect(page.getByText(/MX\$[\d.,]+ trading today$/)).toBeVisible()
  })
})
