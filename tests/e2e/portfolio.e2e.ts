import { calls } from '@mex/contract/areas.ts'
import { moneyOf } from '@mex/core/money/money.ts'

import { expect, figureOf, settle, test, violationsOf, type Locator, type Page } from './journey.ts'
import { centsIn } from './money.ts'
import { openBusyTrader, openGuest, openTrader, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const texts = {
  en: {
    chart: 'Net worth over time',
    day: '1D',
    all: 'All',
    profit: 'Profit after fees',
    moved: 'Deposits less withdrawals',
    from: 'Where the profit came from',
    byPosition: 'By position',
    byMonth: 'By month',
    apple: 'Apple',
    closedAndEnded: 'Closed and ended',
    fees: 'Fees and taxes',
    november: 'November 2026',
    until: 'profit until then',
    moneyIn: 'Money in',
    usStocks: 'US stocks',
    hide: 'Hide amounts',
    show: 'Show amounts',
    allocation: 'What it is made of',
    cash: 'Cash',
    shares: 'Shares',
    exposure: /^Exposure MX\$/,
    byCurrency: 'By currency',
    bySector: 'By sector',
    technology: 'Technology',
    noSector: 'Not by sector',
    noShares: /hold no shares/,
    sp500: 'S&P 500',
    compared: 'Return against an index over time',
    yourReturn: 'Your return',
    inPesos: 'S&P 500 in MXN',
    // The account is younger than the week.
    sentence: /^since [\d:]+: your portfolio [+−]?[\d.]+%, S&P 500 in MXN [+−]?[\d.]+%$/,
    week: '1W',
    none: 'None',
  },
  'zh-CN': {
    chart: '净资产走势',
    day: '1日',
    all: '全部',
    profit: '盈亏（扣除费用后）',
    moved: '净存入',
    from: '盈亏来源',
    byPosition: '按持仓',
    byMonth: '按月',
    apple: '苹果',
    closedAndEnded: '已平仓与到期',
    fees: '费用与税',
    november: '2026年11月',
    until: '截至当时盈亏',
    moneyIn: '投入资金',
    usStocks: '美股账户',
    hide: '隐藏金额',
    show: '显示金额',
    allocation: '资产构成',
    cash: '现金',
    shares: '股票',
    exposure: /^敞口 MX\$/,
    byCurrency: '按币种',
    bySector: '按行业',
    technology: '科技',
    noSector: '不按行业划分',
    noShares: /没有持有股票/,
    sp500: '标普500',
    compared: '收益率与指数对比走势',
    yourReturn: '您的收益率',
    inPesos: '标普500（以 MXN 计）',
    sentence: /^自 [\d:]+ 起：您的组合 [+−]?[\d.]+%，标普500（以 MXN 计）[+−]?[\d.]+%$/,
    week: '1周',
    none: '无',
  },
} as const

/** All amounts of a definition list, in cents. */
const centsOf = async (page: Page, label: string): Promise<bigint> =>
  centsIn(await figureOf(page.locator('main'), label).first().innerText())

/** The rows of a list of parts: percent in hundredths and amount in cents of each. */
async function partsOf(card: Locator) {
  const rows = await card.locator('dl > div').allInnerTexts()
  return rows.map((text) => ({
    share: Math.round(Number(/([−-]?[\d.]+)%/.exec(text)?.[1]?.replace('−', '-')) * 100),
    cents: centsIn(text),
  }))
}

/** Reads the total that the newest allocation divides, in cents. */
function readTotals(page: Page): () => bigint | undefined {
  let total: bigint | undefined
  page.on('response', async (response) => {
    if (!response.url().endsWith('/wallet/allocation')) return
    const { data } = (await response.json()) as { data: { readonly total: string } }
    total = centsIn(`$${data.total}`)
  })
  return () => total
}

/** Every view of the card adds up to the total and to 100 percent. */
async function expectWhole(card: Locator, total: () => bigint | undefined): Promise<void> {
  const sum = async () => (await partsOf(card)).reduce((all, { cents }) => all + cents, 0n) === total()
  await expect.poll(sum).toBe(true)
  expect((await partsOf(card)).reduce((all, { share }) => all + share, 0)).toBe(10_000)
}

for (const language of languagesOf(import.meta.filename)) {
  const words = texts[language]
  test.describe(language, () => {
    test.use({ language })

    test('the curve is read on Home, and adds up on Account with the sources of the profit', async ({ page }) => {
      const { person } = await openTrader()
      await signInAs(page, person)
      await page.goto('/#/')
      const chart = page.getByRole('slider', { name: words.chart })
      await expect(chart).toBeVisible()
      await expect(page.getByText(words.moneyIn, { exact: true })).toBeVisible()
      await page.getByRole('radio', { name: words.all, exact: true }).check()
      await expect(chart).toBeVisible()
      // The arrow keys read a point, and the large figure follows; Escape lets it go.
      await chart.focus()
      await page.keyboard.press('Home')
      await expect(page.getByText(words.until, { exact: true })).toBeVisible()
      await expect(chart).toHaveAttribute('aria-valuetext', /MX\$/)
      await page.keyboard.press('Escape')
      await expect(page.getByText(words.until, { exact: true })).toHaveCount(0)
      // The eye hides the sums and keeps the shape.
      await page.getByRole('button', { name: words.hide }).tap()
      await expect(chart).toBeVisible()
      await expect(page.locator('main').getByText(/MX\$/)).toHaveCount(0)
      await page.getByRole('button', { name: words.show }).tap()

      await page.goto('/#/pages/profile/index')
      await expect(page.getByRole('heading', { name: words.from })).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      const curve = await person.call(calls.portfolio.curve, { range: 'ALL', benchmark: 'NONE' })
      expect(curve.start + curve.moneyIn + curve.profit).toBe(curve.total)
      expect(curve.sources.reduce((sum, { profit }) => sum + profit, 0n)).toBe(curve.profit)
      expect(await centsOf(page, words.moved)).toBe(moneyOf('0'))
      // Exchange rates, trading and what came since add up to the profit above them.
      const sum = await page.locator('main dl', { hasText: words.profit }).first().locator('> div').allInnerTexts()
      const [profit, ...parts] = sum.slice(2, 6).map(centsIn)
      expect(parts.reduce((all, part) => all + part, 0n)).toBe(profit)
      await expect(figureOf(page.locator('main'), words.usStocks).first()).toBeVisible()
      await page.getByRole('radio', { name: words.day, exact: true }).check()
      await expect(page.getByRole('radio', { name: words.day, exact: true })).toBeChecked()
      await settle(page)
      await expect(page.getByRole('slider', { name: words.chart })).toBeVisible()
    })

    test('the profit is divided by position and by month, and each view adds up', async ({ page }) => {
      const { person } = await openBusyTrader()
      await signInAs(page, person)
      await page.goto('/#/pages/profile/index')
      const card = page.getByRole('main').locator('div:has(> div > h2)', { hasText: words.from }).last()
      // Each amount is rounded by itself, to the next cent.
      const expectSum = async (read: (amounts: readonly bigint[]) => readonly [bigint, readonly bigint[]]) => {
        const [sum, parts] = read((await card.locator('dl > div').allInnerTexts()).map(centsIn))
        const away = Number(sum - parts.reduce((total, part) => total + part, 0n))
        expect(parts.length).toBeGreaterThan(1)
        expect(Math.abs(away)).toBeLessThanOrEqual(parts.length)
      }
      await card.getByRole('radio', { name: words.byPosition }).check()
      await expect(figureOf(card, words.apple)).toHaveText(/MX\$/)
      await expectSum((amounts) => [amounts.at(-1) ?? 0n, amounts.slice(0, -1)])
      const curve = await person.call(calls.portfolio.curve, { range: 'ALL', benchmark: 'NONE' })
      expect(curve.instruments.map(({ code }) => code)).toEqual(['AAPL'])
      await settle(page)
      expect(await violationsOf(page)).toEqual([])

      await card.getByRole('radio', { name: words.byMonth }).check()
      await expect(figureOf(card, words.november)).toHaveText(/MX\$/)
      await expect(figureOf(card, words.closedAndEnded)).toHaveText(/MX\$/)
      await expect(figureOf(card, words.fees)).toHaveText(/−MX\$/)
      await expectSum(([sum = 0n, ...parts]) => [sum, parts])
      for (const month of await person.call(calls.portfolio.months, { timeZone: 'UTC' }))
        expect(month.realised + month.income + month.fees + month.financing + month.change).toBe(month.profit)
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: words.hide }).tap()
      await expect(card.getByText(/MX\$/)).toHaveCount(0)
    })

    test('the net worth is divided by class, currency and sector, and each view adds up', async ({ page }) => {
      const { person } = await openTrader()
      await signInAs(page, person)
      const total = readTotals(page)
      await page.goto('/#/pages/profile/index')
      const card = page.getByRole('main').locator('div:has(> div > h2)', { hasText: words.allocation }).last()
      await expect(card.getByText(words.shares, { exact: true })).toBeVisible()
      await expect(card.getByText(words.cash, { exact: true })).toBeVisible()
      await expect(card.getByText(words.exposure)).toBeVisible()
      await expectWhole(card, total)
      await card.getByRole('radio', { name: words.byCurrency }).check()
      await expect(card.getByText('HKD', { exact: true })).toBeVisible()
      await expectWhole(card, total)
      await card.getByRole('radio', { name: words.bySector }).check()
      await expect(card.getByText(words.technology, { exact: true })).toBeVisible()
      await expect(card.getByText(words.noSector, { exact: true })).toBeVisible()
      await expectWhole(card, total)
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: words.hide }).tap()
      await expect(card.getByText(/MX\$/)).toHaveCount(0)
    })

    test('the curve is compared with an index in percent, which the device remembers', async ({ page }) => {
      const { person } = await openTrader()
      await signInAs(page, person)
      await page.goto('/#/pages/profile/index')
      await page.getByRole('radio', { name: words.week, exact: true }).check()
      await page.getByRole('radio', { name: words.sp500, exact: true }).check()
      const chart = page.getByRole('slider', { name: words.compared })
      await expect(chart).toBeVisible()
      await expect(page.getByText(words.yourReturn, { exact: true })).toBeVisible()
      await expect(page.getByText(words.inPesos, { exact: true })).toBeVisible()
      await expect(page.getByText(words.sentence)).toBeAttached()
      await chart.focus()
      await page.keyboard.press('Home')
      await expect(chart).toHaveAttribute('aria-valuetext', /0\.00%.+0\.00%/)
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await page.reload()
      await expect(page.getByRole('radio', { name: words.sp500, exact: true })).toBeChecked()
      await expect(chart).toBeVisible()
      await page.getByRole('radio', { name: words.none, exact: true }).check()
      await expect(page.getByRole('slider', { name: words.chart })).toBeVisible()
      await expect(page.getByText(words.yourReturn, { exact: true })).toHaveCount(0)
    })

    test('somebody without shares reads why no sector is shown', async ({ page }) => {
      await signInAs(page, await openGuest())
      await page.goto('/#/pages/profile/index')
      await page.getByRole('radio', { name: words.bySector }).check()
      await expect(page.getByText(words.noShares)).toBeVisible()
    })
  })
}
