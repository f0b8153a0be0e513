import { present } from '#assert.ts'
import { divide, greatest, least, magnitude } from '#money/decimal.ts'
import { price, priceOf, quantity, type Price, type Quantity } from '#money/money.ts'
import type { Side } from '#trading/orders.ts'

/** An order in the book of an auction; without a limit it takes any price. */
export type BookOrder = { readonly side: Side; readonly limit: Price | undefined; readonly quantity: Quantity }

/** Prices beyond it are no result of an auction. */
export type Collar = { readonly low: Price; readonly high: Price }

/** The one price of an auction, and what is exchanged at it. */
export type Cross = {
  readonly price: Price
  readonly volume: Quantity
  /** Buyers less sellers at the price: what one side wanted and did not get. Negative when sellers are left over. */
  readonly imbalance: Quantity
}

const narrowest = priceOf('0.50')

/** Within max(10 %, 0.50) of the reference (rulebook §23). */
export function collarOf(reference: Price): Collar {
  const width = greatest(divide(magnitude(reference), 10n, 'floor'), narrowest)
  return { low: price(greatest(0n, reference - width)), high: price(reference + width) }
}

/**
 * The cross of a book (rulebook §23). Of all limits and the reference, it is the price with (1) the largest matched volume,
 * (2) the smallest imbalance, (3) the highest of them if buyers are left over at each, the lowest if sellers are, (4) the
 * closest to the reference, (5) the higher one. Undefined if nothing matches, or if that price is outside of the collar. A share that
 * has no close before has no collar.
 */
export function crossOf(book: readonly BookOrder[], reference: Price, hasCollar = true): Cross | undefined {
  const all = [...candidatesOf(book, reference)]
  const volume = all.reduce((most, cross) => greatest(most, cross.volume), 0n)
  if (volume === 0n) return undefined
  const matching = all.filter((cross) => cross.volume === volume)
  const imbalance = matching.reduce((smallest, cross) => least(smallest, magnitude(cross.imbalance)), volumeOf(book))
  const balanced = matching.filter((cross) => magnitude(cross.imbalance) === imbalance)
  const found = decided(balanced, reference)
  const { low, high } = collarOf(reference)
  return hasCollar && (found.price < low || found.price > high) ? undefined : found
}

const volumeOf = (book: readonly BookOrder[]): bigint => book.reduce((sum, order) => sum + order.quantity, 0n)

/** The last three criteria, on candidates of ascending price. */
function decided(candidates: readonly Cross[], reference: Price): Cross {
  const away = ({ price: at }: Cross): bigint => magnitude(at - reference)
  const closer = (one: Cross, other: Cross): Cross => (away(other) <= away(one) ? other : one)
  const [lowest, highest] = [present(candidates[0], 'a candidate'), present(candidates.at(-1), 'a candidate')]
  if (candidates.every(({ imbalance }) => imbalance > 0n)) return highest
  if (candidates.every(({ imbalance }) => imbalance < 0n)) return lowest
  return candidates.reduce(closer)
}

/** What each candidate would match, by ascending price. */
function* candidatesOf(book: readonly BookOrder[], reference: Price): Generator<Cross> {
  const buys = new Map<bigint, bigint>()
  const sells = new Map<bigint, bigint>()
  let [buyers, sellers] = [0n, 0n]
  for (const { side, limit, quantity: units } of book) {
    if (side === 'buy') buyers += units
    else if (limit === undefined) sellers += units
    if (limit === undefined) continue
    const limits = side === 'buy' ? buys : sells
    limits.set(limit, (limits.get(limit) ?? 0n) + units)
  }
  const prices = [...new Set([...buys.keys(), ...sells.keys(), reference])].toSorted((one, other) =>
    one < other ? -1 : Number(one > other),
  )
  for (const at of prices) {
    sellers += sells.get(at) ?? 0n
    yield { price: price(at), volume: quantity(least(buyers, sellers)), imbalance: quantity(buyers - sellers) }
    buyers -= buys.get(at) ?? 0n
  }
}
