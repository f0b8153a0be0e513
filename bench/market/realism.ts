/**
 * The realism card of the simulated market (market model §8): generates 5½ years of 150 invented instruments, computes
 * the statistics that are known of real prices, and compares them with ranges that real prices meet. Then it backtests
 * simple trading rules on ten years of daily closes of the product's own instruments: none may earn anything.
 *
 *   node bench/market/realism.ts            seeds cal-1, cal-2, cal-3, about half a minute each; the rules in 20 markets,
 *                                           about 10 seconds each
 *   node bench/market/realism.ts --quick    cal-1 alone; the rules in 3 markets, without a gate
 *
 * Exits with 1 when a figure is outside its range.
 */
import { dayNumber } from '@mex/core/time-zone.ts'
import { type CalibrationInstrument, openCalibrationWorld } from '@mex/server/feeds/simulator/calibration-world.ts'
import { logUnits } from '@mex/server/feeds/simulator/log-price.ts'
import type { DaySessions } from '@mex/server/feeds/simulator/profile.ts'
import { modelVersion } from '@mex/server/feeds/simulator/simulated-feed.ts'
import { openSessions, tradingDays } from './calibration.ts'
import { measureRules } from './daily-rules.ts'
import { type DailyStatistics, dailyStatistics, leverageEffect, type LogCandle, median } from './statistics.ts'
import { correlation, mean, minuteStatistics, quantile } from './statistics.ts'

type World = ReturnType<typeof openCalibrationWorld>
type Figures = Map<string, number>

/** The allowed range of each figure of the card. */
const ranges: readonly (readonly [name: string, low: number, high: number])[] = [
  ['US volatility', 0.24, 0.33],
  ['HK volatility', 0.32, 0.44],
  ['MX volatility', 0.26, 0.37],
  ['index volatility', 0.13, 0.22],
  ['forex volatility', 0.065, 0.095],
  ['crypto volatility', 0.7, 1.05],
  ['energy volatility', 0.33, 0.5],
  ['metal volatility', 0.2, 0.33],
  ['agriculture volatility', 0.2, 0.33],
  ['lag-1 autocorrelation, classes of many', 0, 0.06],
  // Classes of three to six instruments on one factor have a standard deviation of 0.025; one of twenty seeds had 0.091.
  ['lag-1 autocorrelation, classes of a few', 0, 0.1],
  ['index absolute lag 1', 0.09, 0.32],
  ['index absolute lag 5', 0.06, 0.24],
  ['leverage effect of SPX', -0.25, -0.05],
  ['crypto pairwise correlation', 0.45, 0.72],
  ['SPX with IPC', 0.42, 0.65],
  ['SPX with the basket of its members', 0.94, 1],
  ['US gap share', 0.28, 0.4],
  ['HK gap share', 0.2, 0.32],
  ['MX gap share', 0.14, 0.25],
  ['US range over absolute return', 1.5, 1.75],
  ['US kurtosis', 5.5, 12],
  ['HK kurtosis', 6, 13],
  ['MX kurtosis', 6, 13],
  ['index kurtosis', 5, 25],
  ['forex kurtosis', 4.5, 9],
  ['crypto kurtosis', 6, 20],
  ['US absolute lag 1', 0.07, 0.15],
  ['US absolute lag 5', 0.035, 0.1],
  ['US absolute lag 20', 0.015, 0.07],
  ['US absolute lag 60', -0.01, 0.06],
  ['US pairwise correlation', 0.18, 0.34],
  ['US with SPX', 0.42, 0.6],
  ['HK pairwise correlation', 0.26, 0.44],
  ['HK with HSI', 0.52, 0.7],
  ['MX with IPC', 0.24, 0.42],
  ['SPX with NDX', 0.88, 0.97],
  ['SPX with HSI the next day', 0.15, 0.38],
  ['EURUSD with USDCHF', -0.9, -0.7],
  ['1-minute kurtosis', 6, 20],
  ['1-minute absolute lag 1', 0.09, 0.25],
  ['1-minute absolute lag 30', 0.04, 0.12],
  ['1-minute lag 1, size', 0, 0.04],
  ['1-minute correlation with NDX', 0.33, 0.65],
  ['first 5 minutes over midday', 2.5, 4.2],
  ['first 30 minutes over midday', 1.9, 3.2],
  ['last 30 minutes over midday', 0.85, 1.25],
  // Of 139 prices without mean reversion: the 1st and 99th percentile, and the extremes.
  ['10-year price ratio, 1st percentile', 0.08, 0.6],
  ['10-year price ratio, 99th percentile', 2, 12],
  ['10-year price ratio, lowest', 0.03, 0.6],
  ['10-year price ratio, highest', 2, 30],
  ['10-year crypto ratio, lowest', 0.05, 20],
  ['10-year crypto ratio, highest', 0.05, 20],
  ['bars that differ from their ticks', 0, 0],
  ['prices that differ between caches', 0, 0],
  ['cross rate error, log units', 0, 4],
]

