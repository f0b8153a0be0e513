import { createHmac } from 'node:crypto'
import { present } from '@mex/core/assert.ts'
import { openCatalogue } from '@mex/server/feeds/catalogue.ts'
import type { BarSource, Feed } from '@mex/server/feeds/feed.ts'
import { openDaySecrets } from '@mex/server/feeds/simulator/day-secrets.ts'
import type { DrawnFeed } from '@mex/server/feeds/drawn.ts'
import { modelVersion, openSimulatedFeed } from '@mex/server/feeds/simulator/simulated-feed.ts'
import { openRandom } from './random.ts'
import type { Measurement } from './measurement.ts'
import { alternate, median, ratioOf } from './statistics.ts'

const rounds = 3
/** Consecutive ticks of one sweep, about three minutes of the market. */
const liveTicks = 200
const randomQuotes = 10_000
const barInstruments = 12
const yearBars = 252
const hour = 3_600_000
/** A Friday afternoon in New York, far from the epoch of the model. */
const start = Date.parse('2026-11-20T16:00:00Z')

/** A market with empty caches; all have the same prices. */
function openMarket(): DrawnFeed {
  const keys = openDaySecrets(Buffer.from('measurement'), modelVersion)
  return openSimulatedFeed({ keys, catalogue: openCatalogue(), practiceHours: true })
}

const perSecond = (count: number, begin: number): number => (count / (performance.now() - begin)) * 1000

/** Quotes per second of all instruments over consecutive ticks, as the ticker reads them. */
function sweep(feed: Feed, keys: readonly string[], from: number): number {
  const begin = performance.now()
  let now = from
  for (let tick = 0; tick < liveTicks; tick += 1) {
    for (const key of keys) feed.quote(key, now)
    now = feed.nextTick(now)
  }
  return perSecond(liveTicks * keys.length, begin)
}

/** Quotes per second of random instruments at random instants of the last day, as the fill audit reads them. */
function quotesAtRandom(feed: Feed, keys: readonly string[]): number {
  const random = openRandom(3)
  const begin = performance.now()
  for (let count = 0; count < randomQuotes; count += 1)
    feed.quote(present(keys[random(keys.length)], 'a key'), start - random(24 * hour))
  return perSecond(randomQuotes, begin)
}

/** Draws per second with the platform's HMAC: a price costs at least one draw from a day's secret. */
function draws(): number {
  const begin = performance.now()
  const count = 50_000
  const secret = Buffer.alloc(32, 1)
  for (let number = 0; number < count; number += 1) createHmac('sha256', secret).update(String(number)).digest()
  return perSecond(count, begin)
}

function yearOfBars(feed: BarSource, keys: readonly string[]): number {
  const begin = performance.now()
  for (const key of keys) feed.bars(key, '1D', start, yearBars, start)
  return (performance.now() - begin) / keys.length
}

export const prices: Measurement = {
  name: 'prices',
  title: 'Prices of the simulated market',
  about: `\`quote()\` of the feed: live, tick by tick over all instruments, and at random instruments and instants of one day.
The baseline is \`createHmac('sha256')\`, one keyed draw. A year of daily bars is the mean over ${barInstruments} instruments of all markets: with
empty caches ("cold": keys, paths and every session of the year are computed), and a second time ("warm").`,
  async run(say) {
    const feed = openMarket()
    const keys = [...feed.instruments(start).keys()]
    const chosen = keys.filter((_, index) => index % Math.ceil(keys.length / barInstruments) === 0)
    say(`${keys.length} instruments`)
    sweep(feed, keys, start - hour)
    let from = start
    const live = await alternate(rounds, {
      live: () => {
        const found = sweep(feed, keys, from)
        from += hour
        return found
      },
      draws,
    })
    quotesAtRandom(feed, keys)
    const anywhere = await alternate(rounds, { random: () => quotesAtRandom(feed, keys), draws })
    say('bars')
    const bars = await alternate(rounds, {
      cold: () => yearOfBars(openMarket(), chosen),
      warm: () => {
        yearOfBars(feed, chosen)
        return yearOfBars(feed, chosen)
      },
    })
    const draw = (given: typeof live.draws, own: readonly number[]) => ({
      name: '`createHmac`',
      value: median(given) / 1e6,
      ratio: ratioOf(own, given),
    })
    return [
      {
        name: 'live quotes',
        value: median(live.live) / 1e6,
        unit: 'M/s',
        beside: draw(live.draws, live.live),
      },
      {
        name: 'quotes at random',
        value: median(anywhere.random) / 1e6,
        unit: 'M/s',
        beside: draw(anywhere.draws, anywhere.random),
      },
      { name: 'a year of daily bars, cold', value: median(bars.cold), unit: 'ms' },
      { name: 'a year of daily bars, warm', value: median(bars.warm), unit: 'ms' },
    ]
  },
}
