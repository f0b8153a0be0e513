/**
 * The leak test of the simulated market (market model §5): does the first half of a minute, a half hour or a session
 * predict the second half? Fits least squares on many features of the first half and compares the share of explained
 * variance with the share that chance alone explains (features over observations).
 *
 * And do the figures of an auction, which are published before it crosses, predict its price? (rulebook §23; 20 markets)
 *
 *   node bench/market/leak.ts                minutes of 19 sessions, 120 days of half hours; some seconds
 *   node bench/market/leak.ts --quick        half of the minutes and days
 *   node bench/market/leak.ts --reference    the same for the tick tree of the published test vectors, which leaks
 *
 * Exits with 1 when a share is more than three times that of chance.
 */
import { dayNumber } from '@mex/core/time-zone.ts'
import { type CalibrationInstrument, openCalibrationWorld } from '@mex/server/feeds/simulator/calibration-world.ts'
import { openDaySecrets } from '@mex/server/feeds/simulator/day-secrets.ts'
import type { PathDay } from '@mex/server/feeds/simulator/path-day.ts'
import { modelVersion, openSimulatedFeed } from '@mex/server/feeds/simulator/simulated-feed.ts'
import { openCatalogue } from '@mex/server/feeds/catalogue.ts'
import type { DrawnFeed } from '@mex/server/feeds/drawn.ts'
import { openSessions, tradingDays } from './calibration.ts'
import { explainedShare } from './statistics.ts'

const quick = process.argv.includes('--quick')
const version = process.argv.includes('--reference') ? 0 : modelVersion
const sessions = openSessions()
const { engine, byCode } = openCalibrationWorld({
  master: 'leak-1',
  epoch: '2023-06-01',
  sessions,
  modelVersion: version,
  counts: { US: 40, HK: 4, MX: 4 },
})
const first = dayNumber('2024-02-05')
const mostTimesChance = 3

/** Observations of one regression: the features of the first half and the move of the second. */
type Observations = { readonly features: number[][]; readonly target: number[] }
const noObservations = (): Observations => ({ features: [], target: [] })

/** Basis functions for a nonlinear fit: a move, its signed square and its signed root. */
const basis = (move: number): number[] => [move, move * Math.abs(move), Math.sign(move) * Math.sqrt(Math.abs(move))]

function extremes(values: Iterable<number>): { readonly high: number; readonly low: number } {
  let high = 0
  let low = 0
  for (const value of values) {
    high = Math.max(high, value)
    low = Math.min(low, value)
  }
  return { high, low }
}

/** Standard deviation of a blend over some time, from the variances of its paths. */
function deviationOf(
  { components }: CalibrationInstrument,
  days: readonly PathDay[],
  variance: (day: PathDay) => number,
): number {
  return Math.sqrt(days.reduce((sum, day, index) => sum + components[index]![1] ** 2 * variance(day), 0))
}

function observeMinutes(one: Observations, basket: Observations): void {
  const ticks = new Float64Array(65)
  const index = byCode.get('SPX')!
  for (const [day, minutes] of tradingDays(sessions, index.session, first, first + (quick ? 13 : 27))) {
    const [from, until] = minutes[0]!
    for (let minute = from; minute < until; minute += 1) {
      let [seen, later] = [0, 0]
      for (let number = 0; number < 40; number += 1) {
        const share = byCode.get(`US${number}`)!
        engine.fillMinute(share.blend, day, minute, ticks)
        const scale = deviationOf(
          share,
          engine.pathDaysOf(share.blend, day),
          ({ deviations }) => deviations[minute]! ** 2,
        )
        if (Math.abs(ticks[64]! - ticks[0]!) > 8 * scale) continue
        const at = (tick: number): number => (ticks[tick]! - ticks[0]!) / scale
        seen += at(32) / 40
        later += (at(64) - at(32)) / 40
        if (number >= 8) continue
        const { high, low } = extremes(Array.from({ length: 33 }, (_, tick) => at(tick)))
        one.features.push([...basis(at(32)), ...basis(at(16)), high, low])
        one.target.push(at(64) - at(32))
      }
      basket.features.push(basis(seen))
      basket.target.push(later)
    }
  }
}

function observeDays(halfHours: Observations, halfDays: Observations): void {
  for (const code of ['US0', 'US1', 'US2', 'SPX', 'HK0', 'EURUSD', 'BTC', 'CL']) {
    const instrument = byCode.get(code)!
    for (const [day, minutes] of tradingDays(sessions, instrument.session, first, first + (quick ? 59 : 119))) {
      const from = minutes[0]![0]
      const until = minutes.at(-1)![1]
      const lastBlock = Math.min(47, Math.floor(until / 30))
      for (let block = Math.max(0, Math.trunc(from / 30)) + 1; block < lastBlock; block += 1) {
        observeBlock(halfHours, instrument, day, block)
      }
      if (from >= 0) observeSession(halfDays, instrument, day, from, until)
    }
  }
}

