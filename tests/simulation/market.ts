import { assert, present } from '@mex/core/assert.ts'
import { nextAuction } from '@mex/core/auctions/schedule.ts'
import {
  blockQuantityMax,
  confirmMilliseconds,
  isOpenBlock,
  remainingAt,
  type BlockOffer,
} from '@mex/core/blocks/block-offer.ts'
import type { Calendar } from '@mex/core/market/calendar.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { offerPhase } from '@mex/core/offerings/new-issue.ts'
import { isOpenAt } from '@mex/core/offerings/placing.ts'
import { settleDelayMilliseconds } from '@mex/core/trading/expiry.ts'
import {
  addPerson,
  allowPayouts,
  computeRecords,
  openDeciding,
  openSteppedClock,
  openTestDatabase,
  type Deciding,
  type Feed,
  type SteppedClock,
  type TestDatabase,
} from '@mex/server/testing.ts'
import { bendFeed, type Bend, type BentFeed } from './bent-feed.ts'
import type { SeededRandom } from './seeded-random.ts'
import { products, type Door, type Product } from './intent.ts'
import { openInterleaving, type Interleaving } from './interleaving.ts'
import { openWitness, type Witness } from './witness.ts'

/** A market whose statements, prices, clock and users are determined by a seed. */
export type SimulatedMarket = AsyncDisposable & {
  readonly database: TestDatabase
  readonly clock: SteppedClock
  readonly feed: BentFeed
  readonly deciding: Deciding
  /** The lanes of two processes, or of several servers; one process alone owns the matching. */
  readonly doors: readonly Door[]
  readonly interleaving: Interleaving
  readonly witness: Witness
  readonly users: readonly number[]
  /** A picture of each person that may be the proof of a deposit. */
  readonly proofs: ReadonlyMap<number, string>
  readonly instruments: readonly Instrument[]
  /** The products that this run has beside trading, transfers and funding. */
  readonly products: readonly Product[]
  /** The key of a share that leaves the market, where a run is about that. */
  readonly leaving: string | undefined
  /** When something happens to what a run is about, in order: to an instrument that is traded most, or to its offers. */
  readonly moments: readonly number[]
  /** The applications that were drawn again, each alone. */
  readonly redrawn: Set<number>
  /** What the checks have met that no row tells. */
  readonly seen: Set<string>
  /** Errors that no command answered with: of ticks and jobs. */
  readonly errors: unknown[]
}

const people = 8
/** When a run starts, and the instrument or the products that it is about. */
type Start = {
  readonly at: string
  readonly about?: string
  /** Whether people buy what it is about while they can. */
  readonly isBought?: boolean
  readonly products?: readonly Product[]
  /** Whether nothing but the last sales of blocks is a moment. */
  readonly isAboutLast?: boolean
}

/** The other users are not verified and have no transaction password. */
const verifiedPeople = 7
/** And these alone may buy blocks. */
const blockBuyers = 6

/**
 * Instants around openings, closings, round-the-clock trading and dividends (a Friday in November, UTC), before a split, and
 * three days before a future ends.
 */
const starts: readonly Start[] = [
  { at: '2026-11-20T16:00:00Z' },
  { at: '2026-11-20T14:29:50Z' },
  { at: '2026-11-20T01:29:55Z' },
  { at: '2026-11-20T20:59:50Z', about: 'US:NOW' },
  { at: '2026-11-06T20:59:50Z', about: 'US:UPS' },
  { at: '2026-11-17T18:59:50Z', about: 'FUT:CL' },
]

/** Before a share leaves the market: a rare start with its own draw. */
const leaving = { at: '2027-02-08T20:59:50Z', about: 'US:QLDN' } as const
/** The same, with time for people to buy it. */
const bought: Start = { at: '2027-02-08T20:59:30Z', about: leaving.about, isBought: true }
const leavingPercent = 8

/**
 * Days before a new issue closes that is paid in part and gives nearly everybody shares: starts with their own draw. */
const offerStarts: readonly Start[] = [
  { at: '2026-09-11T15:00:00Z', products: ['new issues'] },
  { at: '2026-11-06T15:00:00Z', products: ['new issues'] },
  { at: '2026-12-11T15:00:00Z', products: ['new issues'] },
]
const offersPercent = 15

