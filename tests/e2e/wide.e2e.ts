import { boxOf, expectBeside } from './boxes.ts'
import { noteShifts } from './conditions.ts'
import { overflowOf } from './inspect.ts'
import { expect, settle, test, violationsOf, type Locator, type Page } from './journey.ts'
import { smallTargetsOf } from './tap-targets.ts'
import { openBusyTrader, openGuest, openTrader, signInAs } from './trader.ts'
import { languages } from './words.ts'

/** What pages beside the desk do with the width of a wide window: tables, columns, a list beside its detail. */

const texts = {
  heads: [
    ['Name', '50 days', 'Last', 'Change %', 'Change', 'Bid', 'Ask', 'Day’s range', 'Vol'],
    ['名称', '50日', '最新价', '涨跌幅', '涨跌额', '买价', '卖价', '当日区间', '成交量'],
  ],
  columns: ['Order of the list', '列表排序'],
  indices: ['Indices', '指数'],
  settings: ['Settings', '设置'],
  security: ['Login and security', '登录与安全'],
  language: ['Language', '语言'],
  markets: ['US', '美股'],
  subscribe: ['Log in to apply', '登录后申请'],
  follows: ['What follows S&P 500', '跟踪标普500指数的品种'],
  future: [/^E-mini S&P 500/, /^迷你标普500/],
  month: ['Contract month', '合约月份'],
  closed: ['Closed positions', '平仓记录'],
  byYou: ['Closed by you', '手动平仓'],
  active: ['Active now', '当前活跃'],
} as const

const markets = '/#/pages/market/index'
const gold = '/#/pages/quote/future?name=Gold&code=GC&source=3&market=FUT'
const index = '/#/pages/quote/globalindex?name=S%26P+500&code=SPX&source=99&market=GLOBAL'

/** The places of what Tab reaches inside an element, in the order of the keyboard. */
async function tabStops(page: Page, count: number): Promise<{ x: number; y: number }[]> {
  const places: { x: number; y: number }[] = []
  for (let step = 0; step < count; step += 1) {
    places.push(
      await page.evaluate(() => {
        const { x, y } = (document.activeElement ?? document.body).getBoundingClientRect()
        return { x, y }
      }),
    )
    await page.keyboard.press('Tab')
  }
  return places
}