const kinds = {
  US: 'US share',
  HK: 'HK share',
  MX: 'MX share',
  index: 'index',
  forex: 'forex',
  crypto: 'crypto',
  energy: 'energy',
  metal: 'metal',
  agriculture: 'agriculture',
} as const

const yearDays = (kind: string): number => (kind === 'crypto' ? 365 : kind === 'forex' ? 260 : 252)
const first = dayNumber('2021-01-01')
const last = dayNumber('2026-06-30')
const march = dayNumber('2026-03-02')

function measure(seed: string, sessions: DaySessions): Figures {
  const world = openCalibrationWorld({ master: seed, epoch: '2019-06-01', sessions, modelVersion })
  const figures: Figures = new Map()
  const daily = new Map<string, DailyStatistics>()
  const byDay = new Map<string, Map<number, number>>()
  for (const instrument of world.instruments) {
    const candles = candlesOf(world, instrument)
    daily.set(instrument.code, dailyStatistics([...candles.values()], yearDays(instrument.kind)))
    byDay.set(instrument.code, returnsByDay(candles))
  }
  addDaily(figures, world, daily)
  addCorrelations(figures, world, byDay)
  addMinutes(figures, world)
  addTenYears(figures, seed, sessions)
  addExactness(figures, seed, world, sessions)
  return figures
}

function candlesOf({ engine, sessions }: World, { blend, session }: CalibrationInstrument): Map<number, LogCandle> {
  const candles = new Map<number, LogCandle>()
  for (const [day, minutes] of tradingDays(sessions, session, first, last)) {
    const { open, high, low, close } = engine.scanBar(blend, day, minutes)
    candles.set(day, { open: open / logUnits, high: high / logUnits, low: low / logUnits, close: close / logUnits })
  }
  return candles
}

function returnsByDay(candles: ReadonlyMap<number, LogCandle>): Map<number, number> {
  const returns = new Map<number, number>()
  let before: number | undefined
  for (const [day, { close }] of candles) {
    if (before !== undefined) returns.set(day, close - before)
    before = close
  }
  return returns
}

function codesOf(world: World, kind: string): string[] {
  return world.instruments.filter((instrument) => instrument.kind === kind).map(({ code }) => code)
}

function addDaily(figures: Figures, world: World, daily: ReadonlyMap<string, DailyStatistics>): void {
  const middle = (kind: string, of: (one: DailyStatistics) => number): number =>
    median(codesOf(world, kind).map((code) => of(daily.get(code)!)))
  for (const [name, kind] of Object.entries(kinds)) {
    figures.set(
      `${name} volatility`,
      middle(kind, (one) => one.volatility),
    )
    figures.set(
      `${name} kurtosis`,
      middle(kind, (one) => one.kurtosis),
    )
    figures.set(
      `${name} gap share`,
      middle(kind, (one) => one.gapShare),
    )
    figures.set(
      `${name} absolute lag 1`,
      middle(kind, (one) => one.absolute1),
    )
    figures.set(
      `${name} absolute lag 5`,
      middle(kind, (one) => one.absolute5),
    )
    figures.set(
      `${name} absolute lag 20`,
      middle(kind, (one) => one.absolute20),
    )
    figures.set(
      `${name} absolute lag 60`,
      middle(kind, (one) => one.absolute60),
    )
  }
  const largest = (names: readonly (keyof typeof kinds)[]): number =>
    Math.max(...names.map((name) => Math.abs(middle(kinds[name], (one) => one.lag1))))
  figures.set('lag-1 autocorrelation, classes of many', largest(['US', 'HK', 'MX', 'forex', 'crypto']))
  figures.set('lag-1 autocorrelation, classes of a few', largest(['index', 'energy', 'metal', 'agriculture']))
  figures.set(
    'US range over absolute return',
    middle(kinds.US, (one) => one.rangeRatio),
  )
  figures.set('leverage effect of SPX', leverageEffect(daily.get('SPX')!.returns))
}

