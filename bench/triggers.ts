import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { price, type Price } from '@mex/core/money/money.ts'
import { openPriceTriggers, type PriceTriggers } from '@mex/core/trading/price-triggers.ts'
import { OrderBook, Side } from 'nodejs-order-book'
import type { Measurement } from './measurement.ts'
import { openRandom, type Random } from './random.ts'
import { alternate, median, ratioOf } from './statistics.ts'

const instruments = 5000
const levels = 1_000_000
const rounds = 3
const unit = 10n ** 8n
/** Around 100.00 with levels up to 20.00 below and above, in cents. */
const middle = 10_000
const reach = 2000
const quietTicks = 4_000_000
const wanderingTicks = 500_000
/** The library would need gigabytes for a million orders, so it is measured with fewer. */
const libraryOrders = 20_000

const keys = Array.from({ length: instruments }, (_, index) => `US:S${index}`)
const priceOfCents = (cents: number): Price => price((BigInt(cents) * unit) / 100n)

type Placed = { readonly id: number; readonly key: string; readonly above: boolean; readonly level: Price }

function placeAll(random: Random, count: number, first: number): Placed[] {
  return Array.from({ length: count }, (_, index) => {
    const above = random(2) === 0
    const distance = 50 + random(reach - 50)
    const level = priceOfCents(above ? middle + distance : middle - distance)
    return { id: first + index, key: keys[random(instruments)] ?? '', above, level }
  })
}

function put(index: PriceTriggers, placed: readonly Placed[]): void {
  for (const { id, key, above, level } of placed)
    index.set(id, {
      instrument: key,
      watches: above ? 'bid' : 'ask',
      direction: above ? 'rising' : 'falling',
      level,
    })
}

const perSecond = (count: number, begin: number): number => (count / (performance.now() - begin)) * 1000

/** Ticks per second with prices that stay between the nearest levels, computed before the measurement. */
function quiet(index: PriceTriggers, random: Random): number {
  const bids = Array.from({ length: 64 }, () => priceOfCents(middle - random(20)))
  const order = Array.from({ length: 4096 }, () => keys[random(instruments)] ?? '')
  const asks = bids.map((bid) => price(bid + unit / 100n))
  let fired = 0
  const begin = performance.now()
  for (let tick = 0; tick < quietTicks; tick += 1)
    fired += index.fire(order[tick & 4095] ?? '', bids[tick & 63] as Price, asks[tick & 63] as Price).length
  if (fired > 0) throw new Error('a quiet tick fired')
  return perSecond(quietTicks, begin)
}

/** Ticks per second with random-walk prices. Each fired level is set again at another price, like a new order. */
function wandering(index: PriceTriggers, random: Random): { readonly rate: number; readonly fired: number } {
  const at = new Int32Array(instruments).fill(middle)
  let fired = 0
  const begin = performance.now()
  for (let tick = 0; tick < wanderingTicks; tick += 1) {
    const instrument = random(instruments)
    const key = keys[instrument] ?? ''
    const cents = Math.max(1000, (at[instrument] ?? middle) + random(61) - 30)
    at[instrument] = cents
    for (const id of index.fire(key, priceOfCents(cents), priceOfCents(cents + 1))) {
      fired += 1
      const rising = random(2) === 0
      index.set(id, {
        instrument: key,
        watches: rising ? 'bid' : 'ask',
        direction: rising ? 'rising' : 'falling',
        level: priceOfCents(rising ? cents + 50 + random(reach) : Math.max(100, cents - 50 - random(reach))),
      })
    }
  }
  return { rate: perSecond(wanderingTicks, begin), fired }
}

/** Inserts per second of resting limit orders into the library, one order book per instrument. */
function libraryInserts(random: Random, count: number): number {
  const books = new Map<string, OrderBook>()
  const placed = placeAll(random, count, 1)
  const begin = performance.now()
  for (const { id, key, above, level } of placed) {
    const book = books.get(key) ?? new OrderBook()
    books.set(key, book)
    book.limit({
      id: String(id),
      side: above ? Side.SELL : Side.BUY,
      size: 1,
      price: Number(level) / Number(unit),
    })
  }
  return perSecond(count, begin)
}

/** Memory in use after a garbage collection, in the heap and in typed arrays. */
function usedMegabytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}

export const triggers: Measurement = {
  name: 'triggers',
  title: 'Trigger index',
  about: `${levels.toLocaleString('en')} levels of ${instruments.toLocaleString('en')} instruments in \`core/trading/price-triggers.ts\`. A quiet tick stays between
the nearest levels; wandering prices move by up to 0.30 a tick, and every fired level is set again. The baseline of inserts is
\`nodejs-order-book\` (resting limit orders) with ${libraryOrders.toLocaleString('en')} orders only, because it is a matching engine that would need gigabytes for a
million. It has no call that only finds the orders that a price would fire, so ticks have no baseline.`,
  run(say) {
    const random = openRandom(7)
    const placed = placeAll(random, levels, 1)
    const before = usedMegabytes()
    const index = openPriceTriggers()
    say('inserting')
    const begin = performance.now()
    put(index, placed)
    const loading = perSecond(levels, begin)
    const memory = usedMegabytes() - before
    return measure(index, random, { loading, memory }, say)
  },
}

async function measure(
  index: PriceTriggers,
  random: Random,
  { loading, memory }: { readonly loading: number; readonly memory: number },
  say: (line: string) => void,
) {
  say('quiet ticks')
  quiet(index, random)
  const { ticks } = await alternate(rounds, { ticks: () => quiet(index, random) })
  say('inserts beside the library')
  const inserts = await alternate(rounds, {
    own: () => {
      const few = placeAll(random, libraryOrders, 1)
      const fresh = openPriceTriggers()
      const begin = performance.now()
      put(fresh, few)
      return perSecond(libraryOrders, begin)
    },
    library: () => libraryInserts(random, libraryOrders),
  })
  say('wandering ticks')
  const walked = wandering(index, random)
  return [
    {
      name: 'quiet ticks',
      value: median(ticks) / 1e6,
      unit: 'M/s',
      target: { atLeast: 10 },
      limit: 'a look-up of the instrument by its key and comparisons of big integers',
    },
    { name: 'wandering ticks', value: walked.rate / 1e6, unit: 'M/s' },
    { name: 'levels fired and set anew by them', value: walked.fired, unit: '' },
    { name: 'inserts of a million', value: loading / 1e6, unit: 'M/s' },
    {
      name: `inserts of ${libraryOrders.toLocaleString('en')}`,
      value: median(inserts.own) / 1e6,
      unit: 'M/s',
      beside: {
        name: '`nodejs-order-book`',
        value: median(inserts.library) / 1e6,
        ratio: ratioOf(inserts.own, inserts.library),
      },
    },
    { name: 'memory of a million levels', value: memory, unit: 'MB' },
  ]
}
