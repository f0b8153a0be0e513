import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { quantity } from '#money/money.ts'
import { testTrading, type TestTrading } from './testing.ts'
import { currencyPair, hongKongShare, indexFuture, share } from './examples-testing.ts'

const users = [7, 8]
// Mostly near, sometimes far: fills, gaps and liquidations all have to happen.
const prices = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 95, max: 105 }) }, fc.integer({ min: 60, max: 160 }))
const steps = fc.oneof(
  fc.record({
    kind: fc.constant('open'),
    user: fc.constantFrom(...users),
    lots: fc.integer({ min: 1, max: 30 }),
    direction: fc.constantFrom('long', 'short'),
    leverage: fc.constantFrom(1, 2, 5),
    limit: fc.option(prices, { nil: undefined }),
    lasts: fc.option(fc.integer({ min: 1, max: 4000 }), { nil: undefined }),
  } as const),
  fc.record({
    kind: fc.constant('close'),
    user: fc.constantFrom(...users),
    position: fc.nat(),
    amount: fc.oneof(fc.constantFrom('half', 'full'), fc.integer({ min: 1, max: 9 })),
    limit: fc.option(prices, { nil: undefined }),
  } as const),
  fc.record({ kind: fc.constant('cancel'), user: fc.constantFrom(...users), order: fc.nat() } as const),
  fc.record({
    kind: fc.constant('amend'),
    user: fc.constantFrom(...users),
    order: fc.nat(),
    lots: fc.integer({ min: 1, max: 40 }),
    limit: prices,
    lasts: fc.option(fc.integer({ min: 1, max: 4000 }), { nil: undefined }),
  } as const),
  fc.record({
    kind: fc.constant('margin'),
    user: fc.constantFrom(...users),
    position: fc.nat(),
    cents: fc.integer({ min: 1, max: 200_000 }),
  } as const),
  fc.record({ kind: fc.constant('lapse') } as const),
  ...[1, 2, 3].map(() =>
    fc.record({
      kind: fc.constant('tick'),
      bid: prices,
      spread: fc.integer({ min: 0, max: 2 }),
      size: fc.integer({ min: 1, max: 30 }),
      opening: fc.boolean(),
      late: fc.boolean(),
    } as const),
  ),
)
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never

function unitsOf(lots: number, lot: bigint): string {
  const units = String((BigInt(lots) * lot) / 10n ** 6n).padStart(3, '0')
  return `${units.slice(0, -2)}.${units.slice(-2)}`
}

/** Plays the steps, with `between` after each; refused commands change nothing. */
function play(at: TestTrading, played: readonly Step[], lot: bigint, between: () => void): void {
  let time = 1000
  let last = { bid: '100', ask: '101' }
  for (const [index, step] of played.entries()) {
    // Every other command comes at the instant of what was before it: a quote that old must not fill it.
    // A quote of the instant of a change comes before it.
    const isLate = step.kind === 'tick' && step.late && played[index - 1]?.kind === 'amend'
    if ((step.kind === 'tick' && !isLate) || step.kind === 'amend' || (index % 2 === 0 && !isLate)) time += 500
    const id = index + 1
    const ids = [...at.trading.positions.keys()]
    switch (step.kind) {
      case 'open': {
        const { user, direction, leverage, limit, lasts } = step
        const terms = {
          id,
          user,
          direction,
          leverage,
          time,
          ...last,
          units: unitsOf(step.lots, lot),
        }
        const expiry = lasts === undefined ? {} : { expiresAt: time + lasts }
        at.tryOpen({ ...terms, ...expiry, ...(limit === undefined ? {} : { limit: String(limit) }) })
        break
      }
      case 'close': {
        const { user, limit } = step
        const amount = typeof step.amount === 'string' ? step.amount : quantity(BigInt(step.amount) * lot)
        const position = ids[step.position % Math.max(ids.length, 1)] ?? 0
        const terms = { id, user, position, amount, time, ...last }
        at.tryClose({ ...terms, ...(limit === undefined ? {} : { limit: String(limit) }) })
        break
      }
      case 'cancel': {
        const orders = [...at.trading.orders.keys()]
        at.tryCancel({ id: orders[step.order % Math.max(orders.length, 1)] ?? 0, user: step.user, time })
        break
      }
      case 'amend': {
        const { user, limit, lasts } = step
        const orders = [...at.trading.orders.keys()]
        const order = orders[step.order % Math.max(orders.length, 1)] ?? 0
        const units = unitsOf(step.lots, lot)
        const expiry = lasts === undefined ? {} : { expiresAt: time + lasts }
        at.tryAmend({ id, order, user, units, limit: String(limit), time, ...last, ...expiry })
        break
      }
      case 'margin': {
        const position = ids[step.position % Math.max(ids.length, 1)] ?? 0
        at.tryAddMargin({ id, user: step.user, position, amount: (step.cents / 100).toFixed(2), time })
        break
      }
      case 'tick': {
        last = { bid: String(step.bid), ask: String(step.bid + step.spread) }
        at.tick({ ...last, size: String(step.size), time, opening: step.opening })
        break
      }
      case 'lapse':
        at.lapse(time, { delaySeconds: 0, quoteAgeSecondsMax: 1 })
        break
    }
    between()
  }
}

const instruments = fc.constantFrom(share, hongKongShare, indexFuture, currencyPair)
const funds = { US_STOCK: '9000.00', HK_STOCK: '900000.00', FUTURE: '900000.00', FOREX: '9000000.00' }
const rates = fc.constantFrom('1', '18.4037', '0.0543')
const modes = fc.constantFrom('full', 'half')

test('for any commands and prices, the ledger balances and no user is overdrawn', () => {
  fc.assert(
    fc.property(
      instruments,
      rates,
      modes,
      fc.array(steps, { minLength: 10, maxLength: 60, size: 'max' }),
      (instrument, conversionRate, mode, played) => {
        const at = testTrading(instrument, funds, { conversionRate, mode, releaseDate: '2026-11-23' })
        play(at, played, instrument.lot, () => at.checkBalancedLedger())
      },
    ),
    { numRuns: 400 },
  )
})

test('the outcome of a command does not depend on the list that it is part of', () => {
  fc.assert(
    fc.property(
      instruments,
      rates,
      fc.array(steps, { minLength: 10, maxLength: 40, size: 'max' }),
      (instrument, conversionRate, played) => {
        const together = testTrading(instrument, funds, { conversionRate, releaseDate: '2026-11-23' })
        const apart = testTrading(instrument, funds, { conversionRate, releaseDate: '2026-11-23' })
        play(together, played, instrument.lot, () => undefined)
        play(apart, played, instrument.lot, () => apart.reload())
        assert.deepEqual([...apart.trading.orders.values()], [...together.trading.orders.values()])
        assert.deepEqual([...apart.trading.positions.values()], [...together.trading.positions.values()])
        for (const user of users) {
          for (const wallet of ['US_STOCK', 'HK_STOCK', 'FUTURE', 'FOREX'] as const) {
            assert.deepEqual(
              apart.trading.balances.holdings(user, wallet),
              together.trading.balances.holdings(user, wallet),
            )
          }
        }
      },
    ),
    { numRuns: 150 },
  )
})
