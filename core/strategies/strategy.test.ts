import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPrice, priceOf } from '#money/money.ts'
import { daysOf, wanderingDays } from './examples-testing.ts'
import { advance, buyAndHold, openTrack, runStrategy, type Strategy, type Weights } from './strategy.ts'

const navs = (strategy: Strategy, days: Parameters<typeof runStrategy>[1]): readonly string[] =>
  runStrategy(strategy, days).map(({ nav }) => formatPrice(nav, 8))

/** Has the given targets at the strikes in their order, then leaves everything. */
const planned = (targets: readonly (Weights | undefined)[]): Strategy<number> => ({
  id: 'planned',
  universe: ['A', 'B'],
  start: () => 0,
  decide: (step) => ({ state: step + 1, targets: targets[step] }),
})
const all = (code: string, weight = 10_000n): Weights => new Map([[code, weight]])

test('buying costs 5 basis points, and the value then moves with the price', () => {
  assert.deepEqual(navs(buyAndHold(all('A')), daysOf({ A: ['100', '110', '99'] })), [
    '0.99950000',
    '1.09945000',
    '0.98950500',
  ])
})

test('a strike acts on the next move alone: the move before it is not earned', () => {
  const days = daysOf({ A: ['100', '150', '150'] })
  assert.deepEqual(navs(planned([undefined, all('A')]), days), ['1.00000000', '0.99950000', '0.99950000'])
})

test('turning from one code to another costs both sides', () => {
  const marks = runStrategy(planned([all('A'), all('B')]), daysOf({ A: ['10', '10'], B: ['5', '5'] }))
  assert.equal(formatPrice(marks[0]!.turnover, 8), '1.00000000')
  assert.equal(formatPrice(marks[1]!.turnover, 8), '1.99900000')
  assert.equal(formatPrice(marks[1]!.cost, 8), '0.00099950')
  assert.equal(formatPrice(marks[1]!.nav, 8), '0.99850050')
})

test('holding the same weights turns only what has drifted; undefined targets turn nothing', () => {
  const half: Weights = new Map([
    ['A', 5000n],
    ['B', 5000n],
  ])
  const days = daysOf({ A: ['100', '120'], B: ['100', '100'] })
  const kept = runStrategy(planned([half, undefined]), days)[1]!
  assert.deepEqual(
    [...kept.weights],
    [
      ['A', 5455n],
      ['B', 4545n],
    ],
  )
  assert.equal(kept.cost, 0n)
  const turned = runStrategy(planned([half, half]), days)[1]!
  assert.deepEqual([...turned.weights.values()], [5000n, 5000n])
  assert.equal(formatPrice(turned.turnover, 8), '0.09995000')
})

test('what is sold short earns when the price falls', () => {
  assert.deepEqual(navs(planned([all('A', -10_000n)]), daysOf({ A: ['100', '90'] })), ['0.99950000', '1.09945000'])
})

test('what is held twice loses twice, and a lost value stays lost', () => {
  const twice = planned([all('A', 20_000n)])
  assert.deepEqual(navs(twice, daysOf({ A: ['100', '80', '40', '400'] })), [
    '0.99900000',
    '0.59940000',
    '0.00000000',
    '0.00000000',
  ])
})

test('a code without a quote keeps its last price', () => {
  const marks = runStrategy(buyAndHold(all('A')), daysOf({ A: ['100', '', '110'], B: ['1', '1', '1'] }))
  assert.deepEqual(
    marks.map(({ nav }) => formatPrice(nav, 8)),
    ['0.99950000', '0.99950000', '1.09945000'],
  )
})

test('a rule sees the last known prices, and a price of nothing is none', () => {
  const seen: (string | undefined)[] = []
  const watching: Strategy<undefined> = {
    id: 'watching',
    universe: ['A'],
    start: () => undefined,
    decide(state, { prices }) {
      const at = prices.get('A')
      seen.push(at === undefined ? undefined : formatPrice(at))
      return { state, targets: undefined }
    },
  }
  runStrategy(watching, daysOf({ A: ['', '7', '', '0', '8'], B: ['1'] }))
  assert.deepEqual(seen, [undefined, '7', '7', '7', '8'])
})

test('rejects a target without any price, and strikes that are out of order', () => {
  const days = daysOf({ A: ['1', '1'] })
  assert.throws(() => runStrategy(planned([all('B')]), days), /a price of B is present/)
  assert.throws(() => runStrategy(planned([]), days.toReversed()), /strikes are in order/)
  assert.throws(() => runStrategy(planned([]), [days[0]!, days[0]!]), /strikes are in order/)
})

test('a step at a time gives the same as all at once', () => {
  const days = wanderingDays(['A', 'B'], 200, 7)
  const swinging: Strategy<number> = {
    id: 'swinging',
    universe: ['A', 'B'],
    start: () => 0,
    decide: (step) => ({ state: step + 1, targets: step % 3 === 0 ? all('A', 7000n) : all('B', -2500n) }),
  }
  let track = openTrack(swinging)
  const stepped = days.map((day) => {
    track = advance(track, day)
    return track.mark
  })
  assert.deepEqual(stepped, runStrategy(swinging, days))
})

test('the costs are never lost: without any move the value is one less all costs', () => {
  const days = daysOf({ A: Array.from({ length: 30 }, () => '33.33'), B: Array.from({ length: 30 }, () => '0.07') })
  const marks = runStrategy(planned(days.map((_, index) => all(index % 2 === 0 ? 'A' : 'B', 9999n))), days)
  const paid = marks.reduce((sum, { cost }) => sum + cost, 0n)
  const lost = priceOf('1') - marks.at(-1)!.nav
  assert.ok(lost - paid >= 0n && lost - paid < 100n, `${lost} lost, ${paid} paid`)
})
