import { assert } from '@mex/core/assert.ts'
import type { Calendar } from '@mex/core/market/calendar.ts'
import { openListings, type WantedInstrument } from '#areas/market/listings.ts'
import { codeOfKey, marketOfKey, type Instrument, type SessionName } from '@mex/core/market/instrument.ts'
import { priceOf, type Rate } from '@mex/core/money/money.ts'
import { openBarService, type BarService } from '#feeds/bars/bar-service.ts'
import { openCatalogue, type Catalogue } from '#feeds/catalogue.ts'
import { completeInstrument } from '#feeds/catalogue-listings.ts'
import type { DrawnFeed, DrawnPrices } from '#feeds/drawn.ts'
import type { Feed } from '#feeds/feed.ts'
import { openFeed, type FeedInputs } from '#feeds/open-feed.ts'
import { readManifest } from '#feeds/replay/manifest.ts'
import { readPublicYields } from '#feeds/replay/public-yields.ts'
import { isListedMarket } from '#feeds/market-defaults.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { sharesOfIssue } from '#feeds/simulator/new-listings.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { openClock } from '#clock.ts'
import type { Database } from '#db/sql.ts'
import type { Settings } from './environment.ts'
import type { LiveParts } from './live-source.ts'

/** The source of prices of this installation, with its calendars, catalogue and charts. */
export type MarketSource = {
  readonly feed: Feed
  /** Charts of the same prices; the caller closes it. */
  readonly bars: BarService
  readonly catalogue: Catalogue
  readonly calendars: ReadonlyMap<SessionName, Calendar>
  /** Yearly interest by currency or metal; one without it is missing, and its pairs are not listed (rulebook §13.6). */
  readonly interest: ReadonlyMap<string, Rate>
  /** An instrument by key, also a delisted one or an expired contract. */
  readonly describe: (key: string, now: number) => Instrument
  /** The instrument that a request names by its code; a futures product means its front month. */
  readonly find: (wanted: WantedInstrument, now: number) => Instrument | undefined
  /** The secrets from which prices are drawn: all prices of the simulated market, those inside bars in a replay. */
  readonly drawn: DrawnPrices
  /** Start of the market clock, if the source requires one. */
  readonly start: number | undefined
  /** Maximum age of a quote that may fill or liquidate (rulebook §13.6, `quote.maxAgeSec`). */
  readonly quoteAgeSecondsMax: number
  /** Public quotes, which somebody must load and ask for; undefined where prices are drawn. */
  readonly live: LiveParts | undefined
}

/** What a source of prices is opened from, as plain data that can be sent to another thread. */
export type SourceSettings = Pick<Settings, 'market' | 'practiceHours' | 'marketSeed' | 'replayFolder' | 'clockStart'> &
  Partial<Pick<Settings, 'practiceAuctions' | 'liveSource'>>

type OpeningOptions = {
  /** Called when a worker thread crashed and is replaced. */
  readonly onThreadLost?: (error: unknown) => void
  /** Where public quotes are stored. */
  readonly db?: Database
  /** For so long public quotes are kept in memory. */
  readonly keepMilliseconds?: number
}

export async function openMarketSource(
  settings: SourceSettings,
  marketSecret: Buffer,
  { onThreadLost = () => undefined, db, keepMilliseconds }: OpeningOptions = {},
): Promise<MarketSource> {
  const catalogue = openCatalogue()
  // A copy, because a small buffer is a view of a shared pool, and worker threads must receive only the secret.
  const master = Uint8Array.from(settings.marketSeed === undefined ? marketSecret : Buffer.from(settings.marketSeed))
  const secrets = openDaySecrets(master, modelVersion)
  const whole = (feed: DrawnFeed, inputs: FeedInputs) => ({
    catalogue: feed.catalogue,
    calendars: catalogue.calendars,
    interest: catalogue.interest,
    quoteAgeSecondsMax: 5,
    feed,
    bars: openBarService({ inputs, feed, onLost: onThreadLost }),
    ...lookups(feed, feed.catalogue),
    drawn: { secrets, firstDrawnDay: feed.firstDrawnDay, withKeys: feed.withKeys },
    live: undefined,
  })
  if (settings.market === 'live') {
    assert(db !== undefined, 'public quotes have a database')
    // Its client is of no use to the other markets.
    const { openLiveSource } = await import('./live-source.ts')
    const now = openClock().wall()
    const parts = { db, catalogue, origin: settings.liveSource, master, now, keepMilliseconds }
    const source = await openLiveSource(parts)
    const { calendars, interest } = catalogue
    return { ...source, catalogue, calendars, interest, ...lookups(source.feed, catalogue), start: undefined }
  }
  if (settings.market === 'replay') {
    const folder = settings.replayFolder ?? ''
    const [entries, yields] = [await readManifest(folder), readPublicYields(folder)]
    const inputs = { market: 'replay', master, entries, yields, start: settings.clockStart } as const
    const feed = openFeed(inputs, catalogue)
    return { ...whole(feed, inputs), start: feed.start }
  }
  const { practiceHours, practiceAuctions = practiceHours } = settings
  const inputs = { market: 'sim', master, practiceHours, practiceAuctions } as const
  return { ...whole(openFeed(inputs, catalogue), inputs), start: settings.clockStart }
}

function lookups(feed: Feed, catalogue: Catalogue): Pick<MarketSource, 'describe' | 'find'> {
  const listings = openListings(feed, catalogue)
  return { describe: describer(feed, catalogue), find: (wanted, now) => listings(now).candidates(wanted)[0] }
}

/** An instrument by key, also one that is not listed yet or no more. */
export function describer(feed: Feed, catalogue: Catalogue) {
  return (key: string, now: number): Instrument =>
    feed.instruments(now).get(key) ??
    feed.ended(key, now) ??
    catalogue.instrumentsAt(now).get(key) ??
    catalogue.anyMonth(key)?.instrument ??
    comingShares(feed, key, now) ??
    unknown(key)
}

/** Allotted shares are held before they are listed. */
function comingShares(feed: Feed, key: string, now: number): Instrument | undefined {
  const issue = feed.newIssues(now).find(({ instrument }) => instrument === key)
  return issue === undefined ? undefined : { ...sharesOfIssue(issue, issue.ticks), tradable: false }
}

/**
 * A position may be in something that this installation does not list any more, after another feed was chosen. Its code is
 * shown, with the defaults of its market; it has no price and cannot be traded.
 */
function unknown(key: string): Instrument {
  const market = marketOfKey(key)
  assert(isListedMarket(market), `${key} was listed once`)
  const code = codeOfKey(key)
  const name = { en: code, zh: code }
  const ticks = [{ below: undefined, tick: priceOf('0.01') }]
  return completeInstrument({ market, code, name, venue: '—', ticks, tradable: false })
}