function addCorrelations(figures: Figures, world: World, byDay: ReadonlyMap<string, Map<number, number>>): void {
  const between = (left: ReadonlyMap<number, number>, right: ReadonlyMap<number, number>): number => {
    const days = [...left.keys()].filter((day) => right.has(day))
    return correlation(
      days.map((day) => left.get(day)!),
      days.map((day) => right.get(day)!),
    )
  }
  const of = (left: string, right: string): number => between(byDay.get(left)!, byDay.get(right)!)
  const pairwise = (codes: readonly string[]): number =>
    median(codes.flatMap((code, index) => codes.slice(0, index).map((other) => of(code, other))))
  const groups = [
    ['US', kinds.US, 'SPX'],
    ['HK', kinds.HK, 'HSI'],
    ['MX', kinds.MX, 'IPC'],
  ] as const
  for (const [name, kind, index] of groups) {
    const codes = codesOf(world, kind)
    figures.set(`${name} pairwise correlation`, pairwise(codes))
    figures.set(`${name} with ${index}`, median(codes.map((code) => of(code, index))))
  }
  figures.set('crypto pairwise correlation', pairwise(codesOf(world, kinds.crypto)))
  figures.set('SPX with NDX', of('SPX', 'NDX'))
  figures.set('SPX with IPC', of('SPX', 'IPC'))
  figures.set('EURUSD with USDCHF', of('EURUSD', 'USDCHF'))
  const days = [...byDay.get('HSI')!]
  const dayEarlier = new Map(days.slice(1).map(([, move], index) => [days[index]![0], move]))
  figures.set('SPX with HSI the next day', between(byDay.get('SPX')!, dayEarlier))
  const members = codesOf(world, kinds.US)
  const basket = new Map(
    [...byDay.get('SPX')!.keys()].map((day) => [day, mean(members.map((code) => byDay.get(code)!.get(day) ?? 0))]),
  )
  figures.set('SPX with the basket of its members', between(byDay.get('SPX')!, basket))
}

/** Log prices at the ends of the minutes of the first `count` sessions from `from` on. */
function minuteCloses(world: World, code: string, from: number, count: number): number[][] {
  const { blend, session } = world.byCode.get(code)!
  const closes: number[][] = []
  for (const [day, minutes] of tradingDays(world.sessions, session, from, from + 3 * count + 9)) {
    if (closes.length === count) break
    const all: number[] = []
    for (const [start, end] of minutes) {
      for (let minute = start; minute < end; minute += 1) {
        all.push(world.engine.endsOf(blend, day, minute).end / logUnits)
      }
    }
    closes.push(all)
  }
  return closes
}

function addMinutes(figures: Figures, world: World): void {
  const codes = codesOf(world, kinds.US).slice(0, 16)
  const each = codes.map((code, index) => minuteStatistics(minuteCloses(world, code, march + index * 7, 6)))
  figures.set('1-minute kurtosis', median(each.map((one) => one.kurtosis)))
  figures.set('1-minute absolute lag 1', median(each.map((one) => one.absolute1)))
  figures.set('1-minute absolute lag 30', median(each.map((one) => one.absolute30)))
  figures.set('1-minute lag 1, size', Math.abs(median(each.map((one) => one.lag1))))
  figures.set('first 5 minutes over midday', median(each.map((one) => one.first5)))
  figures.set('first 30 minutes over midday', median(each.map((one) => one.first30)))
  figures.set('last 30 minutes over midday', median(each.map((one) => one.last30)))
  const movesOf = (code: string): number[] =>
    minuteCloses(world, code, march, 6).flatMap((closes) =>
      closes.slice(1).map((close, index) => close - closes[index]!),
    )
  const technology = movesOf('NDX')
  figures.set('1-minute correlation with NDX', median(codes.map((code) => correlation(movesOf(code), technology))))
}

function addTenYears(figures: Figures, seed: string, sessions: DaySessions): void {
  const world = openCalibrationWorld({ master: `drift-${seed}`, epoch: '2016-01-01', sessions, modelVersion })
  const ratios = (crypto: boolean): number[] =>
    world.instruments
      .filter(({ kind }) => (kind === kinds.crypto) === crypto)
      .map(({ blend, base }) => {
        const { start } = world.engine.endsOf(blend, dayNumber('2026-01-01'), 0)
        return Math.exp((start - base) / logUnits)
      })
  figures.set('10-year price ratio, 1st percentile', quantile(ratios(false), 0.01))
  figures.set('10-year price ratio, 99th percentile', quantile(ratios(false), 0.99))
  figures.set('10-year price ratio, lowest', Math.min(...ratios(false)))
  figures.set('10-year price ratio, highest', Math.max(...ratios(false)))
  figures.set('10-year crypto ratio, lowest', Math.min(...ratios(true)))
  figures.set('10-year crypto ratio, highest', Math.max(...ratios(true)))
}