function observeBlock(into: Observations, instrument: CalibrationInstrument, day: number, block: number): void {
  const { blend } = instrument
  const days = engine.pathDaysOf(blend, day)
  const scale = deviationOf(instrument, days, ({ outline }) => outline.deviations[block]! ** 2)
  const open = engine.endsOf(blend, day, 30 * block).start
  const at = Array.from(
    { length: 30 },
    (_, minute) => (engine.endsOf(blend, day, 30 * block + minute).end - open) / scale,
  )
  const [third, half, whole] = [at[4]!, at[14]!, at[29]!]
  if (Math.abs(whole) > 5) return
  const seen = [0, ...at.slice(0, 15)]
  const { high, low } = extremes(seen)
  const travelled = seen.slice(1).reduce((sum, value, index) => sum + Math.abs(value - seen[index]!), 0)
  into.features.push([...basis(half), high, low, half * travelled, third])
  into.target.push(whole - half)
}

function observeSession(
  into: Observations,
  instrument: CalibrationInstrument,
  day: number,
  from: number,
  until: number,
) {
  const { blend } = instrument
  const days = engine.pathDaysOf(blend, day)
  const scale = deviationOf(instrument, days, ({ outline }) =>
    outline.deviations.reduce((sum, deviation) => sum + deviation * deviation, 0),
  )
  const startOf = (minute: number): number => engine.endsOf(blend, day, minute).start
  const open = startOf(from)
  const noon = startOf(Math.floor((from + until) / 2))
  const close = engine.endsOf(blend, day, Math.min(1439, until - 1)).end
  into.features.push([...basis((noon - open) / scale), ...basis((open - startOf(0)) / scale)])
  into.target.push((close - noon) / scale)
}

const [auctionMarkets, auctionShares, auctionDays] = [20, 8, quick ? 4 : 8]

/** The last figures of opening auctions, and the step from the last indicative price to the print. */
function observeAuctions(into: Observations): void {
  const catalogue = openCatalogue()
  for (let number = 0; number < auctionMarkets; number += 1) {
    const keys = openDaySecrets(Buffer.from(`leak of auctions ${number}`), modelVersion)
    const feed = openSimulatedFeed({ keys, catalogue, practiceHours: true })
    for (let day = 0; day < auctionDays; day += 1) {
      // Tuesdays at 09:30 in New York, in winter.
      const cross = Date.parse('2026-01-06T14:30:00Z') + day * 7 * 86_400_000
      const shares = [...feed.instruments(cross).values()].filter(({ market }) => market === 'US')
      for (const { key } of shares.slice(number * 5, number * 5 + auctionShares)) observeAuction(into, feed, key, cross)
    }
  }
}

function observeAuction(into: Observations, feed: DrawnFeed, key: string, cross: number): void {
  const figures = [300_000, 120_001, 1].map((before) => feed.auctions?.figures(key, cross - before))
  const [early, entry, last] = figures
  const print = feed.quote(key, cross)
  if (early === undefined || entry === undefined || last === undefined || print === undefined) return
  const side = ({ imbalance, volume }: typeof last): number => Number(imbalance) / Number(volume)
  const move = Number(entry.price - early.price) / Number(early.price)
  const growth = Number(last.volume - early.volume) / Number(last.volume)
  into.features.push([...basis(side(last)), side(entry), growth, growth * side(last), ...basis(move)])
  into.target.push(Number(print.last - last.price) / Number(last.price))
}

const [oneShare, basket, halfHours, halfDays] = [noObservations(), noObservations(), noObservations(), noObservations()]
const auctions = noObservations()
observeAuctions(auctions)
observeMinutes(oneShare, basket)
observeDays(halfHours, halfDays)
const questions = [
  ['second half of a minute from the first, one share', oneShare],
  ['second half of a minute from the first, mean of 40 shares', basket],
  ['second half of a half hour from the first', halfHours],
  ['second half of a session from the first and the gap', halfDays],
  ['print of an auction from what was published before it', auctions],
] as const

console.log(`Leak test, model version ${version}: share of variance explained, and how many times chance that is\n`)
let leaks = 0
for (const [name, { features, target }] of questions) {
  const share = explainedShare(features, target)
  const chance = features[0]!.length / target.length
  const times = share / chance
  if (times > mostTimesChance) leaks += 1
  const shown = `${(share * 100).toFixed(3)} % of ${target.length}, chance ${(chance * 100).toFixed(3)} %`
  console.log(
    `${name.padEnd(60)}${shown.padEnd(40)}${times.toFixed(2)} times${times > mostTimesChance ? '   leaks' : ''}`,
  )
}
process.exitCode = leaks === 0 ? 0 : 1
