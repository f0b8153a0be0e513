import { expect, test, type Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { calls } from '@mex/contract/areas.ts'
import { openServer, readSettings } from '@mex/server'
import {
  openQuietLog,
  openSourceServer,
  openSteppedClock,
  openTestDatabase,
  saidHistory,
  saidQuote,
  saidQuotes,
  type SourceServer,
} from '@mex/server/testing.ts'
import { drive, type Driving } from '@mex/world/driving.ts'
import { register } from '@mex/world/people.ts'
import type { Person } from '@mex/world/person.ts'

import { aboutOneServer } from './one-server.ts'
import { signInAs } from './trader.ts'
import { languages } from './words.ts'

/** Public quotes, from a local server that speaks as their source does, on a clock that the journey moves. */

aboutOneServer('its server is in this process, on a clock that the journey moves; world/live-cluster.test.ts has two')

const texts = {
  en: {
    practice: 'Practice · delayed prices',
    late: 'Prices of the exchange, 20 minutes late',
    public: 'Public quotes',
    old: 'Old 14:00',
    notice: /nothing is filled before a newer price/,
    orders: /^Entrusted orders/,
  },
  'zh-CN': {
    practice: '模拟 · 延时行情',
    late: '交易所行情，延迟 20 分钟',
    public: '公开报价',
    old: '旧价 14:00',
    notice: /出现更新的价格之前不会成交/,
    orders: /^委托/,
  },
} as const

type LiveServer = Driving & {
  readonly url: string
  readonly source: SourceServer
  /** The source says these prices, made a second ago; everything else stays silent. */
  say(this: void, prices: Readonly<Record<string, number>>): Promise<void>
  close(this: void): Promise<void>
}

const lags: Readonly<Record<string, number>> = { 'WALMEX.MX': 20 }
const currencies: Readonly<Record<string, string>> = { 'WALMEX.MX': 'MXN', 'MXN=X': 'MXN', 'HKD=X': 'HKD' }

/** A server on a Tuesday at 14:00 UTC, while New York and Mexico trade. */
async function openLive(): Promise<LiveServer> {
  const source = await openSourceServer(() => undefined)
  const database = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'mex-e2e-live-'))
  const clock = openSteppedClock(Date.parse('2026-09-08T14:00:00Z'))
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.connectionString,
    MARKET: 'live',
    LIVE_SOURCE: source.origin,
  })
  const webFolder = resolve(import.meta.dirname, '..', '..', 'web', 'dist')
  const server = await openServer({ settings, version: '1.0.0', webFolder, clock, log: openQuietLog() })
  const driving = drive(server, clock, 'due')
  return {
    ...driving,
    url: server.url,
    source,
    async say(prices) {
      const now = Math.floor(clock.now() / 1000) - 1
      const quotes = Object.entries(prices).map(([symbol, price]) => {
        const lag = lags[symbol] ?? 0
        return saidQuote(symbol, {
          currency: currencies[symbol] ?? 'USD',
          exchangeDataDelayedBy: lag,
          regularMarketPrice: price,
          regularMarketTime: now - lag * 60,
          bid: price - 0.01,
          ask: price + 0.01,
        })
      })
      const days = [1, 2, 3, 4].map((day) => Date.parse(`2026-09-0${day}T13:30:00Z`) / 1000)
      source.answer(({ pathname, searchParams }) => {
        const [, symbol] = /^\/v8\/finance\/chart\/(.+)$/.exec(pathname) ?? []
        if (symbol !== undefined) return saidHistory(symbol, days, { close: [190, 192, 191, 195] })
        const asked = new Set((searchParams.get('symbols') ?? '').split(','))
        return saidQuotes(quotes.filter((one) => asked.has(one.symbol)))
      })
      await server.askSource()
      await driving.step(4)
    },
    async close() {
      await server.close()
      await source.close()
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const prices = { AAPL: 200, MSFT: 400, 'WALMEX.MX': 60, 'MXN=X': 18.5, 'HKD=X': 7.8 }
const order = { market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '2' }
const row = (page: Page, code: string) => page.getByRole('link').filter({ hasText: code }).first()

for (const language of languages)
  test.describe(language, () => {
    const said = texts[language]
    let live: LiveServer
    let person: Person
    test.beforeAll(async () => {
      live = await openLive()
      await live.say(prices)
      person = await register(live.url, 'alice')
    })
    test.afterAll(() => live.close())

    test(`old prices are marked and fill nothing, and an order waits for a price made after it (${language})`, async ({
      browser,
    }) => {
      const context = await browser.newContext({
        locale: language,
        timezoneId: 'UTC',
        viewport: { width: 390, height: 844 },
      })
      await context.addInitScript((chosen) => localStorage.setItem('mex.language', chosen), language)
      const page = await context.newPage()
      await signInAs(page, person)
      const open = async (path: string): Promise<void> => {
        await page.goto(`${live.url}/#${path}`)
        await page.reload()
      }
      await open('/pages/market/index?tab=mx')
      await expect(page.getByText(said.late, { exact: true })).toBeVisible()
      await expect(page.getByText(said.practice).first()).toBeVisible()
      await open('/pages/market/index?tab=us')
      await expect(page.getByText(said.public, { exact: true })).toBeVisible()
      await expect(row(page, 'AAPL')).toContainText('200.00')

      // Two orders; then the source says a price of one of the two shares alone.
      for (const stockCode of ['AAPL', 'MSFT']) {
        const { envelope } = await person.askWire(calls.trading.createStock, { ...order, stockCode })
        expect(envelope.code, envelope.msg).toBe(200)
      }
      await live.pass(120)
      await live.say({ AAPL: 201, 'MXN=X': 18.5, 'HKD=X': 7.8 })
      await open('/pages/market/index?tab=us')
      await expect(row(page, 'MSFT')).toContainText(said.old.replace('14:00', '13:59'))
      await expect(row(page, 'AAPL')).toContainText('201.00')
      await expect(row(page, 'AAPL')).not.toContainText(said.old.slice(0, 2))
      await open('/pages/quote/stock?name=Microsoft&code=MSFT&source=0&market=US')
      await expect(page.getByText(said.notice)).toBeVisible()
      await open('/pages/payment/stock?name=Microsoft&code=MSFT&source=0&market=US')
      await expect(page.getByText(said.notice)).toBeVisible()
      await open('/pages/trade/index')
      const cards = page.getByRole('main')
      await expect(cards.getByText('AAPL')).toBeVisible()
      await expect(cards.getByText('MSFT')).toHaveCount(0)

      // Without a newer price the position is marked, and the other order still waits.
      await live.pass(180)
      await page.reload()
      await expect(cards.getByText(said.old.replace('14:00', '14:02'))).toBeVisible()
      await page.getByRole('radio', { name: said.orders }).check()
      await expect(cards.getByText('MSFT')).toBeVisible()
      await context.close()
    })
  })