function addExactness(figures: Figures, seed: string, world: World, sessions: DaySessions): void {
  const codes = ['SPX', 'US3', 'HK3', 'MX3', 'EURJPY', 'BTC', 'CL', 'ZC']
  const ticks = new Float64Array(65)
  let wrong = 0
  for (const code of codes) {
    const { blend, session } = world.byCode.get(code)!
    for (const [day, minutes] of tradingDays(sessions, session, march, march + 20)) {
      const bar = world.engine.scanBar(blend, day, minutes)
      let high = -Infinity
      let low = Infinity
      for (const [start, end] of minutes) {
        for (let minute = start; minute < end; minute += 1) {
          const shift = Math.floor(minute / 1440)
          world.engine.fillMinute(blend, day + shift, minute - shift * 1440, ticks)
          high = Math.max(high, ...ticks)
          low = Math.min(low, ...ticks)
        }
      }
      if (bar.high !== high || bar.low !== low) wrong += 1
    }
  }
  figures.set('bars that differ from their ticks', wrong)
  const options = { master: seed, epoch: '2019-06-01', sessions, modelVersion, keptPathDays: 64 }
  const small = openCalibrationWorld(options)
  let different = 0
  let worst = 0
  for (let draw = 2999; draw >= 0; draw -= 1) {
    const code = codes[draw % codes.length]!
    const place = [march + ((draw * 7) % 40), (draw * 131) % 1440, draw % 65] as const
    const log = (which: World, of: string): number => which.engine.logAt(which.byCode.get(of)!.blend, ...place)
    if (log(small, code) !== log(world, code)) different += 1
    const free = (of: string): number => log(world, of) - world.byCode.get(of)!.base
    worst = Math.max(worst, Math.abs(free('EURUSD') + free('USDJPY') - free('EURJPY')))
  }
  figures.set('prices that differ between caches', different)
  figures.set('cross rate error, log units', worst)
}

const quick = process.argv.includes('--quick')
const seeds = quick ? ['cal-1'] : ['cal-1', 'cal-2', 'cal-3']
const sessions = openSessions()
const started = performance.now()
const measured = seeds.map((seed) => measure(seed, sessions))
console.log(`Realism card, model version ${modelVersion}, seeds ${seeds.join(', ')}\n`)
console.log(`${'figure'.padEnd(44)}${'range'.padEnd(16)}${seeds.map((seed) => seed.padStart(8)).join('')}`)
let outside = 0
for (const [name, low, high] of ranges) {
  const values = measured.map((figures) => figures.get(name) ?? NaN)
  const inside = values.every((value) => value >= low && value <= high)
  if (!inside) outside += 1
  const shown = values.map((value) => value.toFixed(3).padStart(8)).join('')
  console.log(`${name.padEnd(44)}${`${low} … ${high}`.padEnd(16)}${shown}${inside ? '' : '   outside'}`)
}

const rules = measureRules(Array.from({ length: quick ? 3 : 20 }, (_, index) => `rules-${index + 1}`))
const mostSharpe = 0.3
console.log('\nSimple rules on daily closes: yearly Sharpe ratios, means over all markets')
console.log(`${''.padEnd(34)}${'momentum less reversal, before costs'.padEnd(40)}after costs`)
for (const { name, gross, error, momentumAfterCosts, reversalAfterCosts } of rules) {
  const inside = Math.abs(gross) <= mostSharpe && Math.max(momentumAfterCosts, reversalAfterCosts) <= mostSharpe
  if (!inside && !quick) outside += 1
  const before = `${gross.toFixed(2)} ± ${error.toFixed(2)}`.padEnd(40)
  const after = `momentum ${momentumAfterCosts.toFixed(2)}, reversal ${reversalAfterCosts.toFixed(2)}`
  console.log(`${name.padEnd(34)}${before}${after}${inside ? '' : '   outside'}`)
}
const gates = ranges.length + (quick ? 0 : rules.length)
const seconds = ((performance.now() - started) / 1000).toFixed(0)
console.log(`\n${gates - outside} of ${gates} figures inside their ranges; ${seconds} s`)
process.exitCode = outside === 0 ? 0 : 1
