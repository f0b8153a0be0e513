import { expect, test, violationsOf } from './journey.ts'
import { languagesOf } from './words.ts'

/** The sectors of a market and the screener, reached from Markets. */

const texts = {
  en: {
    entry: 'Sectors and screener',
    energy: /^Energy.*\d+\.\d\d%.*\d+ up/,
    all: /^All sectors/,
    table: 'Table',
    sector: 'Sector',
    yields: 'Dividend yield',
    from3: 'From 3%',
    sort: 'Sort by',
    yieldFirst: 'Dividend yield, high first',
    results: 'Results',
    reset: 'Reset filters',
    facts: /Vol .+ · yield (\d+\.\d\d)%/,
    funds: 'ETFs',
  },
  'zh-CN': {
    entry: '行业与选股',
    energy: /^能源.*\d+\.\d\d%.*涨 \d+/,
    all: /^全部行业/,
    table: '表格',
    sector: '行业',
    yields: '股息率',
    from3: '3% 起',
    sort: '排序',
    yieldFirst: '股息率由高到低',
    results: '结果',
    reset: '重置条件',
    facts: /量 .+ · 股息率 (\d+\.\d\d)% · 年化波动率/,
    funds: 'ETF',
  },
} as const

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    const said = texts[language]

    test('somebody looks at the sectors, opens one, filters by yield and opens a share', async ({ page }) => {
      await page.goto('/#/pages/market/index')
      await page.getByRole('link', { name: said.entry }).tap()
      const tile = page.getByRole('button', { name: said.energy })
      await tile.tap()
      await expect(tile).toHaveAttribute('aria-pressed', 'true')
      await expect(page.getByLabel(said.sector, { exact: true })).toHaveValue('energy')
      await page.getByRole('button', { name: said.all }).tap()
      await expect(page.getByLabel(said.sector, { exact: true })).toHaveValue('all')
      await tile.tap()
      const rows = page.getByRole('region', { name: said.results }).getByRole('link')
      await expect(rows.filter({ hasText: 'XOM' })).toBeVisible()
      await expect(rows.filter({ hasText: 'AAPL' })).toHaveCount(0)
      expect(await violationsOf(page)).toEqual([])
      // The same figures as a table, for who does not see colours.
      await page.getByRole('radio', { name: said.table }).check()
      await expect(page.getByRole('table').getByRole('row')).toHaveCount(12)
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: said.reset }).tap()
      await page.getByLabel(said.yields, { exact: true }).selectOption({ label: said.from3 })
      await page.getByLabel(said.sort, { exact: true }).selectOption({ label: said.yieldFirst })
      await expect(async () => {
        const told = await rows.allInnerTexts()
        const yields = told.map((text) => Number(said.facts.exec(text)?.[1]))
        expect(yields.length).toBeGreaterThan(0)
        expect(yields.every((one) => one >= 3)).toBe(true)
        expect(yields).toEqual(yields.toSorted((one, other) => other - one))
      }).toPass()
      await rows.first().tap()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.goBack()
      await page.getByRole('button', { name: said.reset }).tap()
      await page.getByLabel(said.yields, { exact: true }).selectOption({ label: said.from3 })
      await page.getByRole('radio', { name: said.table }).check()
      await page.getByLabel(said.sector, { exact: true }).selectOption('energy')
      await expect(rows.filter({ hasText: 'XOM' })).toBeVisible()
      await expect(page.getByRole('radio', { name: said.table }), 'the view stays').toBeChecked()
      const yields = page.getByLabel(said.yields, { exact: true }).locator('option:checked')
      await expect(yields, 'the other filters stay').toHaveText(said.from3)
      await page.getByRole('button', { name: said.reset }).tap()
      await page.getByLabel(said.sector, { exact: true }).selectOption({ label: said.funds })
      await expect(rows.filter({ hasText: 'SPY' })).toBeVisible()
    })
  })
