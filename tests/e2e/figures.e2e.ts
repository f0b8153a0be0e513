import { calls } from '@mex/contract/areas.ts'
import { formatMoney } from '@mex/core/money/money.ts'
import { openPerson, type Person } from '@mex/world/person.ts'

import { expect, test, type Locator, type Page } from './journey.ts'
import { startMilliseconds, startServer, type JourneyServer } from './open-server.ts'
import { openTrader, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const texts = {
  en: {
    last: 'last',
    change: 'change',
    low: 'low',
    high: 'high',
    previousClose: 'previous close',
    atClose: (day: string) => `At close ${day}`,
    anyClose: /^At close/,
    preMarket: 'Pre-market',
    afterHours: 'After hours',
    instrument: 'Chart and figures',
    fullScreen: 'Full screen',
    volume: 'volume',
    indexName: 'S&P 500',
    day: '1D',
    candleVolume: /V [\d.]+/,
  },
  'zh-CN': {
    last: '最新价',
    change: '涨跌额',
    low: '最低',
    high: '最高',
    previousClose: '昨收',
    atClose: (day: string) => `${day}收盘`,
    anyClose: /^周.收盘$/,
    preMarket: '盘前',
    afterHours: '盘后',
    instrument: '图表与数据',
    fullScreen: '全屏',
    volume: '成交量',
    indexName: '标普500指数',
    day: '日K',
    candleVolume: /量 [\d.]+/,
  },
} as const
type Said = (typeof texts)[keyof typeof texts]

const quote = '/#/pages/quote/stock?name=Apple&code=AAPL&source=0&market=US'
const apple = { code: 'AAPL', market: 'US' } as const

const numberOf = (text: string | undefined): number =>
  Number((text ?? 'none').replaceAll(/[,+%]/g, '').replace('−', '-'))

/** The figures in a place of the page at one moment, because the next tick changes them. */
async function readFigures(place: Locator, said: Said) {
  const text = await place.innerText()
  const figure = (label: string): number =>
    numberOf(new RegExp(`(?:^|\\n)${label}\\s+(?:[▲▼]\\s*)?([+−]?[\\d,]+\\.\\d+)`, 'i').exec(text)?.[1])
  const { last, change, low, high, previousClose } = said
  return {
    last: figure(last),
    change: figure(change),
    low: figure(low),
    high: figure(high),
    previousClose: figure(previousClose),
    text,
  }
}

/** What the second line says: the close that the change counts from, and the change of its session in percent. */
function secondLineOf(text: string, atClose: string): { readonly close: number; readonly ratio: number } {
  const [, close, ratio] = new RegExp(`${atClose}\\s+([\\d,.]+)\\s+([+−]?[\\d.]+%)`).exec(text) ?? []
  return { close: numberOf(close), ratio: numberOf(ratio) }
}

const dayOf = (date: string | undefined, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(new Date(date ?? 0))

/** The hours of now, beside the change in percent. */
const hoursBeside = (hours: string): RegExp => new RegExp(`[+−]?[\\d.]+%\\s+${hours}\\s`)

/** Journeys when the exchange has closed. */
const afterClose = test.extend<object, { server: JourneyServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ CLOCK_START: '2026-11-20T22:00:00Z' })
      // The first account on a server has to wait for the first prices.
      await openPerson(server.url).call(calls.account.guest, {})
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: startMilliseconds },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

async function expectTwoLines(
  place: Locator,
  person: Person,
  said: Said,
  { language, hours }: { readonly language: string; readonly hours: string },
) {
  const { lastSession } = await person.call(calls.market.quote, apple)
  const atClose = said.atClose(dayOf(lastSession?.date, language))
  await expect(place.getByText(atClose, { exact: true })).toBeVisible()
  const { text } = await readFigures(place, said)
  expect(secondLineOf(text, atClose)).toEqual({
    close: Number(lastSession?.close) / 1e8,
    ratio: Number(lastSession?.changeRatio) / 100,
  })
  expect(text).toMatch(hoursBeside(hours))
}