/** Nights, in which practice auctions cross, before days on which placings and blocks end whose lock-ups are short: starts with their own draw. */
const productStarts: readonly Start[] = [
  { at: '2026-10-05T02:40:00Z', products: ['placings', 'blocks', 'auctions'] },
  { at: '2026-12-01T03:40:00Z', products: ['placings', 'blocks', 'auctions'] },
]
const productsPercent = 15

/**
 * Days before coupons, a maturity, the ends of two campaigns and of products and robots of a week: a start with its own draw. At the first, a
 * campaign ends by its stop.
 */
const investmentStarts: readonly Start[] = [
  { at: '2026-11-11T15:00:00Z', products: ['bonds', 'quantify', 'follow', 'robots'] },
  { at: '2026-08-12T15:00:00Z', products: ['bonds', 'quantify', 'follow', 'robots'] },
]
const investmentsPercent = 15
const investing: readonly Product[] = ['bonds', 'quantify', 'follow', 'robots']

/** What a run is about, where that is not drawn. */
export const subjects = ['offers', 'investments', 'a share that leaves', 'the last of a block', ...products] as const
export type About = (typeof subjects)[number]

function startAbout(random: SeededRandom, about: About): Start {
  if (about === 'offers') return random.pick([...offerStarts, ...productStarts])
  if (about === 'a share that leaves') return bought
  if (about === 'the last of a block') return { ...random.pick(productStarts), products: ['blocks'], isAboutLast: true }
  if (about === 'investments') return random.pick(investmentStarts)
  const all = [...offerStarts, ...productStarts, ...investmentStarts]
  const start = random.pick(all.filter(({ products }) => products?.includes(about)))
  return { ...start, products: [about] }
}

function drawStart(random: SeededRandom, about: About | undefined): Start {
  if (about !== undefined) return startAbout(random.branch('an offer'), about)
  const offers = random.branch('an offer')
  if (offers.percent(offersPercent)) return offers.pick(offerStarts)
  const products = random.branch('a product')
  if (products.percent(productsPercent)) return products.pick(productStarts)
  const investments = random.branch('a term')
  if (investments.percent(investmentsPercent)) return investments.pick(investmentStarts)
  return random.branch('a share leaves').percent(leavingPercent) ? leaving : random.pick(starts)
}

/** The instants of the offers that are open at a start: each closes, is allotted, must be paid and is listed. */
const momentsOfIssues = ({ feed }: Source, now: number): number[] =>
  feed
    .newIssues(now)
    .filter((offer) => offerPhase(offer, now) === 'open')
    .flatMap(({ endsAt, allotsAt, payUntil, listsAt }) => [endsAt, allotsAt, payUntil, listsAt])

type Source = Pick<Deciding['source'], 'feed' | 'calendars'>

/** The instants of the placings that are open at a start: each ends, is allotted and is unlocked. */
const momentsOfPlacings = ({ feed }: Source, now: number): number[] =>
  feed
    .placings(now)
    .filter((placing) => isOpenAt(placing, now))
    .flatMap(({ endsAt, allotsAt, unlocksAt }) => [endsAt, allotsAt, unlocksAt])

/** Half of a confirmation: whoever orders then is confirmed after what happens so much later. */
const beforeSale = confirmMilliseconds / 2

/** The instants of the blocks that are open at a start: sales that leave too little for some, the end, the unlock. */
const momentsOfBlocks = ({ feed }: Source, now: number): number[] =>
  feed
    .blockOffers(now)
    .filter((offer) => isOpenBlock(offer, now))
    .flatMap((offer) => [...lastSales(feed, offer), offer.endsAt, offer.unlocksAt])

/** Shortly before sales of a block that leave too little for some. */
function lastSales(feed: Feed, offer: BlockOffer): number[] {
  const sales = feed.blockSales(offer, offer.endsAt)
  const last = sales.filter(({ at }) => remainingAt(offer, sales, at) < blockQuantityMax(offer))
  return last.map(({ at }) => at - beforeSale)
}

