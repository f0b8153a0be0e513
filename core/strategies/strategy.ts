import { assert, present } from '#assert.ts'
import { divide, magnitude } from '#money/decimal.ts'
import { price, type Price } from '#money/money.ts'
import type { DayNumber } from '#time-zone.ts'
import type { Strike } from './strike.ts'

/** A strike with the prices that were published at it, by key. They are comparable from strike to strike (`growth.ts`). */
export type StrategyDay = Strike & { readonly prices: ReadonlyMap<string, Price> }

/** Parts of the value in basis points (1/10000) by key: 10000 is all of it, below 0 is sold short. The rest is cash, which earns nothing. */
export type Weights = ReadonlyMap<string, bigint>

/** What a strategy decides at a strike: undefined targets leave everything as it is. */
export type Decision<State> = { readonly state: State; readonly targets: Weights | undefined }

/**
 * A published rule (rulebook §25.1). It learns the market only by `decide`, one strike after the other, so it cannot know a later price, and
 * anybody who has the prices gets the same record.
 */
export type Strategy<State = unknown> = {
  readonly id: string
  /** Keys of the instruments that it may hold. */
  readonly universe: readonly string[]
  start(): State
  /** `day` has the last known price of each code that has had one. */
  decide(state: State, day: StrategyDay): Decision<State>
}

/** The cost of each purchase and each sale, of what is bought or sold (rulebook §25.1 `strategy.turnCostBp`). */
export const turnCostBasisPoints = 5n
const whole = 10_000n

/** One strike of the record of a strategy. */
export type Mark = {
  readonly date: DayNumber
  readonly instant: number
  /** Net asset value of a unit, after the costs of this strike; it begins at 1. 8 decimals, cut off. */
  readonly nav: Price
  /** Parts of the value that are held from this strike on, in basis points to the nearest. */
  readonly weights: Weights
  /** What was bought and sold at this strike, and its cost; 8 decimals, in the currency of `nav`. */
  readonly turnover: Price
  readonly cost: Price
}

/** A record so far, with what one more strike needs. Amounts and units have 18 decimals. */
export type Track<State = unknown> = {
  readonly strategy: Strategy<State>
  readonly state: State
  readonly cash: bigint
  readonly units: ReadonlyMap<string, bigint>
  readonly prices: ReadonlyMap<string, Price>
  readonly mark: Mark | undefined
}

const scale = 10n ** 18n
const priceUnit = 10n ** 8n
const asPrice = (amount: bigint): Price => price(divide(amount, scale / priceUnit, 'floor'))

export const openTrack = <State>(strategy: Strategy<State>): Track<State> => ({
  strategy,
  state: strategy.start(),
  cash: scale,
  units: new Map(),
  prices: new Map(),
  mark: undefined,
})

/**
 * A record with one more strike: what is held moves to the new prices, the rule decides, and what is turned costs `turnCostBasisPoints`. A
 * code without a price keeps its last. A value that has fallen to nothing stays there.
 */
export function advance<State>(track: Track<State>, day: StrategyDay): Track<State> {
  const { strategy, mark } = track
  assert(mark === undefined || day.instant > mark.instant, 'strikes are in order')
  const prices = new Map(track.prices)
  for (const code of strategy.universe) {
    const quoted = day.prices.get(code)
    if (quoted !== undefined && quoted > 0n) prices.set(code, quoted)
  }
  const values = new Map([...track.units].map(([code, units]) => [code, valueOf(units, prices, code)]))
  const value = sum([track.cash, ...values.values()])
  const isLost = value <= 0n
  const { state, targets } = isLost
    ? { state: track.state, targets: new Map<string, bigint>() }
    : strategy.decide(track.state, { ...day, prices })
  const turned = isLost
    ? { cash: 0n, units: new Map<string, bigint>(), turnover: 0n, cost: 0n }
    : targets === undefined
      ? { cash: track.cash, units: track.units, turnover: 0n, cost: 0n }
      : turn(value, values, targets, prices)
  const left = isLost ? 0n : value - turned.cost
  return {
    strategy,
    state,
    cash: turned.cash,
    units: turned.units,
    prices,
    mark: {
      date: day.date,
      instant: day.instant,
      nav: asPrice(left),
      weights: weightsOf(turned.units, prices, left),
      turnover: asPrice(turned.turnover),
      cost: asPrice(turned.cost),
    },
  }
}

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n)

const valueOf = (units: bigint, prices: ReadonlyMap<string, Price>, code: string): bigint =>
  divide(units * present(prices.get(code), `a price of ${code}`), priceUnit, 'floor')

/** Buys and sells until what is held has the target weights. The cost is rounded up, and what is bought is cut off. */
function turn(
  value: bigint,
  values: ReadonlyMap<string, bigint>,
  targets: Weights,
  prices: ReadonlyMap<string, Price>,
): Pick<Track, 'cash' | 'units'> & { readonly turnover: bigint; readonly cost: bigint } {
  const codes = new Set([...values.keys(), ...targets.keys()])
  const targetOf = (of: bigint, code: string): bigint => divide(of * (targets.get(code) ?? 0n), whole, 'floor')
  const turnover = sum([...codes].map((code) => magnitude(targetOf(value, code) - (values.get(code) ?? 0n))))
  const cost = divide(turnover * turnCostBasisPoints, whole, 'ceil')
  const left = value - cost
  const units = new Map<string, bigint>()
  for (const [code, weight] of targets) {
    if (weight === 0n) continue
    const at = present(prices.get(code), `a price of ${code}`)
    units.set(code, divide(targetOf(left, code) * priceUnit, at, 'floor'))
  }
  const cash = left - sum([...units].map(([code, held]) => valueOf(held, prices, code)))
  return { cash, units, turnover, cost }
}

const weightsOf = (units: ReadonlyMap<string, bigint>, prices: ReadonlyMap<string, Price>, value: bigint): Weights =>
  value <= 0n
    ? new Map()
    : new Map([...units].map(([code, held]) => [code, divide(valueOf(held, prices, code) * whole, value, 'near')]))

/** The whole record over days in their order. */
export function runStrategy<State>(strategy: Strategy<State>, days: Iterable<StrategyDay>): readonly Mark[] {
  let track = openTrack(strategy)
  const marks: Mark[] = []
  for (const day of days) {
    track = advance(track, day)
    marks.push(present(track.mark, 'the mark of a strike'))
  }
  return marks
}

/** Buys fixed parts at the first strike and keeps them: what every rule is compared with. */
export function buyAndHold(parts: Weights): Strategy<boolean> {
  return {
    id: 'buy-and-hold',
    universe: [...parts.keys()],
    start: () => false,
    decide: (isBought) => ({ state: true, targets: isBought ? undefined : parts }),
  }
}
