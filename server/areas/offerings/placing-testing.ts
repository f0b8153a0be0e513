import assert from 'node:assert/strict'
import { present } from '@mex/core/assert.ts'
import type { Quantity } from '@mex/core/money/money.ts'
import { sharesOf } from '@mex/core/offerings/new-issue.ts'
import type { Offer } from '@mex/core/offerings/offer.ts'
import { isOpenAt, type Placing } from '@mex/core/offerings/placing.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { linkAllJournals, start } from '#areas/testing.ts'
import { publishCommitments } from '#areas/market/commitments.ts'
import { accepted, openTradingTest, testMaster, type TradingTest } from '#areas/trading/testing.ts'
import { inTransaction } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { resetRefusal } from '#reset-refusal.ts'
import { findingsOf } from '#testing.ts'
import { openApplications, type Applications } from './applications.ts'
import { openDraws, type Draws } from './draws.ts'
import { jobs } from './jobs.ts'
import { applicationsOf } from './store.ts'

/** Applications for placings on a database of their own, in a market with a stepped clock. */
export type PlacingTest = AsyncDisposable & {
  readonly market: TradingTest
  readonly applications: Applications
  readonly draws: Draws
  /** Who may not apply, and why. */
  readonly unverified: Map<number, Refusal>
  readonly now: () => number
  /** An open placing, after the clock was moved to one. */
  readonly openOne: (wanted?: (placing: Placing) => boolean) => Placing
  /** Moves the clock into the window of a placing that is open for an hour more at least. */
  readonly untilOpen: (wanted: (placing: Placing) => boolean) => Promise<Placing>
  readonly topUp: (userId: number, id: number, more: Quantity, at?: number) => ReturnType<Applications['send']>
  readonly cancel: (userId: number, id: number, at?: number) => ReturnType<Applications['send']>
  readonly apply: (user: number, offer: Offer, lots: number, at?: number) => ReturnType<Applications['send']>
  readonly applied: (user: number, offer: Offer, lots: number) => Promise<number>
  readonly stored: (userId: number, id: number) => Promise<Awaited<ReturnType<typeof applicationsOf>>[number]>
  /** Runs the job once, after the chain of journals has caught up. */
  readonly work: () => Promise<void>
  readonly available: (user: number) => Promise<bigint>
  /** Expects that the ledger, the fills and the offers are recomputed without a difference. */
  readonly expectRight: () => Promise<void>
}

export const lotsOf = (offer: Offer, lots: number): Quantity => sharesOf(offer, lots)

export const word = (outcome: unknown): string | undefined => (isRefusal(outcome) ? outcome.refused : undefined)

/** A feed with further placings. */
function withPlacings(feed: Feed, more: readonly Placing[]): Feed {
  const known = new Map<string, readonly Placing[]>()
  return {
    ...feed,
    placings(now) {
      const own = feed.placings(now)
      const others = more.filter(({ publishedAt }) => publishedAt <= now)
      const name = `${own.length} ${others.length}`
      const all = known.get(name) ?? [...own, ...others]
      known.set(name, all)
      return all
    },
  }
}

export async function openPlacingTest({
  at = start,
  more = [],
}: { readonly at?: number; readonly more?: readonly Placing[] } = {}): Promise<PlacingTest> {
  const market = await openTradingTest({ at, bend: (feed) => withPlacings(feed, more) })
  const { database, feed, clock, engine } = market
  const { db } = database
  await inTransaction(db, (tx) =>
    publishCommitments(tx, openDaySecrets(Buffer.from(testMaster), modelVersion), clock.now()),
  )
  const unverified = new Map<number, Refusal>()
  const applications = openApplications({
    db,
    feed,
    traditional: (text) => text,
    verificationRefusal: (_, user) => Promise.resolve(unverified.get(user)),
    resetRefusal,
  })
  const draws = openDraws({ db, feed })
  const apply: PlacingTest['apply'] = (userId, offer, lots, when = clock.now()) =>
    applications.send({ kind: 'apply', userId, at: when, language: 'en', offer, quantity: lotsOf(offer, lots) })
  const openOnes = (): readonly Placing[] =>
    feed.placings(clock.now()).filter((placing) => isOpenAt(placing, clock.now()))
  async function work(): Promise<void> {
    const [job] = jobs({ db, feed, applications, draws, wake: () => undefined })
    for (let run = 0; run < 2; run += 1) {
      await linkAllJournals(db)
      await job?.run(clock.now())
    }
  }
  return {
    market,
    applications,
    draws,
    unverified,
    now: () => clock.now(),
    openOne: (wanted = () => true) => present(openOnes().find(wanted), 'an open placing'),
    async untilOpen(wanted) {
      for (let tries = 0; tries < 200; tries += 1) {
        const found = openOnes().find((placing) => placing.endsAt - clock.now() > 3_600_000 && wanted(placing))
        if (found !== undefined) return found
        clock.advance(12 * 3_600_000)
        await work()
      }
      throw new Error('Broken invariant: such a placing opens')
    },
    topUp: (userId, id, more, when = clock.now()) =>
      applications.send({ kind: 'top_up', userId, id, quantity: more, at: when, language: 'en' }),
    cancel: (userId, id, when = clock.now()) =>
      applications.send({ kind: 'cancel', userId, id, at: when, language: 'en' }),
    apply,
    applied: async (user, offer, lots) => accepted(await apply(user, offer, lots)).id,
    stored: async (userId, id) => present((await applicationsOf(db, [{ userId, id }]))[0], 'an application'),
    work,
    available: (user) => market.available(user, 'SUBSCRIPTION'),
    async expectRight() {
      const { calendars, interest, describe } = engine.dependencies
      const facts = { feed, describe, calendars, interest, quoteAgeSecondsMax: 5 }
      assert.deepEqual(await findingsOf(db, facts, clock.now()), [])
    },
    [Symbol.asyncDispose]: () => market[Symbol.asyncDispose](),
  }
}

/** A placing of the simulated market as one of another share and another time: open at `at` for a day, allotted an hour later. */
export function placingOf(
  base: Placing,
  {
    instrument,
    at,
    price,
    lockDays,
  }: Pick<Placing, 'instrument' | 'lockDays'> & { at: number; price: Placing['high'] },
): Placing {
  const endsAt = at + dayMilliseconds
  const allotsAt = endsAt + 3_600_000
  const [market, code] = instrument.split(':')
  assert.equal(market, base.market)
  return {
    ...base,
    id: 9001,
    instrument,
    code: present(code, 'a code'),
    low: price,
    high: price,
    lastClose: price,
    lockDays,
    publishedAt: at - dayMilliseconds,
    startsAt: at,
    endsAt,
    allotsAt,
    unlocksAt: allotsAt + lockDays * dayMilliseconds,
  }
}