for (const language of languages) {
  const at = languages.indexOf(language) as 0 | 1
  test.describe(language, () => {
    test.use({ language, viewport: { width: 1440, height: 900 }, hasTouch: false })

    test('a list of instruments is a table whose heads stand over its figures', async ({ page }) => {
      await page.goto(markets)
      const heads = page.getByRole('group', { name: texts.columns[at] })
      const rows = page.getByRole('region', { name: texts.markets[at], exact: true }).getByRole('listitem')
      await expect(rows.first()).toBeVisible()
      await settle(page)
      expect((await heads.innerText()).split('\n').filter((word) => word.trim() !== '')).toEqual(texts.heads[at])
      expect(await violationsOf(page)).toEqual([])
      expect(await overflowOf(page)).toEqual([])
      // A figure ends where its head ends.
      const rightOf = (element: Locator) =>
        element.evaluate((one) =>
          [...one.children].map((cell) => Math.round(cell.getBoundingClientRect().right)).filter((right) => right > 0),
        )
      const cells = await rightOf(rows.first().getByRole('link'))
      const over = await rightOf(heads)
      for (const place of [1, 2, 3, 4, 5, 6, 7, 8]) expect(cells[place], texts.heads[at][place]).toBe(over[place])

      // The keyboard goes along the heads, and then from row to row.
      await heads.getByRole('button').first().focus()
      const stops = await tabStops(page, 6)
      const lines = stops.map(({ y }) => Math.round(y / 40))
      expect(lines).toEqual(lines.toSorted((one, other) => one - other))
      expect(stops[1]?.x).toBeGreaterThan(stops[0]?.x ?? 0)

      await heads.getByRole('button').last().click()
      await expect(heads.getByRole('button').last()).toHaveAttribute('aria-pressed', 'true')

      // A window of a tablet leaves out the sides, one that is narrow shows the list of a phone.
      const bid = heads.getByText(texts.heads[at][5], { exact: true })
      await page.setViewportSize({ width: 1024, height: 900 })
      await expect(bid).toBeHidden()
      expect(await overflowOf(page)).toEqual([])
      await page.setViewportSize({ width: 768, height: 900 })
      await expect(bid).toHaveCount(0)
      await expect(heads.getByRole('button')).toHaveCount(4)
    })

    test('the indices of the three markets stand in one line over the list', async ({ page }) => {
      await page.goto(markets)
      const cards = page.getByRole('region', { name: texts.indices[at] }).getByRole('link')
      await expect(cards).toHaveCount(7)
      for (const width of [1440, 1024, 900]) {
        await page.setViewportSize({ width, height: 900 })
        const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top))
        expect(new Set(tops).size, `${width} px`).toBe(1)
      }
      await page.setViewportSize({ width: 768, height: 900 })
      await expect(cards).toHaveCount(0)
    })

    test('settings, help and messages use both halves', async ({ page, words }) => {
      await signInAs(page, await openGuest())
      await page.goto('/#/pages/setting/index')
      const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
      await expectBeside(heading(texts.language[at]), heading(texts.security[at]))
      expect(await violationsOf(page)).toEqual([])

      await page.goto('/#/pages/webview/index?page=help')
      const topics = page.locator('[data-half]:has(a[href*="news/detail"])')
      await expectBeside(topics, page.getByRole('article'))
      const title = page.getByRole('article').getByRole('heading').first()
      await expect(topics.locator('[aria-current=page]')).toContainText(await title.innerText())
      const other = topics.locator('a[href*="news/detail"]:not([aria-current])').first()
      await other.click()
      await expect(page).toHaveURL(/news\/detail/)
      // The article before stays until the next one is there.
      await expect(async () => {
        expect(await topics.locator('[aria-current=page]').innerText()).toContain(await title.innerText())
      }).toPass()
      expect(await violationsOf(page)).toEqual([])

      await page.goto('/#/pages/notice/index?tab=messages')
      await page.getByRole('link', { name: new RegExp(words.welcome) }).click()
      const list = page.locator('[data-half]:has(a[href*="notice/detail"])')
      await expectBeside(list, page.getByRole('heading', { level: 2, name: words.welcome }))
      await expect(list.locator('[aria-current=page]')).toContainText(words.welcome)
      expect(await violationsOf(page)).toEqual([])
      await page.setViewportSize({ width: 768, height: 900 })
      await expect(list).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 2, name: words.welcome })).toBeVisible()
    })

    test('rows of the history are one line in columns', async ({ page }) => {
      await signInAs(page, (await openBusyTrader()).person)
      await page.goto('/#/pages/profile/transaction')
      const row = page.getByRole('main').getByRole('button', { name: /AAPL/ }).first()
      await expect(row).toBeVisible()
      expect((await boxOf(row)).width).toBeGreaterThan(1100)
      const [title, under] = [row.getByText('AAPL'), row.getByText(/\d:\d\d/)]
      expect((await boxOf(title)).x).toBeLessThan((await boxOf(under)).x)
      expect(await overflowOf(page)).toEqual([])
    })

    test('buttons of cards in a row are equally high and stand on one line', async ({ page }) => {
      await page.goto('/#/pages/product/newstock')
      const buttons = page.getByRole('main').getByRole('link', { name: texts.subscribe[at], exact: true })
      await expect(buttons.nth(1)).toBeVisible()
      // The line above a button may be longer than those of its neighbours.
      await buttons.first().evaluate((button) => button.before('A line that another card does not have.'))
      const boxes = await buttons.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => ({ top, height })),
      )
      expect(boxes.length).toBeGreaterThan(1)
      const lines = Map.groupBy(boxes, ({ top }) => Math.floor(top / 200))
      for (const line of lines.values()) expect(new Set(line.map(({ top }) => Math.round(top))).size).toBe(1)
      expect(new Set(boxes.map(({ height }) => Math.round(height))).size).toBe(1)
    })

    test('an index leads to what follows it, and the month of a future is chosen at its code', async ({
      page,
      words,
    }) => {
      await signInAs(page, await openGuest())
      await page.goto(index)
      const ticket = page.getByRole('region', { name: words.order, exact: true })
      const follows = ticket.getByRole('region', { name: texts.follows[at] })
      await expect(follows.getByRole('link')).toHaveCount(5)
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await follows.getByRole('link', { name: texts.future[at] }).first().click()
      await expect(page).toHaveURL(/pages\/quote\/future/)
      await expect(ticket.getByRole('textbox').first()).toBeVisible()

      await page.goto(gold)
      const month = page.getByRole('combobox', { name: texts.month[at] })
      await expect(month).toBeVisible()
      const before = await month.inputValue()
      await month.selectOption({ index: 1 })
      await expect(page).not.toHaveURL(new RegExp(`code=${before}`))
      await expect(month).not.toHaveValue(before)
    })

    test('the active shares follow a short watchlist, and a closed position tells its fees', async ({
      page,
      words,
    }) => {
      const { person } = await openBusyTrader()
      await signInAs(page, person)
      await page.goto('/#/pages/trade/index?list=1')
      const column = page.getByRole('region', { name: words.instruments })
      await expect(column.getByRole('list', { name: texts.active[at] }).getByRole('listitem')).toHaveCount(10)
      // Arrow keys go on from the last watched instrument to the first active one.
      await column.getByRole('list').first().getByRole('link').last().click()
      await page.keyboard.press('ArrowDown')
      await expect(column.getByRole('list', { name: texts.active[at] }).getByRole('link').first()).toHaveAttribute(
        'aria-current',
        'true',
      )
      const table = page.getByRole('region', { name: words.lists }).getByRole('table')
      await expect(table.getByRole('cell', { name: texts.byYou[at] })).toBeVisible()
      for (const width of [1440, 1200, 1024, 900]) {
        await page.setViewportSize({ width, height: 900 })
        const cut = () =>
          table.evaluate((one) => one.getBoundingClientRect().width - (one.parentElement?.clientWidth ?? 0))
        await expect.poll(cut, { message: `${width} px` }).toBeLessThanOrEqual(0)
      }
      // All lists are in view at 1024.
      await page.setViewportSize({ width: 1024, height: 900 })
      const tabs = page.getByRole('region', { name: words.lists }).getByRole('group').first()
      expect(await tabs.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    })
  })
}

