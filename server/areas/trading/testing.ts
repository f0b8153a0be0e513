import type { DrawnFeed } from '#feeds/drawn.ts'
import assert from 'node:assert/strict'
import { moneyOf, price, priceOf, quantityOf, type Money, type Price } from '@mex/core/money/money.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import type { ClosingRequest, OpeningRequest } from '@mex/core/trading/order-check.ts'
import { grant } from '@mex/core/account/postings.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { signupGrant, type Wallet } from '@mex/core/wallet/wallets.ts'
import type { SeveralResults } from '@mex/contract/trading/several.ts'
import type { Order as OrderView, Position as PositionView } from '@mex/contract/trading/shapes.ts'
import { openSteppedClock, type SteppedClock } from '#clock.ts'
import { lockUsers } from '#db/lane.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { describer } from '#market-source.ts'
import { resetRefusal } from '#reset-refusal.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { Feed } from '#feeds/feed.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { openTicker, type TickGap, type Ticker } from '#feeds/ticker.ts'
import { addUser, expectBalancedLedger, start } from '#areas/testing.ts'
import { balanceOf, loadBalances, savePostings } from '#areas/ledger/actions.ts'
import { openListings } from '#areas/market/listings.ts'
import { openTradingEngine, type TradingEngine } from './engine.ts'
import { evidence } from './evidence.ts'
import { openMatcher } from '#areas/trading/matching/matcher.ts'

export { findOrder as readOrder, findPosition as readPosition } from './store.ts'

/** The trading area on its own database, with a market of a known seed and a stepped clock. */
export type TradingTest = AsyncDisposable & {
  readonly database: TestDatabase
  readonly clock: SteppedClock
  readonly feed: Feed
  readonly engine: TradingEngine
  readonly ticker: Ticker
  /** The gaps that the ticker told. */
  readonly gaps: readonly TickGap[]
  /** Who may not buy blocks, and why. */
  readonly refusedBlocks: Map<number, Refusal>
  /** A person with the sign-up grants. */
  person(): Promise<number>
  open(user: number, order: Partial<Asked>): Promise<OrderView | Refusal>
  close(user: number, positionId: number, order?: Partial<ClosingRequest>): Promise<OrderView | Refusal>
  cancel(user: number, orderId: number): Promise<OrderView | Refusal>
  /** Changes an order of which this much was filled: to a quantity, and to a limit if it has one. */
  amend(user: number, orderId: number, change: Change): Promise<OrderView | Refusal>
  /** Closes all of these positions, or cancels these orders, in one command. */
  several(user: number, what: 'close' | 'cancel', ids: readonly number[]): Promise<SeveralResults>
  addMargin(user: number, positionId: number, amount: string): Promise<PositionView | Refusal>
  /** Moves the clock past the next tick and lets the matcher handle it. */
  tick(times?: number): Promise<void>
  available(user: number, wallet: Wallet): Promise<Money>
  expectBalancedLedger(): Promise<void>
}

export type Change = { readonly quantity: string; readonly limit?: Price | undefined; readonly filled?: string }

export type Asked = Omit<OpeningRequest, 'quantity' | 'limit'> & {
  key: string
  quantity: string
  limit: string | undefined
}

const plain: Asked = {
  key: 'US:AAPL',
  source: sources.stock,
  direction: 'long',
  type: 'market',
  limit: undefined,
  quantity: '10',
  leverage: 1,
  extendedHours: false,
}

export type TradingTestOptions = {
  readonly practiceHours?: boolean
  readonly at?: number
  /** A clock that runs so many times as fast has its ticks as far apart as a hurried one. */
  readonly speed?: number
  /** Wraps the feed, where a test needs a certain move. */
  readonly bend?: (feed: Feed) => Feed
  /** Another way to the database than the direct one. */
  readonly reach?: (database: TestDatabase) => Promise<Database>
  /** What is halted for everyone. */
  readonly halted?: (key: string) => boolean
  /** `quote.maxAgeSec` of the source. */
  readonly quoteAgeSecondsMax?: number
  /** Told when a tick fails; without it the test does. */
  readonly onTickFailure?: (error: unknown) => void
}

/** The secret of the market of these tests. */
export const testMaster = 'trading-test'

const testKeys = openDaySecrets(Buffer.from(testMaster), modelVersion)
const markets = new Map<boolean, DrawnFeed>()

/** The market with or without practice hours. The tests of a file share it, because the paths of all shares take seconds. */
function drawnMarket(practiceHours: boolean): DrawnFeed {
  const market =
    markets.get(practiceHours) ?? openSimulatedFeed({ keys: testKeys, catalogue: openCatalogue(), practiceHours })
  markets.set(practiceHours, market)
  return market
}

