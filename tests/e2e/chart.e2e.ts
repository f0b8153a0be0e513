import { calls } from '@mex/contract/areas.ts'
import { formatPrice, percent, price, quantityOf } from '@mex/core/money/money.ts'
import type { Person } from '@mex/world/person.ts'

import { overflowOf } from './inspect.ts'
import { expect, test, violationsOf, type Locator, type Page } from './journey.ts'
import { openGuest, openTrader, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

/** The chart of a quote: minutes, indicators, the user's own prices, the full screen. */

const texts = {
  en: {
    indicators: 'Indicators',
    done: 'Done',
    reset: 'Reset',
    average: /^Moving average/,
    volume: /^Volume/,
    rsi: /^RSI/,
    macd: /^MACD/,
    atMost: 'Two are shown: switch one off first',
    fiveMinutes: '5 min',
    line: 'Line',
    day: '1D',
    eachFiveMinutes: /Intraday chart, each candle is 5 minutes: from [\d.,]+ to [\d.,]+/,
    eachDay: /1D chart, each candle is one trading day: from/,
    eachDayRow: 'Each candle is one trading day',
    shades: ['Practice', 'Pre-market'],
    fullScreen: 'Full screen',
    leave: 'Leave full screen',
    buy: 'Buy / Long',
    limitMark: /Buy limit 5 @ [\d.,]+/,
    costMark: /Long 2× 10 @ [\d.,]+ [+−]?\$/,
    liquidationMark: /Liq\. [\d.,]+/,
    alertMark: /^Alert [\d.,]+$/,
    ownAlerts: 'Your alerts on Apple',
    deleteAlert: /^Delete: Apple, Above /,
    compare: 'Compare',
    otherPeriods: [
      ['1W', '1W'],
      ['1Y', '1Y'],
      ['Intraday', 'Intraday'],
      ['5 min', 'Intraday'],
    ],
    nameOrCode: 'Name or code',
    endComparison: 'End the comparison',
    index: 'S&P 500',
    hongKong: 'Tencent',
    compared: (other: string, period: string) =>
      new RegExp(
        `Apple compared with ${other}, ${period} chart in percent: Apple [+−]?[\\d.]+%, ${other} [+−]?[\\d.]+%`,
      ),
    news: 'What happened',
    newsItem:
      /Declared a dividend|Paid a dividend|Told its results|Closed [+−]|52-week|split|Has a new code|taken over/,
    depth: 'Show market depth',
    upToHere: 'Up to here',
    everyLevel: /^Every bid level holds [\d,]+, every ask level [\d,]+\./,
  },
  'zh-CN': {
    indicators: '指标',
    done: '完成',
    reset: '重置',
    average: /^移动平均线/,
    volume: /^成交量(?!加权)/,
    rsi: /^相对强弱指标/,
    macd: /^MACD/,
    atMost: '已显示两个，请先关闭一个',
    fiveMinutes: '5 分',
    line: '分时线',
    day: '日K',
    eachFiveMinutes: /分时图，每根 K 线为 5 分钟：从 [\d.,]+ 到 [\d.,]+/,
    eachDay: /日K图，每根 K 线为一个交易日：从/,
    eachDayRow: '每根 K 线为一个交易日',
    shades: ['练习时段', '盘前'],
    fullScreen: '全屏',
    leave: '退出全屏',
    buy: '买入 / 做多',
    limitMark: /买入限价 5 @ [\d.,]+/,
    costMark: /多 2× 10 @ [\d.,]+ [+−]?\$/,
    liquidationMark: /强平 [\d.,]+/,
    alertMark: /^提醒 [\d.,]+$/,
    ownAlerts: '您对苹果的提醒',
    deleteAlert: /^删除：苹果，高于 /,
    compare: '对比',
    otherPeriods: [
      ['周K', '周K'],
      ['年K', '年K'],
      ['分时', '分时'],
      ['5 分', '分时'],
    ],
    nameOrCode: '名称或代码',
    endComparison: '结束对比',
    index: '标普500指数',
    hongKong: '腾讯控股',
    compared: (other: string, period: string) =>
      new RegExp(`苹果与${other}对比，${period}涨跌幅图：苹果 [+−]?[\\d.]+%，${other} [+−]?[\\d.]+%`),
    news: '近期动态',
    newsItem: /派息|公布业绩|收盘较前一日|52 周新|拆股|新代码|被收购/,
    depth: '展开盘口',
    upToHere: '累计',
    everyLevel: /^买方每档 [\d,]+，卖方每档 [\d,]+。/,
  },
} as const

const quote = '/#/pages/quote/stock?name=Apple&code=AAPL&source=0&market=US'
const apple = { code: 'AAPL', market: 'US', classify: 'UsStock', extendedHours: false, purpose: 'open' } as const

/** A limit order for five shares, below the price so that it waits. */
async function placeLimit(person: Person): Promise<number> {
  const { last } = await person.call(calls.market.quote, { code: 'AAPL', market: 'US' })
  const limit = price(((last * 85n) / 100n / 10n ** 8n) * 10n ** 8n)
  const order = { ...apple, side: 'buy', type: 'limit', limit, leverage: 1, quantity: quantityOf('5') } as const
  return (await person.call(calls.trading.createStock, order)).id
}

const chartOf = (page: Page): Locator => page.getByRole('figure')

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    const said = texts[language]

    test('candles of minutes and of days: each says what it is, and the shades have a legend', async ({ page }) => {
      await page.goto(quote)
      // Before New York opens there was the evening, the night and the exchange's own pre-market.
      await expect(page.getByRole('listitem').filter({ hasText: said.shades[0] })).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: said.shades[1] })).toBeVisible()
      await page.getByRole('radio', { name: said.fiveMinutes, exact: true }).check()
      await expect(page.getByRole('figure', { name: said.eachFiveMinutes })).toBeVisible()
      await page.getByRole('radio', { name: said.day }).check()
      await expect(page.getByRole('figure', { name: said.eachDay })).toBeVisible()
      await expect(page.getByText(said.eachDayRow, { exact: true })).toBeVisible()
      await expect(page.getByRole('radio', { name: said.line })).toHaveCount(0)
      await expect(page.getByRole('listitem').filter({ hasText: said.shades[0] })).toHaveCount(0)
    })

    test('indicators are chosen in a sheet, at most two below the price, and a reload keeps them', async ({ page }) => {
      await page.goto(quote)
      await page.getByRole('radio', { name: said.day }).check()
      await expect(chartOf(page)).toContainText(/MA5 [\d.,]+/)
      await page.getByRole('button', { name: said.indicators }).tap()
      const sheet = page.getByRole('dialog')
      const toggle = (name: RegExp) => sheet.getByRole('switch', { name })
      await expect(toggle(said.average)).toBeChecked()
      await toggle(said.rsi).check()
      await expect(toggle(said.macd)).toBeDisabled()
      await expect(sheet.getByText(said.atMost)).toBeVisible()
      await toggle(said.volume).uncheck()
      await toggle(said.macd).check()
      await toggle(said.average).uncheck()
      expect(await violationsOf(page)).toEqual([])
      await sheet.getByRole('button', { name: said.done }).tap()
      await expect(sheet).toHaveCount(0)
      await expect(chartOf(page)).toContainText(/RSI 14 \d/)
      await expect(chartOf(page)).toContainText(/MACD 12 26 9 [−\d]/)
      await expect(chartOf(page)).not.toContainText('MA5')
      await page.reload()
      await page.getByRole('radio', { name: said.day }).check()
      await expect(chartOf(page)).toContainText(/RSI 14 \d/)
      await expect(chartOf(page)).not.toContainText('MA5')
      await page.getByRole('button', { name: said.indicators }).tap()
      await sheet.getByRole('button', { name: said.reset }).tap()
      await expect(toggle(said.average)).toBeChecked()
      await expect(toggle(said.macd)).not.toBeChecked()
    })

    test('the full screen has the order buttons; Escape, Back and its button leave it', async ({ page }) => {
      test.slow()
      await signInAs(page, await openGuest())
      await page.goto(quote)
      const open = page.getByRole('button', { name: said.fullScreen, exact: true })
      const full = page.getByRole('dialog')
      for (const leave of [
        () => page.keyboard.press('Escape'),
        () => page.goBack(),
        () => full.getByRole('button', { name: said.leave }).tap(),
      ]) {
        await open.tap()
        await expect(full).toBeVisible()
        await expect(full.getByRole('figure')).toBeVisible()
        await leave()
        await expect(full).toHaveCount(0)
        await expect(page).toHaveURL(/quote\/stock/)
        await expect(open).toBeFocused()
      }
      await open.tap()
      await full.getByRole('radio', { name: said.day }).check()
      await expect(full.getByRole('figure', { name: said.eachDay })).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      for (const [width, height] of [
        [320, 640],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height })
        expect(await overflowOf(page), `overflow at ${width}`).toEqual([])
      }
      await full.getByRole('link', { name: said.buy }).tap()
      await expect(page).toHaveURL(/payment\/stock/)
    })

    test('a comparison has both gains of every period, follows the crosshair, and its chip ends it', async ({
      page,
    }) => {
      await page.goto(quote)
      await page.getByRole('radio', { name: said.day }).check()
      await page.getByRole('button', { name: said.compare, exact: true }).tap()
      const sheet = page.getByRole('dialog')
      // The index of the market is the first.
      await expect(sheet.getByRole('button', { name: /·/ }).first()).toContainText(said.index)
      expect(await violationsOf(page)).toEqual([])
      await sheet.getByRole('button', { name: said.index }).tap()
      await expect(sheet).toHaveCount(0)
      const chart = page.getByRole('figure', { name: said.compared(said.index, said.day) })
      await expect(chart).toBeVisible()
      const atEnd = await chart.getAttribute('aria-label')
      const box = await chart.boundingBox()
      await page.mouse.move((box?.x ?? 0) + 120, (box?.y ?? 0) + 150)
      await expect.poll(() => chart.getAttribute('aria-label')).not.toBe(atEnd)
      await page.mouse.move(5, 5)
      for (const [period, text] of said.otherPeriods) {
        await page.getByRole('radio', { name: period, exact: true }).check()
        await expect(page.getByRole('figure', { name: said.compared(said.index, text) })).toBeVisible()
      }
      expect(await violationsOf(page)).toEqual([])
      expect(await overflowOf(page)).toEqual([])
      // Another instrument takes its place; a name finds it.
      await page.getByRole('button', { name: said.compare, exact: true }).tap()
      await sheet.getByRole('searchbox', { name: said.nameOrCode }).fill('00700')
      await sheet.getByRole('button', { name: '00700' }).tap()
      await expect(chart.or(page.getByRole('figure'))).toHaveAccessibleName(new RegExp(said.hongKong))
      await page.getByRole('button', { name: said.endComparison }).tap()
      await expect(page.getByRole('figure', { name: said.hongKong })).toHaveCount(0)
      await expect(page.getByRole('figure')).toBeVisible()
    })

    test('the order book adds up its levels, and says how much each holds', async ({ page }) => {
      await page.goto(quote)
      await page.getByRole('button', { name: said.depth }).tap()
      const table = page.getByRole('table').filter({ hasText: said.upToHere })
      await expect(table.getByRole('columnheader', { name: said.upToHere })).toHaveCount(2)
      await expect(page.getByText(said.everyLevel)).toBeVisible()
      const cells = await table.getByRole('row').locator('td:first-child').allInnerTexts()
      const totals = cells.map((text) => Number(text.replaceAll(',', '')))
      expect(totals).toHaveLength(5)
      expect(totals).toEqual([1, 2, 3, 4, 5].map((level) => level * (totals[0] ?? 0)))
      expect(await violationsOf(page)).toEqual([])
    })

    test('what happened to a share stands below its figures, the newest first', async ({ page }) => {
      await page.goto(quote)
      const news = page.getByRole('region', { name: said.news })
      await news.scrollIntoViewIfNeeded()
      await expect(news.getByText(said.newsItem).first()).toBeVisible()
      const dates = await news.getByText(/^\d{2}\/\d{2}\/\d{4}$/).allInnerTexts()
      expect(dates.length).toBeGreaterThan(0)
      expect(dates.length).toBeLessThanOrEqual(10)
      const days = dates.map((date) => `${date.slice(6)}/${date.slice(0, 5)}`)
      expect(days).toEqual(days.toSorted().toReversed())
      expect(await violationsOf(page)).toEqual([])
      expect(await overflowOf(page)).toEqual([])
    })

    test('a limit order and the position are on the chart, and a tap opens each', async ({ page }) => {
      const { person, positionId } = await openTrader()
      const orderId = await placeLimit(person)
      await signInAs(page, person)
      await page.goto(quote)
      const chart = chartOf(page)
      await expect(chart.getByRole('link', { name: said.costMark })).toBeVisible()
      await expect(chart.getByRole('link', { name: said.liquidationMark })).toBeVisible()
      await chart.getByRole('link', { name: said.limitMark }).tap()
      await expect(page).toHaveURL(new RegExp(`trade/detail.*id=${orderId}&type=2`))
      await page.goBack()
      await chart.getByRole('link', { name: said.costMark }).tap()
      await expect(page).toHaveURL(new RegExp(`trade/detail.*id=${positionId}&type=0`))
      await page.goBack()
      // A cancelled order leaves the chart.
      await person.call(calls.trading.cancelOrder, { id: orderId })
      await expect(chart.getByRole('link', { name: said.limitMark })).toHaveCount(0, { timeout: 20_000 })
      await expect(chart.getByRole('link', { name: said.costMark })).toBeVisible()
    })

    test('a price alert that waits is on the chart, and a tap opens it', async ({ page }) => {
      const person = await openGuest()
      const share = { code: 'AAPL', market: 'US' } as const
      const { last } = await person.call(calls.market.quote, share)
      const level = price(((last * 102n) / 100n / 10n ** 8n) * 10n ** 8n)
      const never = { ...share, repeats: false, inPracticeHours: false } as const
      await person.call(calls.alerts.create, { ...never, kind: 'above', level })
      await person.call(calls.alerts.create, { ...never, kind: 'move', percent: percent(900n) })
      await signInAs(page, person)
      await page.goto(quote)
      const mark = chartOf(page).getByRole('link', { name: said.alertMark })
      await expect(mark).toHaveCount(1)
      await expect(mark).toContainText(formatPrice(level, 2))
      await mark.tap()
      const own = page.getByRole('dialog').getByRole('region', { name: said.ownAlerts })
      // The one on the move of a day has no price, and so no place on the chart.
      await expect(own.getByRole('button')).toHaveCount(2)
      await own.getByRole('button', { name: said.deleteAlert }).tap()
      await expect(own.getByRole('button')).toHaveCount(1)
      await page.goto(quote)
      await expect(chartOf(page)).toBeVisible()
      await expect(mark).toHaveCount(0)
    })
  })