test.describe('a wide window', () => {
  test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false })

  const pages = [
    markets,
    '/#/pages/product/future',
    '/#/pages/setting/index',
    '/#/pages/webview/index?page=help',
    '/#/pages/profile/transaction',
    '/#/pages/bonds/list',
    '/#/pages/trade/index',
    '/#/pages/profile/index',
  ]
  for (const address of pages) {
    test(`moves nothing while ${address} loads`, async ({ page }) => {
      await signInAs(page, (await openTrader()).person)
      await noteShifts(page)
      await page.goto(address)
      await settle(page)
      await page.waitForTimeout(1000)
      const shifts = await page.evaluate(
        () => (window as unknown as { shifts: { value: number; what: readonly string[] }[] }).shifts,
      )
      expect(
        shifts.reduce((sum, { value }) => sum + value, 0),
        JSON.stringify(shifts),
      ).toBeLessThan(0.02)
    })
  }
})

test.describe('a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true })

  test('has controls as large as a finger in tables and columns', async ({ page }) => {
    test.setTimeout(120_000)
    await signInAs(page, (await openBusyTrader()).person)
    const pages = [markets, '/#/pages/setting/index', '/#/pages/webview/index?page=help', index, gold]
    for (const address of pages) {
      await page.goto(address)
      await settle(page)
      expect.soft(await smallTargetsOf(page), address).toEqual([])
    }
  })
})
