import { calls } from '@mex/contract/areas.ts'
import { price, quantityOf } from '@mex/core/money/money.ts'
import type { Person } from '@mex/world/person.ts'

import { expect, settle, test, violationsOf, type Locator, type Page } from './journey.ts'
import { openGuest, signInAs } from './trader.ts'
import { languages, languagesOf, type Words } from './words.ts'

/** The panels of wide windows: the tables of positions and orders, and what stands beside the ticket. */

const texts = {
  status: ['Status', '状态'],
  side: ['Side', '方向'],
  instrument: ['Instrument', '品种'],
  filled: ['0 of 1', '0 / 1'],
  none: ['No order matches these filters.', '没有符合筛选条件的委托。'],
  opened: [/Opened/, /开仓时间/],
  yours: ['Your position', '我的持仓'],
  held: [/2 · avg \d/, /2 · 均价 \d/],
  value: [/Value \$\d/, /市值 \$\d/],
  close: ['Close Apple', '平仓苹果'],
  details: ['Apple: details', '苹果：详情'],
  apple: [/^Apple AAPL last [\d,.]+ change % [+−]?[\d.]+%$/, /^苹果 AAPL 最新价 [\d,.]+ 涨跌幅 [+−]?[\d.]+%$/],
  netWorth: [/^Net worth · all accounts MX\$[\d,.]+/, /^净资产 · 全部账户 MX\$[\d,.]+/],
  mark: [/^Your position Long 1× 2 @ /, /^我的持仓 多 1× 2 @ /],
  unknown: ['Unknown instrument', '未知产品'],
  noTicket: ['No instrument', '尚无品种'],
  cancel: ['Cancel', '撤单'],
  sellShort: ['Sell / Short', '卖出 / 做空'],
  indicators: ['Indicators', '指标'],
  bought: [/^Bought 2 @ [\d.,]+, /, /^买入 2 @ [\d.,]+，/],
} as const

const share = { market: 'US', classify: 'UsStock', extendedHours: false, leverage: 1, purpose: 'open' } as const
const trade = '/#/pages/trade/index'

async function placeLimit(person: Person, code: string, side: 'buy' | 'sell'): Promise<void> {
  const { last } = await person.call(calls.market.quote, { code, market: 'US' })
  const limit = price(((last * (side === 'buy' ? 85n : 115n)) / 100n / 10n ** 8n) * 10n ** 8n)
  const order = { ...share, code, side, type: 'limit', limit, quantity: quantityOf('1') } as const
  await person.call(calls.trading.createStock, order)
}

/** Positions in Apple and then Microsoft, both long. */
async function openTwo(person: Person): Promise<void> {
  for (const [at, code] of ['AAPL', 'MSFT'].entries()) {
    const order = { ...share, code, side: 'buy', type: 'market', quantity: quantityOf('2') } as const
    await person.call(calls.trading.createStock, order)
    const open = async () => (await person.call(calls.trading.positions, { pageNum: 1, pageSize: 9 })).total
    await expect.poll(open).toBe(at + 1)
  }
}

const listsOf = (page: Page, words: Words) => page.getByRole('region', { name: words.lists })

/** By how many pixels the table in view is wider than its panel. */
const cutOf = (page: Page, words: Words) =>
  listsOf(page, words)
    .getByRole('table')
    .evaluate((table) => table.getBoundingClientRect().width - (table.parentElement?.clientWidth ?? 0))

/** A row of the orders says what is filled and its state, and offers buttons of one height. */
async function expectWholeOrder(row: Locator, words: Words, filled: string): Promise<void> {
  await expect(row).toContainText(filled)
  await expect(row.getByText(words.inProgress).filter({ visible: true })).toHaveCount(1)
  const actions = row.getByRole('cell').last().locator('a, button')
  const heights = await actions.evaluateAll((each) => each.map((action) => action.getBoundingClientRect().height))
  expect(heights).toHaveLength(3)
  expect(new Set(heights).size, heights.join(', ')).toBe(1)
}

