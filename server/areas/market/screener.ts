import { textIn } from '@mex/contract/text.ts'
import type { ScreenedShare, SectorOfMarket } from '@mex/contract/market/screens.ts'
import { companyRatios } from '@mex/core/market/company-ratios.ts'
import { dividendsOfYear } from '@mex/core/market/corporate-actions.ts'
import type { ShareMarket } from '@mex/core/market/instrument.ts'
import { sectorSums, volatilityOf, type Screened } from '@mex/core/market/screen.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import { utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import type { Percent } from '@mex/core/money/money.ts'
import type { Language } from '@mex/contract/language.ts'
import { orWithout } from '#feeds/bars/bar-service.ts'
import type { MarketData } from './market-data.ts'
import type { Row } from './quote-board.ts'

/** A row of the quote board with the figures that a screen filters by. */
export type ScreenRow = Screened & { readonly row: Row }

export type Screener = {
  /**
   * The shares and funds of a market as they are at `now`, computed once per tick for all callers. The first volatilities of a
   * day take the charts a second: who needs none gets the rows without those that are not known yet.
   */
  rows(market: ShareMarket, now: number, volatility: 'awaited' | 'if known'): Promise<readonly ScreenRow[]>
  /** What the sectors of rows do; funds are no sector. */
  sectors(rows: readonly ScreenRow[], language: Language): readonly SectorOfMarket[]
  view(row: ScreenRow, language: Language): ScreenedShare
}

type Volatility = { readonly day: DayNumber; readonly value: Percent | undefined }

export function openScreener(marketData: MarketData): Screener {
  const { feed, catalogue, board, bars } = marketData
  const volatilities = new Map<string, Volatility>()
  const loading = new Map<ShareMarket, Promise<void>>()
  const made = new Map<
    ShareMarket,
    { readonly from: number; readonly until: number; readonly rows: readonly ScreenRow[] }
  >()

  /** Closes change once a day, so the volatility of a share is asked for once a day, by one caller for everybody. */
  async function load(market: ShareMarket, now: number): Promise<void> {
    const day = utcDay(now)
    const keys = marketData
      .listings(now)
      .ofMarket(market)
      .map(({ key }) => key)
    const missing = keys.filter((key) => volatilities.get(key)?.day !== day)
    if (missing.length === 0) return
    const closes = await orWithout(bars.closes(missing, now, 'screener'), new Map())
    // The newest may still be growing.
    for (const [key, prices] of closes) volatilities.set(key, { day, value: volatilityOf(prices.slice(0, -1)) })
    made.delete(market)
  }

  function loadOnce(market: ShareMarket, now: number): Promise<void> {
    const known = loading.get(market)
    if (known !== undefined) return known
    const fresh = load(market, now).finally(() => loading.delete(market))
    loading.set(market, fresh)
    return fresh
  }

  function rowOf(row: Row, now: number): ScreenRow {
    const { instrument, quote, day, changeRatio } = row
    const { key } = instrument
    const dividendPerShare = dividendsOfYear(feed.actions(key, now), now)
    const facts = { sharesOutstanding: undefined, earningsPerShare: undefined, dividendPerShare }
    return {
      row,
      group: catalogue.listing(key, now)?.group ?? '',
      last: quote.last,
      changeRatio,
      volume: day.volume,
      dividendYield: companyRatios(quote.last, facts).dividendYield,
      volatility: volatilities.get(key)?.value,
    }
  }

  return {
    async rows(market, now, volatility) {
      const loaded = loadOnce(market, now)
      if (volatility === 'awaited') await loaded
      // A failure is that of the charts; the next request asks again.
      else loaded.catch(() => undefined)
      const known = made.get(market)
      if (known !== undefined && now >= known.from && now < known.until) return known.rows
      const rows = board.rows(marketData.listings(now).ofMarket(market), now).map((row) => rowOf(row, now))
      made.set(market, { from: now, until: feed.nextTick(now), rows })
      return rows
    },
    sectors: (rows, language) => sectorsView(marketData, rows, language),
    view: (row, language) => rowView(marketData, row, language),
  }
}

function sectorsView({ catalogue, traditional }: MarketData, rows: readonly ScreenRow[], language: Language) {
  return sectorSums(rows.filter(({ group }) => catalogue.sectors.has(group))).map((sum) => {
    const { group } = sum
    const name = catalogue.sectors.get(group)?.name ?? { en: group, zh: group }
    return { ...sum, name: textIn(name, language, traditional) }
  })
}

function rowView({ traditional }: MarketData, { row, ...figures }: ScreenRow, language: Language): ScreenedShare {
  const { instrument, quote } = row
  const { source, market, code, ticks } = instrument
  const name = textIn(instrument.name, language, traditional)
  return { source, market, code, name, ...figures, tick: tickAt(ticks, quote.last) }
}