const momentsOfLastBlocks = ({ feed }: Source, now: number): number[] =>
  feed
    .blockOffers(now)
    .filter((offer) => isOpenBlock(offer, now))
    .flatMap((offer) => lastSales(feed, offer))
    .toSorted((one, other) => one - other)

/** Commands come so long before a cross, because its print is met by the tick of that instant alone. */
const beforeCross = 500

/** The instants of the next auction in the US: entry ends, and it is about to cross. */
export function momentsOfAuction({ feed, calendars }: Source, now: number): readonly number[] {
  const auction = nextAuction(
    usCalendar({ feed, calendars }, now),
    now + beforeCross,
    feed.auctions?.hasPractice === true,
  )
  return [auction.closesAt, auction.crossesAt - beforeCross]
}

/** The calendar of the shares of the US, which are sold in auctions. */
export function usCalendar({ feed, calendars }: Source, now: number): Calendar {
  const share = present(feed.instruments(now).get('US:AAPL'), 'a share of the US')
  return present(calendars.get(share.session), 'its calendar')
}

const momentsOf: Readonly<Record<Product, (source: Source, now: number) => number[]>> = {
  'new issues': momentsOfIssues,
  placings: momentsOfPlacings,
  blocks: momentsOfBlocks,
  // There is always another one.
  auctions: () => [],
  // These follow from what people have.
  bonds: () => [],
  quantify: () => [],
  follow: () => [],
  robots: () => [],
}

/** The instant of what a start is about: a dividend, a split, the settlement of a future, the end of a share. */
function momentOf(feed: Feed, { key }: Instrument, now: number): number | undefined {
  const ends = feed.instruments(now).get(key)?.contract?.lastTrade
  const ex = feed.actions(key, now).find(({ exAt }) => exAt > now)?.exAt
  return ends === undefined ? ex : ends + settleDelayMilliseconds
}

function momentsOfStart(
  source: Source,
  subject: Instrument | undefined,
  products: readonly Product[],
  now: number,
): readonly number[] {
  const ofSubject = subject === undefined ? undefined : momentOf(source.feed, subject, now)
  const ofProducts = products.flatMap((product) => momentsOf[product](source, now))
  return [...(ofSubject === undefined ? [] : [ofSubject]), ...ofProducts].toSorted((one, other) => one - other)
}

/** How often what a start is about stands among the instruments. */
const emphasis = 6

const traded = [
  'US:AAPL',
  'US:TSLA',
  'US:NVDA',
  'MX:WALMEX',
  'MX:ALPEKA',
  'MX:ALSEA',
  'HK:00700',
  'HK:00001',
  'FX:EURUSD',
  // With a dividend at the close of that Friday, and a split two weeks before.
  'US:NOW',
  'HK:00992',
  'US:UPS',
]
const tradedToo = ['FX:USDJPY', 'FX:USDMXN', 'FX:XAUUSD']
const futures = ['MES', 'CL', 'GC']

function choose(all: ReadonlyMap<string, Instrument>, about: string | undefined): Instrument[] {
  const named = [...traded, ...tradedToo, ...(about === leaving.about ? [about] : [])].flatMap(
    (key) => all.get(key) ?? [],
  )
  const fronts = futures.flatMap((product) => {
    const months = [...all.values()].filter(({ contract }) => contract?.product === product)
    return months
      .toSorted((one, other) => (one.contract?.lastTrade ?? 0) - (other.contract?.lastTrade ?? 0))
      .slice(0, 2)
  })
  return [...named, ...fronts].filter(({ tradable }) => tradable)
}

/** How far the clocks of several servers are apart at most, in milliseconds. */
const skewMost = 400

/** The first server leads, by the clock of the market. */
const skewsOf = (random: SeededRandom, servers: number): readonly number[] =>
  servers === 1
    ? []
    : Array.from({ length: servers }, (_, number) => (number === 0 ? 0 : random.below(2 * skewMost) - skewMost))