for (const language of languagesOf(import.meta.filename))
  for (const viewport of [phone, desk])
    test.describe(`${language}, ${viewport.width} px`, () => {
      test.use({ language, viewport })
      const said = texts[language]
      const placeOf = (page: Page): Locator =>
        viewport === desk
          ? page.getByRole('region', { name: said.instrument, exact: true })
          : page.locator('main').last()

      test('before the open the head says both closes, and all figures count from the last one', async ({ page }) => {
        const { person } = await openTrader()
        await signInAs(page, person)
        await page.goto(quote)
        const place = placeOf(page)
        await expectTwoLines(place, person, said, { language, hours: said.preMarket })
        const { lastSession } = await person.call(calls.market.quote, apple)
        // The card of the key figures comes after the head.
        await expect.poll(async () => (await readFigures(place, said)).low).not.toBeNaN()
        for (let look = 0; look < 20; look += 1) {
          const { last, low, high, previousClose, change } = await readFigures(place, said)
          expect(low).toBeLessThanOrEqual(last)
          expect(last).toBeLessThanOrEqual(high)
          expect(Math.abs(last - previousClose - change)).toBeLessThan(0.001)
          expect(previousClose).toBe(Number(lastSession?.close) / 1e8)
          await page.waitForTimeout(300)
        }
        await page.getByRole('button', { name: said.fullScreen, exact: true }).click()
        const full = viewport === desk ? place : page.getByRole('dialog')
        await expectTwoLines(full, person, said, { language, hours: said.preMarket })
      })

      test('in the regular session the head has one line', async ({ page }) => {
        await page.goto('/#/pages/quote/future?name=Gold&code=GC&source=3&market=FUT')
        await expect(
          placeOf(page)
            .getByText(/^[+−]\d+\.\d\d%$/)
            .first(),
        ).toBeVisible()
        await expect(page.getByText(said.anyClose)).toHaveCount(0)
      })

      afterClose('after the close the head says it too', async ({ page, server }) => {
        const person = openPerson(server.url)
        person.token = (await person.call(calls.account.guest, {})).token
        await signInAs(page, person)
        await page.goto(quote)
        await expectTwoLines(placeOf(page), person, said, { language, hours: said.afterHours })
      })

      const index = '/#/pages/quote/globalindex?name=S%26P+500&code=SPX&source=99&market=GLOBAL'

      test('an index has no volume among its figures: not zero, but none', async ({ page }) => {
        const volume = placeOf(page)
          .getByRole('term')
          .filter({ hasText: new RegExp(`^${said.volume}$`, 'i') })
        await page.goto(quote)
        await expect(volume).toHaveCount(1)
        await page.goto(index)
        await expect(page.getByRole('heading', { name: said.indexName }).first()).toBeVisible()
        await expect(placeOf(page).getByRole('term').first()).toBeVisible()
        await expect(volume).toHaveCount(0)
      })

      test('an index has no volume in the row of a candle', async ({ page }) => {
        const candleRow = async (address: string) => {
          await page.mouse.move(5, 5)
          // The quote before would take the tap, if it is still there.
          await page.goto('about:blank')
          await page.goto(address)
          await page.getByRole('radio', { name: said.day, exact: true }).check()
          const chart = page.getByRole('figure')
          await expect(chart).toContainText(/MA5 [\d.,]+/)
          const box = await chart.boundingBox()
          await page.mouse.move((box?.x ?? 0) + 120, (box?.y ?? 0) + 120)
          return chart.locator('p', { has: page.locator('strong') })
        }
        await expect(await candleRow(quote)).toContainText(said.candleVolume)
        const row = await candleRow(index)
        // Of an index the prices have five digits.
        await expect(row).toContainText(/\d\d,\d{3}\./)
        await expect(row).not.toContainText(said.candleVolume)
      })

      test('an index has no volume in its row', async ({ page }) => {
        const rowsOf = async (tab: string) => {
          await page.goto(`/#/pages/market/index?tab=${tab}`)
          const links = page.locator('a[href*="/quote/"]')
          const rows = page.getByRole('main').last().getByRole('listitem').filter({ has: links })
          await expect(rows.first()).toContainText(/\d%/)
          return rows.allTextContents()
        }
        const volume = new RegExp(`${said.volume} ?\\d`)
        const shares = await rowsOf('us')
        const indices = await rowsOf('indices')
        expect(shares.filter((text) => !volume.test(text))).toEqual([])
        expect(indices.length).toBeGreaterThan(10)
        expect(indices.filter((text) => volume.test(text))).toEqual([])
      })
    })

test('home shows the net worth of the overview call, including floating profit', async ({ page, words }) => {
  const { person } = await openTrader()
  await signInAs(page, person)
  const answer = page.waitForResponse((response) => response.url().includes('getFundingOverview'))
  await page.goto('/')
  const { data } = (await (await answer).json()) as { data: Readonly<Record<string, string>> }
  expect(data['equity']).not.toBe(data['total'])
  const shown = (amount: string | undefined): RegExp =>
    new RegExp(`MX\\$${(amount ?? 'none').replaceAll(/\B(?=(\d{3})+(?!\d))(?=[\d]*\.)/g, ',').replace('.', '\\.')}`)
  await expect(page.getByText(shown(data['equity'])).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(words.netWorth)).toBeVisible()
  const overview = await person.call(calls.account.overview, { wallet: 'OVERVIEW' })
  const dollars = overview.wallets.find(({ wallet }) => wallet === 'US_STOCK')
  expect(formatMoney(dollars?.equity ?? overview.total)).not.toBe(formatMoney(dollars?.total ?? overview.total))
})
