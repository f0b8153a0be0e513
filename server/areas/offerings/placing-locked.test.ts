import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { isDividend, isRemoval, isSplit, type CorporateAction } from '@mex/core/market/corporate-actions.ts'
import { marketOfKey } from '@mex/core/market/instrument.ts'
import { price } from '@mex/core/money/money.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { openActionBooking } from '#areas/trading/corporate-actions/corporate-action-jobs.ts'
import { findPosition } from '#areas/trading/store.ts'
import { testMaster } from '#areas/trading/testing.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { bookHashOf } from '#feeds/simulator/offer-book.ts'
import { modelVersion, openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { openPlacingTest, placingOf, word, type PlacingTest } from './placing-testing.ts'

/** What happens to a company while the shares of its placing are locked happens to them as to all others (rulebook §17.3, §17.4). */

const feed = openSimulatedFeed({
  keys: openDaySecrets(Buffer.from(testMaster), modelVersion),
  catalogue: openCatalogue(),
  practiceHours: true,
})
const now = Date.parse('2027-06-30T00:00Z')

/** The last action of a kind on a share of the United States, and its company. */
function lastAction<Action extends CorporateAction>(is: (action: CorporateAction) => action is Action) {
  const keys = new Set([...feed.instruments(now).keys(), ...feed.removed(now).keys()])
  const found = [...keys]
    .filter((key) => marketOfKey(key) === 'US')
    .flatMap((key) =>
      feed
        .actions(key, now)
        .filter(is)
        .map((action) => ({ key, action })),
    )
    .filter(({ action }) => action.exAt > Date.parse('2023-01-01T00:00Z') && action.exAt < now - 30 * dayMilliseconds)
  return present(found.toSorted((one, other) => one.action.exAt - other.action.exAt).at(-1), 'such an action')
}

type Locked = AsyncDisposable & {
  readonly run: PlacingTest
  readonly position: () => Promise<Position>
  readonly first: Position
  readonly user: number
}

/** A person with locked shares of a company before its action, until after it. */
async function lockedBefore(key: string, action: CorporateAction): Promise<Locked> {
  const at = action.exAt - 4 * dayMilliseconds
  const quote = present(feed.quote(key, at), 'a quote')
  const base = present(
    feed.placings(Date.parse('2027-01-01')).findLast(({ market }) => market === 'US'),
    'a placing',
  )
  // Enough for everybody.
  const book = [{ id: 'a1', lots: 1 }]
  const offer = placingOf(
    { ...base, book, bookHash: bookHashOf(book) },
    { instrument: key, at, price: price((quote.last / 100_000_000n) * 100_000_000n || quote.last), lockDays: 5 },
  )
  const run = await openPlacingTest({ at, more: [offer] })
  const user = await run.market.person()
  const id = await run.applied(user, offer, 1)
  run.market.clock.set(offer.allotsAt)
  await run.work()
  await run.work()
  const position = async () => present(await findPosition(run.market.database.db, user, id), 'the position')
  const first = await position()
  assert.equal(first.state, 'LOCKED')
  assert.ok(first.expiresAt !== undefined && first.expiresAt > action.exAt)
  return { run, position, first, user, [Symbol.asyncDispose]: () => run[Symbol.asyncDispose]() }
}

/** Lets the market pass the action, and books it. */
async function passAction({ run }: Locked, { exAt }: CorporateAction): Promise<void> {
  const { market } = run
  market.clock.set(exAt - 1)
  await market.tick(2)
  await openActionBooking(market.engine)()
}

test('a dividend is paid on locked shares, and they stay locked', async () => {
  const { key, action } = lastAction(isDividend)
  await using locked = await lockedBefore(key, action)
  const before = await locked.run.available(locked.user)
  await passAction(locked, action)
  const position = await locked.position()
  assert.ok(position.financing > 0n)
  assert.equal(await locked.run.available(locked.user), before + position.financing)
  assert.deepEqual([position.state, position.quantity], ['LOCKED', locked.first.quantity])
  await locked.run.expectRight()
})

test('a split multiplies locked shares, and they are unlocked and sold like all others', async () => {
  const { key, action } = lastAction(isSplit)
  await using locked = await lockedBefore(key, action)
  const { run, first } = locked
  await passAction(locked, action)
  const position = await locked.position()
  const whole = 10n ** 8n
  const times = (first.quantity * action.to) / action.from
  assert.equal(position.quantity, times - (times % whole))
  assert.equal(position.state, 'LOCKED')
  assert.equal(word(await run.market.close(locked.user, position.id)), 'position_locked')
  await run.expectRight()
  run.market.clock.set(present(first.expiresAt, 'the end of the lock-up'))
  await run.work()
  assert.equal((await locked.position()).state, 'OPEN')
  await run.market.tick(2)
  await run.market.close(locked.user, position.id)
  await run.market.tick(40)
  assert.equal((await locked.position()).state, 'CLOSED')
  await run.expectRight()
})

test('a company that leaves the market pays locked shares out, and the end of the lock-up changes nothing', async () => {
  const { key, action } = lastAction(isRemoval)
  await using locked = await lockedBefore(key, action)
  const { run, first } = locked
  await passAction(locked, action)
  const closed = await locked.position()
  assert.deepEqual([closed.state, closed.closeReason], ['CLOSED', 'delisting'])
  await run.expectRight()
  run.market.clock.set(present(first.expiresAt, 'the end of the lock-up') + dayMilliseconds)
  await run.work()
  assert.equal((await locked.position()).state, 'CLOSED')
  await run.expectRight()
})