export async function openSimulatedMarket(random: SeededRandom, wanted?: About, servers = 1): Promise<SimulatedMarket> {
  const database = await openTestDatabase()
  // Must come before any use of the database: statements of every connection must be drawn.
  const interleaving = await openInterleaving(database, random.branch('statements'))
  const { at, about, isBought = false, isAboutLast = false, products = [] } = drawStart(random, wanted)
  const clock = openSteppedClock(Date.parse(at))
  const errors: unknown[] = []
  const users: number[] = []
  for (let made = 0; made < people; made += 1) users.push(await addPerson(database.db))
  await allowPayouts(database.db, users.slice(0, verifiedPeople))
  await database.pool.query('update app_user set block_status = 3 where id = any($1::bigint[])', [
    users.slice(0, blockBuyers),
  ])
  let feed: BentFeed | undefined
  const deciding = await openDeciding({
    db: database.db,
    clock,
    seed: 'simulation',
    practiceHours: random.percent(60),
    bend: (plain) => {
      feed = bendFeed(plain)
      return feed
    },
    onError: (error) => void errors.push(error),
    servers: skewsOf(random.branch('servers'), servers),
  })
  if (feed === undefined) throw new Error('The feed was not bent')
  const witness = openWitness(database.connectionString)
  const { engines, transfers, funding, offerings, investments } = deciding
  const [engine, ...others] = engines
  assert(engine !== undefined, 'one server leads')
  if (products.length > 0) await deciding.prepareOfferings()
  await computeNew({ products, feed, clock })
  const proofs = new Map<number, string>()
  for (const user of users) proofs.set(user, await deciding.prepareDeposits(user))
  const instruments = choose(feed.instruments(clock.now()), about)
  const subject =
    about === undefined
      ? undefined
      : present(
          instruments.find(({ key }) => key.startsWith(about)),
          about,
        )
  return {
    database,
    clock,
    feed,
    deciding,
    doors: [
      { engine, transfers, funding, offerings, investments },
      ...(others.length === 0 ? engines : others).map((other) => ({
        engine: other,
        transfers: deciding.anotherTransfers(),
        funding: deciding.anotherFunding(),
        offerings: deciding.anotherOfferings(),
        investments: deciding.anotherInvestments(),
      })),
    ],
    interleaving,
    witness,
    users,
    proofs,
    instruments:
      subject === undefined ? instruments : [...instruments, ...Array.from({ length: emphasis }, () => subject)],
    products,
    leaving: isBought ? about : undefined,
    moments: isAboutLast
      ? momentsOfLastBlocks(deciding.source, clock.now())
      : momentsOfStart(deciding.source, subject, products, clock.now()),
    redrawn: new Set(),
    seen: new Set(),
    errors,
    [Symbol.asyncDispose]: async () => {
      await deciding.ticker.stop()
      await witness[Symbol.asyncDispose]()
      await interleaving[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

export const hasInvestments = ({ products }: Pick<SimulatedMarket, 'products'>): boolean =>
  products.some((product) => investing.includes(product))

/** Computes what time has brought to the records of agencies and strategies, before anything else needs it. */
export async function computeNew({
  products,
  feed,
  clock,
}: Pick<SimulatedMarket, 'products' | 'feed' | 'clock'>): Promise<void> {
  if (hasInvestments({ products })) await computeRecords(feed, clock.now())
}

/** Puts a fault on the price of an instrument from the next instant on; returns a description. */
export function bendSomething({ feed, instruments, clock }: SimulatedMarket, random: SeededRandom): string {
  const { key } = random.pick(instruments)
  const percent = random.pick([40n, 70n, 85n, 95n, 98n, 102n, 105n, 115n, 130n, 160n])
  const bend: Bend = random.pick([
    { kind: 'moved', percent },
    { kind: 'moved', percent },
    { kind: 'moved', percent },
    { kind: 'stale' },
    { kind: 'crossed' },
    { kind: 'straight' },
    { kind: 'straight' },
  ] as const)
  feed.bend(key, clock.now() + 1, bend)
  // A single jump ends after one tick, and no order may fill on it.
  if (bend.kind === 'moved' && random.percent(25)) feed.bend(key, feed.nextTick(clock.now()) + 1, { kind: 'straight' })
  return `${key} ${bend.kind}${bend.kind === 'moved' ? ` ${bend.percent} %` : ''}`
}
