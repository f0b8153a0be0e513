import { assert } from '#assert.ts'
import { divide, greatest, magnitude } from '#money/decimal.ts'
import type { TickBand } from './instrument.ts'
import { price, type Price, type Rate } from '#money/money.ts'

/** The price step in force at a price (rulebook §13.2): of its size, since prices of futures may be negative. */
export function tickAt(bands: readonly TickBand[], at: Price): Price {
  const size = magnitude(at)
  const band = bands.find(({ below }) => below === undefined || size < below)
  assert(band !== undefined && band.tick > 0n, 'the last band of a tick table has no limit')
  return band.tick
}

/** The lowest price on the grid that is not below `at`. Bands meet on multiples of both their ticks. */
export function tickUp(bands: readonly TickBand[], at: Price): Price {
  const tick = tickAt(bands, at)
  return price(divide(at, tick, 'ceil') * tick)
}

/** The highest price on the grid that is not above `at`. */
export function tickDown(bands: readonly TickBand[], at: Price): Price {
  const tick = tickAt(bands, at)
  return price(divide(at, tick, 'floor') * tick)
}

/** The nearest price on the grid, half a tick away from zero. */
export function tickNear(bands: readonly TickBand[], at: Price): Price {
  const tick = tickAt(bands, at)
  return price(divide(at, tick, 'near') * tick)
}

/** Whether an order may name this price (rulebook §13.2: else refusal 2004). */
export function isMultiple(bands: readonly TickBand[], at: Price): boolean {
  return at % tickAt(bands, at) === 0n
}

/**
 * Half of the spread where a feed has no bid and ask (rulebook §13.6): tickUp(max(tick, last × share)). A share of 0 is
 * a class that is quoted one tick wide.
 */
export function halfSpreadAt(bands: readonly TickBand[], last: Price, share: Rate): Price {
  const tick = tickAt(bands, last)
  const wanted = divide(magnitude(last) * share, 10n ** 12n, 'ceil')
  return price(divide(greatest(tick, wanted), tick, 'ceil') * tick)
}
