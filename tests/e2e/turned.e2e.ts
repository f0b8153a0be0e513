import { overflowOf } from './inspect.ts'
import { expect, settle, test, violationsOf, type Page } from './journey.ts'
import { smallTargetsOf } from './tap-targets.ts'
import { openGuest, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

/** A phone that lies on its side shows the chart of a quote instead of the page, and trades from there. */

const texts = {
  en: { atClose: /^At close \w{3}$/, eachDay: /1D chart, each candle is one trading day/, indicators: 'Indicators' },
  'zh-CN': { atClose: /^周.收盘$/, eachDay: /日K图，每根 K 线为一个交易日/, indicators: '指标' },
} as const

const markets = '/#/pages/market/index'

/** Nothing is cut, covered or too small for a finger. */
async function expectGood(page: Page, step: string): Promise<void> {
  await settle(page)
  expect(await overflowOf(page), `${step}: overflow`).toEqual([])
  expect(await smallTargetsOf(page), `${step}: targets`).toEqual([])
  expect(await violationsOf(page), step).toEqual([])
}

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language, viewport: { width: 844, height: 390 } })
    const said = texts[language]

    test('a person looks, buys and goes back without turning the phone', async ({ page, words }) => {
      test.setTimeout(120_000)
      await signInAs(page, await openGuest())
      await page.goto(markets)
      await page.getByRole('main').last().locator('a[href*="code=AAPL"]').first().tap()
      const chart = page.getByRole('figure')
      await expect(chart).toBeVisible()
      // Before New York opens the change counts from the last close.
      await expect(page.getByText(said.atClose)).toBeVisible()
      await expectGood(page, 'chart')
      const box = await chart.boundingBox()
      expect(box?.width ?? 0).toBeGreaterThan(750)
      expect(box?.height ?? 0).toBeGreaterThan(260)

      await page.getByRole('radio', { name: words.day, exact: true }).check()
      await expect(page.getByRole('figure', { name: said.eachDay })).toBeVisible()
      await expectGood(page, 'days')

      await page.getByRole('button', { name: said.indicators }).tap()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('switch').first()).toBeVisible()
      await expectGood(page, 'indicators')
      await sheet.getByRole('button', { name: words.done }).tap()

      await page.getByRole('link', { name: words.buyLong }).tap()
      const quantity = page.getByRole('textbox', { name: words.quantityShares })
      await quantity.fill('10')
      await expectGood(page, 'ticket')
      await page.getByRole('button', { name: words.reviewOrder }).tap()
      const place = page.getByRole('button', { name: words.placeOrder })
      await expect(place).toBeEnabled()
      await expectGood(page, 'review')
      await place.tap()
      await expect(page.getByRole('heading', { name: words.filled })).toBeVisible()
      await expectGood(page, 'receipt')
      await page.getByRole('button', { name: words.done }).tap()

      await expect(page.getByRole('figure', { name: said.eachDay })).toBeVisible()
      await page.getByRole('button', { name: words.back }).tap()
      await expect(page).toHaveURL(new RegExp(markets.slice(1)))
    })
  })
