import { assert } from '#assert.ts'
import { price, type Price } from '#money/money.ts'

/**
 * Which way a price must go to fire a level: `falling` fires when the price is at or below it (a limit buy watches the
 * ask, a long position the bid), `rising` when it is at or above (a limit sell watches the bid, a short position the
 * ask).
 */
export type TriggerDirection = 'falling' | 'rising'

/** The two prices of a quote that levels watch. */
export type WatchedPrice = 'bid' | 'ask'

/**
 * Levels of one instrument that watch one price in one direction. Nearest first is at the end, so that what fires
 * first is removed without moving the others.
 */
export type Levels = {
  readonly size: number
  add(id: number, level: Price): void
  /** False when the id was not there with this level. */
  remove(id: number, level: Price): boolean
  /** Ids that fire at this price, the nearest level first; they stay until they are removed. */
  fire(at: Price): readonly number[]
  /** The level that fires first; undefined when there is none. */
  readonly nearest: Price | undefined
}

/**
 * A price as a number, exact: prices have 8 decimals and doubles 53 bits, so every price below 90 million units is a
 * whole number that a double holds. A higher price is an error in the catalogue.
 */
export function numberOf(at: Price): number {
  const number = Number(at)
  assert(Number.isSafeInteger(number), 'a price fits a double exactly')
  return number
}

/** Levels come from what people ask for and pay in, so they may lie beyond every price: no price reaches them, or all have. */
function levelNumber(level: Price): number {
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(level)))
}

const none: readonly number[] = []

/** Sorted arrays of levels and ids. */
export function openLevels(direction: TriggerDirection): Levels {
  // Keys ascend towards the price: a falling price meets the highest level first, a rising one the lowest.
  const sign = direction === 'falling' ? 1 : -1
  let keys = new Float64Array(16)
  let ids = new Float64Array(16)
  let size = 0
  let nearest: Price | undefined

  /** The first place whose (key, id) is not before this one. */
  const placeOf = (key: number, id: number): number => {
    let low = 0
    let high = size
    while (low < high) {
      const middle = (low + high) >>> 1
      const found = keys[middle] as number
      if (found < key || (found === key && (ids[middle] as number) < id)) low = middle + 1
      else high = middle
    }
    return low
  }
  const grow = (): void => {
    const wider = new Float64Array(size * 2)
    wider.set(keys)
    keys = wider
    const more = new Float64Array(size * 2)
    more.set(ids)
    ids = more
  }
  const updateNearest = (): void => {
    nearest = size === 0 ? undefined : price(BigInt(sign * (keys[size - 1] as number)))
  }
  return {
    get nearest() {
      return nearest
    },
    get size() {
      return size
    },
    add(id, level) {
      const key = sign * levelNumber(level)
      const place = placeOf(key, id)
      if (size === keys.length) grow()
      keys.copyWithin(place + 1, place, size)
      ids.copyWithin(place + 1, place, size)
      keys[place] = key
      ids[place] = id
      size += 1
      updateNearest()
    },
    remove(id, level) {
      const key = sign * levelNumber(level)
      const place = placeOf(key, id)
      if (place === size || keys[place] !== key || ids[place] !== id) return false
      keys.copyWithin(place, place + 1, size)
      ids.copyWithin(place, place + 1, size)
      size -= 1
      updateNearest()
      return true
    },
    fire(at) {
      const key = sign * numberOf(at)
      const fired: number[] = []
      for (let place = size - 1; place >= 0 && (keys[place] as number) >= key; place -= 1) {
        fired.push(ids[place] as number)
      }
      return fired
    },
  }
}

/** What an id watches: a level of one instrument's bid or ask, in one direction. */
export type Trigger = {
  readonly instrument: string
  readonly watches: WatchedPrice
  readonly direction: TriggerDirection
  readonly level: Price
}

/** The levels of all instruments; an id (of an order, or of a position) has at most one trigger. */
export type PriceTriggers = {
  readonly size: number
  /** Sets or moves the trigger of an id; undefined takes it away. */
  set(id: number, trigger: Trigger | undefined): void
  /** Whether an instrument has a level. */
  watches(this: void, instrument: string): boolean
  /** Ids that fire at this quote. They stay until they are set again. */
  fire(instrument: string, bid: Price, ask: Price): readonly number[]
}

/** All levels of an instrument, and between which prices nothing fires. */
type InstrumentLevels = {
  readonly levels: Readonly<Record<`${WatchedPrice} ${TriggerDirection}`, Levels>>
  readonly quiet: Quiet
}
type Quiet = { bidAbove: Price; bidBelow: Price; askAbove: Price; askBelow: Price }

// Beyond every price that `numberOf` accepts.
const lowest = price(-(2n ** 62n))
const highest = price(2n ** 62n)

function watchQuiet({ levels, quiet }: InstrumentLevels): void {
  quiet.bidAbove = levels['bid falling'].nearest ?? lowest
  quiet.bidBelow = levels['bid rising'].nearest ?? highest
  quiet.askAbove = levels['ask falling'].nearest ?? lowest
  quiet.askBelow = levels['ask rising'].nearest ?? highest
}

function openInstrument(): InstrumentLevels {
  const levels = {
    'bid falling': openLevels('falling'),
    'bid rising': openLevels('rising'),
    'ask falling': openLevels('falling'),
    'ask rising': openLevels('rising'),
  }
  return { levels, quiet: { bidAbove: lowest, bidBelow: highest, askAbove: lowest, askBelow: highest } }
}

/**
 * An index in memory over all levels, rebuilt from the database at start (design §5). A quiet tick costs four
 * comparisons of big integers, much cheaper than making numbers of them, which only what moves or fires does.
 */
export function openPriceTriggers(): PriceTriggers {
  const instruments = new Map<string, InstrumentLevels>()
  const triggers = new Map<number, Trigger>()
  const instrumentOf = (key: string): InstrumentLevels => {
    const found = instruments.get(key) ?? openInstrument()
    instruments.set(key, found)
    return found
  }
  return {
    get size() {
      return triggers.size
    },
    set(id, trigger) {
      const before = triggers.get(id)
      if (before !== undefined) {
        const { instrument, watches, direction, level } = before
        const found = instrumentOf(instrument)
        assert(found.levels[`${watches} ${direction}`].remove(id, level), 'a trigger is where it was put')
        watchQuiet(found)
      }
      triggers.delete(id)
      if (trigger === undefined) return
      const { instrument, watches, direction, level } = trigger
      const found = instrumentOf(instrument)
      found.levels[`${watches} ${direction}`].add(id, level)
      watchQuiet(found)
      triggers.set(id, trigger)
    },
    watches(instrument) {
      const found = instruments.get(instrument)
      return found !== undefined && Object.values(found.levels).some(({ size }) => size > 0)
    },
    fire(instrument, bid, ask) {
      const found = instruments.get(instrument)
      if (found === undefined) return none
      const { quiet, levels } = found
      if (bid > quiet.bidAbove && bid < quiet.bidBelow && ask > quiet.askAbove && ask < quiet.askBelow) return none
      return [
        ...levels['bid falling'].fire(bid),
        ...levels['bid rising'].fire(bid),
        ...levels['ask falling'].fire(ask),
        ...levels['ask rising'].fire(ask),
      ]
    },
  }
}