async function expectNothingCut(page: Page, words: Words): Promise<void> {
  for (const width of [1440, 1200, 1024, 900]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => cutOf(page, words), { message: `${width} px` }).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

for (const language of languagesOf(import.meta.filename)) {
  const at = languages.indexOf(language) as 0 | 1
  test.describe(language, () => {
    test.use({ language, viewport: { width: 1440, height: 900 }, hasTouch: false })

    test('the table of orders is filtered, and Back from an instrument restores the filters', async ({
      page,
      words,
    }) => {
      const person = await openGuest()
      await placeLimit(person, 'AAPL', 'buy')
      await placeLimit(person, 'MSFT', 'sell')
      await placeLimit(person, 'AAPL', 'sell')
      await signInAs(page, person)
      await page.goto(`${trade}?list=2`)
      const lists = listsOf(page, words)
      const rows = lists.locator('tbody tr')
      const chip = (name: string) => lists.getByRole('combobox', { name })
      await expect(rows).toHaveCount(3)
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await expectNothingCut(page, words)
      for (const width of [1440, 1024]) {
        await page.setViewportSize({ width, height: 900 })
        await expectWholeOrder(rows.first(), words, texts.filled[at])
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await chip(texts.side[at]).selectOption('sell')
      await expect(rows).toHaveCount(2)
      await chip(texts.instrument[at]).selectOption({ label: words.appleName })
      await expect(rows).toHaveCount(1)
      expect(page.url()).toContain('side=sell')

      // The instrument is another address; the list keeps its filters there too.
      await rows.getByRole('rowheader').getByRole('link').click()
      await expect(page).toHaveURL(/pages\/quote\/stock/)
      await expect(rows).toHaveCount(1)
      await chip(texts.side[at]).selectOption('')
      await expect(rows).toHaveCount(2)
      expect(page.url()).not.toContain('instrument=')
      await page.goBack()
      await expect(chip(texts.side[at])).toHaveValue('sell')
      await expect(chip(texts.instrument[at])).toHaveValue('US:AAPL')
      await expect(rows).toHaveCount(1)

      // Nothing of this is filled, and the filters that say so stay in view.
      await chip(texts.status[at]).selectOption('1')
      await expect(lists.getByText(texts.none[at])).toBeVisible()
      await page.reload()
      await expect(chip(texts.status[at])).toHaveValue('1')
      await expect(lists.getByText(texts.none[at])).toBeVisible()
    })

    test('keys cancel the order of the instrument in view, sell, and open the indicators', async ({ page, words }) => {
      const person = await openGuest()
      await placeLimit(person, 'AAPL', 'buy')
      await placeLimit(person, 'MSFT', 'sell')
      await signInAs(page, person)
      await page.goto(`${trade}?list=2`)
      const rows = listsOf(page, words).locator('tbody tr')
      await expect(rows).toHaveCount(2)
      await rows.filter({ hasText: 'AAPL' }).getByRole('rowheader').getByRole('link').click()
      const cancels = rows.filter({ hasText: 'AAPL' }).getByRole('button', { name: texts.cancel[at] })
      await expect(cancels).toHaveAttribute('aria-keyshortcuts', 'C')
      // The newest order is that of Microsoft; the key is for what is in view.
      await page.keyboard.press('c')
      await page.getByRole('alertdialog').getByRole('button', { name: words.cancelOrder }).click()
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText('MSFT')
      await page.keyboard.press('c')
      await expect(page.getByRole('alertdialog')).toHaveCount(0)

      const ticket = page.getByRole('region', { name: words.order, exact: true })
      const sells = ticket.getByRole('radio', { name: texts.sellShort[at] })
      await expect(sells).not.toBeChecked()
      await page.keyboard.press('s')
      await expect(sells).toBeChecked()
      await expect(ticket.getByRole('textbox', { name: words.quantityShares })).toBeFocused()
      await page.keyboard.press('Escape')
      await page.keyboard.press('i')
      await expect(page.getByRole('dialog', { name: texts.indicators[at] })).toBeVisible()
    })

    test('positions are sorted by the time of opening, and no column is cut', async ({ page, words }) => {
      const person = await openGuest()
      await openTwo(person)
      await signInAs(page, person)
      await page.goto(trade)
      const lists = listsOf(page, words)
      const rows = lists.locator('tbody tr')
      const opened = lists.getByRole('columnheader', { name: texts.opened[at] })
      await expect(rows.first()).toContainText('MSFT')
      await opened.getByRole('button').click()
      await expect(opened).toHaveAttribute('aria-sort', 'descending')
      await expect(rows.first()).toContainText('MSFT')
      await opened.getByRole('button').click()
      await expect(opened).toHaveAttribute('aria-sort', 'ascending')
      await expect(rows.first()).toContainText('AAPL')
      await expectNothingCut(page, words)
      await page.setViewportSize({ width: 900, height: 900 })
      await expect(opened).toBeHidden()
    })

    test('amounts of seven digits leave what a row offers in view', async ({ page, words }) => {
      const person = await openGuest()
      const months = await person.call(calls.market.futureMonths, { product: 'MES' })
      const terms = { side: 'buy', type: 'market', purpose: 'open', leverage: 20, autoRoll: false } as const
      const code = months[1]?.code ?? ''
      await person.call(calls.trading.createFuture, { ...terms, code, quantity: quantityOf('1') })
      const open = async () => (await person.call(calls.trading.positions, { pageNum: 1, pageSize: 9 })).total
      await expect.poll(open).toBe(1)
      await signInAs(page, person)
      await page.goto(trade)
      const row = listsOf(page, words).getByRole('row', { name: /MX\$\d,\d{3},\d{3}/ })
      await expect(row).toBeVisible()
      for (const width of [1440, 1200, 1024, 900]) {
        await page.setViewportSize({ width, height: 900 })
        const panel = listsOf(page, words)
        const beyond = async () => {
          const [inner, outer] = [
            await listsOf(page, words).locator('tbody tr').getByRole('link').last().boundingBox(),
            await panel.boundingBox(),
          ]
          return (inner?.x ?? Infinity) + (inner?.width ?? 0) - ((outer?.x ?? 0) + (outer?.width ?? 0))
        }
        await expect.poll(beyond, { message: `${width} px` }).toBeLessThanOrEqual(0)
      }
    })

    test('figures of the desk are named, and a link that names no instrument offers no order', async ({
      page,
      words,
    }) => {
      const person = await openGuest()
      await openTwo(person)
      await person.call(calls.watchlist.save, { code: 'AAPL', market: 'US', classify: 'UsStock', source: 0 })
      await signInAs(page, person)
      await page.goto('/#/pages/quote/stock?name=Apple&code=AAPL&source=0&market=US')
      await settle(page)
      await expect(
        page.getByRole('region', { name: words.instruments }).getByRole('link', { name: texts.apple[at] }),
      ).toBeVisible()
      await expect(page.getByRole('link', { name: texts.netWorth[at] })).toBeVisible()
      await expect(page.getByRole('figure').getByRole('link', { name: texts.mark[at] })).toBeVisible()

      await page.goto('/#/pages/quote/stock?code=ZZZZ&market=US')
      await expect(page.getByText(texts.unknown[at])).toBeVisible()
      const ticket = page.getByRole('region', { name: words.order, exact: true })
      await expect(ticket.getByText(texts.noTicket[at])).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
    })

    test('what is held of the instrument in view stands over its ticket, and leads to closing and details', async ({
      page,
      words,
    }) => {
      const person = await openGuest()
      await openTwo(person)
      await signInAs(page, person)
      await page.goto('/#/pages/quote/stock?name=Apple&code=AAPL&source=0&market=US')
      const ticket = page.getByRole('region', { name: words.order, exact: true })
      const held = ticket.getByRole('region', { name: texts.yours[at] })
      await settle(page)
      await expect(held).toContainText(texts.held[at])
      await expect(held).toContainText(texts.value[at])
      expect(await violationsOf(page)).toEqual([])
      await held.getByRole('link', { name: words.halfOfApple }).click()
      const amount = ticket.getByRole('textbox', { name: words.quantityToClose })
      await expect(amount).toHaveValue('1')
      await expect(held).toHaveCount(0)
      await page.goBack()
      await held.getByRole('link', { name: texts.close[at] }).click()
      await expect(amount).toHaveValue('2')
      await page.goBack()
      await held.getByRole('link', { name: texts.details[at] }).click()
      await expect(page).toHaveURL(/pages\/trade\/detail/)
      await page.goBack()
      await expect(held).toBeVisible()

      // Nothing is held of Tesla.
      await page.goto('/#/pages/quote/stock?name=Tesla&code=TSLA&source=0&market=US')
      await expect(page.getByRole('heading', { level: 1, name: /Tesla|特斯拉/ })).toBeVisible()
      await expect(ticket.getByRole('textbox', { name: words.quantityShares })).toBeVisible()
      await expect(held).toHaveCount(0)
    })

    test('a purchase is an arrow of the chart that leads to its order', async ({ page, words }) => {
      const person = await openGuest()
      await openTwo(person)
      await signInAs(page, person)
      await page.goto('/#/pages/quote/stock?name=Apple&code=AAPL&source=0&market=US')
      await settle(page)
      const figure = page.getByRole('figure')
      const arrow = figure.getByRole('link', { name: texts.bought[at] })
      await expect(arrow).toBeVisible()
      await page.getByRole('group', { name: words.chartPeriods }).getByRole('radio', { name: words.intraday }).check()
      await expect(arrow).toBeVisible()
      const around = await figure.boundingBox()
      // The chart of the other period takes its arrow with it when it goes.
      await expect
        .poll(async () => (await arrow.boundingBox())?.x ?? 0)
        .toBeGreaterThan((around?.x ?? 0) + (around?.width ?? 0) / 4)
      expect(await violationsOf(page)).toEqual([])
      await arrow.click()
      await expect(page).toHaveURL(/pages\/trade\/detail.*type=2/)
      await page.goBack()

      // Nothing was bought of Tesla, and nobody else sees the arrows.
      await page.goto('/#/pages/quote/stock?name=Tesla&code=TSLA&source=0&market=US')
      await expect(page.getByRole('heading', { level: 1, name: /Tesla|特斯拉/ })).toBeVisible()
      await settle(page)
      await expect(figure).toBeVisible()
      await expect(figure.getByRole('link')).toHaveCount(0)
    })
  })
}
