import { assert } from '@mex/core/assert.ts'
import type { Calendar } from '@mex/core/market/calendar.ts'
import { openListings, type WantedInstrument } from '#areas/market/listings.ts'
import { marketOfKey, type Instrument, type SessionName } from '@mex/core/market/instrument.ts'
import { priceOf } from '@mex/core/money/money.ts'
import { openBarService, type BarService } from '#feeds/bars/bar-service.ts'
import { openCatalogue, type Catalogue } from '#feeds/catalogue.ts'
import { completeInstrument } from '#feeds/catalogue-listings.ts'
import type { DrawnFeed, DrawnPrices } from '#feeds/drawn.ts'
import type { Feed } from '#feeds/feed.ts'
import { openFeed, type FeedInputs } from '#feeds/open-feed.ts'
import { readManifest } from '#feeds/replay/manifest.ts'
import { isListedMarket } from '#feeds/market-defaults.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import type { Settings } from './environment.ts'

/** Where the prices of this installation come from, and what belongs to them. */
export type MarketSource = {
  readonly feed: Feed
  /** The past of the same prices; to be closed. */
  readonly bars: BarService
  readonly catalogue: Catalogue
  readonly calendars: ReadonlyMap<SessionName, Calendar>
  /** An instrument by key, listed or not any more: names outlive contracts. */
  readonly describe: (key: string, now: number) => Instrument
  /** The instrument that a request names by its code; a product of futures stands for its front month. */
  readonly find: (wanted: WantedInstrument, now: number) => Instrument | undefined
  /** The secrets that prices are drawn from: all of them in the simulated market, in a replay those between the bars. */
  readonly drawn: DrawnPrices
  /** Where the clock must start, when the source says so. */
  readonly start: number | undefined
  /** How old a quote may be that fills or liquidates (rulebook §13.6, `quote.maxAgeSec`). */
  readonly quoteMaximumAgeSeconds: number
}

type SourceSettings = Pick<Settings, 'market' | 'practiceHours' | 'marketSeed' | 'replayFolder' | 'clockStart'>

/** `onThreadLost` is told of a worker thread that ended by itself and is replaced. */
export async function openMarketSource(
  settings: SourceSettings,
  marketSecret: Buffer,
  onThreadLost: (error: unknown) => void = () => undefined,
): Promise<MarketSource> {
  const catalogue = openCatalogue()
  // A copy, because a small buffer is a view of memory that others share: threads are given the secret alone.
  const master = Uint8Array.from(settings.marketSeed === undefined ? marketSecret : Buffer.from(settings.marketSeed))
  const secrets = openDaySecrets(master, modelVersion)
  const whole = (feed: DrawnFeed, inputs: FeedInputs) => ({
    catalogue,
    calendars: catalogue.calendars,
    quoteMaximumAgeSeconds: 5,
    feed,
    bars: openBarService({ inputs, feed, onLost: onThreadLost }),
    ...lookups(feed, catalogue),
    drawn: { secrets, firstDrawnDay: feed.firstDrawnDay, withKeys: feed.withKeys },
  })
  if (settings.market === 'replay') {
    const entries = await readManifest(settings.replayFolder ?? '')
    const inputs = { market: 'replay', master, entries, start: settings.clockStart } as const
    const feed = openFeed(inputs, catalogue)
    return { ...whole(feed, inputs), start: feed.start }
  }
  const inputs = { market: 'sim', master, practiceHours: settings.practiceHours } as const
  return { ...whole(openFeed(inputs, catalogue), inputs), start: settings.clockStart }
}

function lookups(feed: Feed, catalogue: Catalogue): Pick<MarketSource, 'describe' | 'find'> {
  const listings = openListings(feed, catalogue)
  return { describe: describer(feed, catalogue), find: (wanted, now) => listings(now).candidates(wanted)[0] }
}

function describer(feed: Feed, catalogue: Catalogue) {
  return (key: string, now: number): Instrument =>
    feed.instruments(now).get(key) ??
    catalogue.instrumentsAt(now).get(key) ??
    catalogue.anyMonth(key)?.instrument ??
    unknown(key)
}

/**
 * A position may be in something that this installation does not list any more, after another feed was chosen. Its code is
 * shown, with the defaults of its market; it has no price and cannot be traded.
 */
function unknown(key: string): Instrument {
  const market = marketOfKey(key)
  assert(isListedMarket(market), `${key} was listed once`)
  const code = key.slice(market.length + 1)
  const name = { en: code, zh: code }
  const ticks = [{ below: undefined, tick: priceOf('0.01') }]
  return completeInstrument({ market, code, name, exchange: '—', ticks, tradable: false })
}