export async function openTradingTest({
  practiceHours = true,
  at = start,
  speed = 1,
  bend = (feed) => feed,
  reach = ({ db }) => Promise.resolve(db),
  halted = () => false,
  quoteAgeSecondsMax = 5,
  onTickFailure = (error) => assert.fail(`A tick failed: ${String(error)}`),
}: TradingTestOptions = {}): Promise<TradingTest> {
  const database = await openTestDatabase()
  const clock = { ...openSteppedClock(at), speed }
  const drawn = drawnMarket(practiceHours)
  const { catalogue } = drawn
  const refusedBlocks = new Map<number, Refusal>()
  const feed = bend(drawn)
  const listings = openListings(feed, catalogue)
  const engine = openTradingEngine({
    db: await reach(database),
    feed,
    clock,
    calendars: catalogue.calendars,
    interest: catalogue.interest,
    describe: describer(feed, catalogue),
    traditional: (simplified) => simplified,
    find: (wanted, now) => listings(now).candidates(wanted)[0],
    haltedNow: () => halted,
    blockRefusal: (_, user) => Promise.resolve(refusedBlocks.get(user)),
    resetRefusal,
    accepting: () => true,
    quoteAgeSecondsMax,
    wake: () => undefined,
  })
  await engine.start()
  const gaps: TickGap[] = []
  const ticker = openTicker({
    feed,
    clock,
    listeners: [openMatcher(engine)],
    onGap: (gap) => void gaps.push(gap),
    onError: (_, error) => onTickFailure(error),
  })
  const asking = askers(engine)
  return {
    ...asking,
    database,
    clock,
    feed,
    engine,
    ticker,
    gaps,
    refusedBlocks,
    person: () => newPerson(database),
    async tick(times = 1) {
      for (let done = 0; done < times; done += 1) {
        clock.set(feed.nextTick(clock.now()))
        await ticker.step()
      }
    },
    available: (user, wallet) => balanceOf(database.db, user, 'U.AVAIL', wallet),
    expectBalancedLedger: () => expectBalancedLedger(database.db, evidence),
    [Symbol.asyncDispose]: async () => {
      await ticker.stop()
      await engine.lane.settled()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** Commands to the engine with defaults for what a test does not set. */
function askers({
  lane,
}: TradingEngine): Pick<TradingTest, 'open' | 'close' | 'cancel' | 'amend' | 'several' | 'addMargin'> {
  const language = 'en'
  return {
    open: (user, order) => {
      const { key, quantity, limit, ...rest } = { ...plain, ...order }
      const request = {
        ...rest,
        quantity: quantityOf(quantity),
        limit: limit === undefined ? undefined : priceOf(limit),
      }
      return lane.send({ kind: 'open', userId: user, key, order: request, language }) as Promise<OrderView | Refusal>
    },
    close: (user, positionId, order = {}) => {
      const request: ClosingRequest = {
        amount: 'full',
        type: 'market',
        limit: undefined,
        extendedHours: false,
        ...order,
      }
      return lane.send({ kind: 'close', userId: user, positionId, order: request, language }) as Promise<
        OrderView | Refusal
      >
    },
    cancel: (user, orderId) =>
      lane.send({ kind: 'cancel', userId: user, orderId, language }) as Promise<OrderView | Refusal>,
    amend: (user, orderId, { quantity, limit, filled = '0' }) =>
      lane.send({
        kind: 'amend',
        userId: user,
        orderId,
        filled: quantityOf(filled),
        quantity: quantityOf(quantity),
        limit,
        language,
      }) as Promise<OrderView | Refusal>,
    several: (user, what, ids) =>
      lane.send({ kind: 'several', userId: user, what, ids, language }) as Promise<SeveralResults>,
    addMargin: (user, positionId, amount) =>
      lane.send({ kind: 'margin', userId: user, positionId, amount: moneyOf(amount), language }) as Promise<
        PositionView | Refusal
      >,
  }
}

async function newPerson({ db }: TestDatabase): Promise<number> {
  const user = await addUser(db)
  await inTransaction(db, async (tx) => {
    await lockUsers(tx, [user])
    const balances = await loadBalances(tx, [user])
    for (const { wallet, amount } of signupGrant) balances.post(grant({ user, at: start }, wallet, amount))
    await savePostings(tx, balances)
  })
  return user
}

/** Returns the answer and fails if it is a refusal. */
export function accepted<T>(outcome: T | Refusal): T {
  assert(!isRefusal(outcome), `refused: ${isRefusal(outcome) ? outcome.refused : ''}`)
  return outcome
}

/** A feed in which a test moves the prices of some instruments and nothing else. */
export type BentFeed = Feed & { move(key: string, factorPercent: bigint): void }

export function bendable(feed: Feed): BentFeed {
  const factors = new Map<string, bigint>()
  const bent = (quote: Quote | undefined): Quote | undefined => {
    const factor = quote === undefined ? undefined : factors.get(quote.key)
    if (quote === undefined || factor === undefined) return quote
    // Whole units are multiples of every tick size.
    const moved = (at: Price): Price => price(((at * factor) / 100n / 100_000_000n) * 100_000_000n)
    const bid = moved(quote.bid)
    return { ...quote, bid, last: bid, ask: price(bid + (quote.ask - quote.bid)) }
  }
  return {
    ...feed,
    quote: (key, now) => bent(feed.quote(key, now)),
    quoteById: (id, now) => bent(feed.quoteById(id, now)),
    move: (key, factorPercent) => void factors.set(key, factorPercent),
  }
}

/** A feed whose auctions exchange no more than this. */
export function thin(feed: Feed, volume: string): Feed {
  const bent = (quote: Quote | undefined): Quote | undefined =>
    quote?.auctionVolume === undefined ? quote : { ...quote, auctionVolume: quantityOf(volume) }
  return {
    ...feed,
    quote: (key, now) => bent(feed.quote(key, now)),
    quoteById: (id, now) => bent(feed.quoteById(id, now)),
  }
}
