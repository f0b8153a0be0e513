import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { moneyOf } from '@mex/core/money/money.ts'
import { expectationOf } from '@mex/core/robots/economics.ts'
import { cycles, minedCoin } from '@mex/core/robots/robot.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from './day-secrets.ts'
import { modelVersion, openSimulatedFeed } from './simulated-feed.ts'

/**
 * Robots give nobody an edge that their page does not tell: whoever chooses the cycle, or the day by anything that everybody sees,
 * earns what is stated for a difficulty that rises as it does on average, up to chance. Ending early when the coin has fallen and renting
 * again does earn more, which help says; what it brings is bounded here. Twenty markets, a year each.
 */

const marketCount = 20
const begin = Date.parse('2026-01-05T00:00:00Z')
const yearDays = 365

/** Difficulty and coin at the beginning of each day. */
type Path = { readonly difficulty: readonly number[]; readonly coin: readonly number[] }

/** Per peso of the price, in a day: income at the start, energy, rent. */
const [income, energy, rent] = [0.000_01 * 0.99 * 144, 0.0006, 0.02 / 30]
const earlyPart = 0.05

let paths: readonly Path[]
before(() => {
  const catalogue = openCatalogue()
  paths = Array.from({ length: marketCount }, (_, seed) => {
    const keys = openDaySecrets(Buffer.from(`robots ${seed}`), modelVersion)
    const feed = openSimulatedFeed({ keys, catalogue, practiceHours: true })
    const days = Array.from({ length: yearDays + 101 }, (_, day) => begin + day * dayMilliseconds)
    return {
      difficulty: days.map((at) => Number(feed.robots.difficulty(at))),
      coin: days.map((at) => Number(feed.quote(minedCoin.key, at)?.last ?? assert.fail('the coin has a price'))),
    }
  })
})

/** Income of a day compared with the first day's: (D0 / D) × (C / C0). */
const ratio = ({ difficulty, coin }: Path, start: number, day: number): number =>
  ((difficulty[start]! / difficulty[day]!) * coin[day]!) / coin[start]!

/** The net of a rental that begins on a day, per peso of its price and day. */
function heldNet(path: Path, start: number, cycle: number): number {
  let sum = 0
  for (let day = start; day < start + cycle; day += 1) sum += income * ratio(path, start, day) - energy - rent
  return sum / cycle
}

/** What the page states, for a difficulty that rises as it does on average. */
const stated = (cycle: number): number =>
  Number(expectationOf(moneyOf('20000'), cycle).netAsDifficultyRises) / 2_000_000 / cycle

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
function meanAndError(numbers: readonly number[]): readonly [number, number] {
  const middle = mean(numbers)
  const variance = mean(numbers.map((each) => (each - middle) ** 2))
  return [middle, Math.sqrt(variance / (numbers.length - 1))]
}

/** Days on which a strategy rents: every one, or those before which something happened that everybody sees. */
const timings: Readonly<Record<string, (path: Path, day: number) => boolean>> = {
  'every two weeks': (_, day) => day % 14 === 0,
  'after a rise of the coin': ({ coin }, day) => coin[day]! > coin[day - 5]! * 1.03,
  'after a fall of the coin': ({ coin }, day) => coin[day]! < coin[day - 5]! * 0.97,
  'after a month of rises': ({ coin }, day) => coin[day]! > coin[day - 30]! * 1.1,
  'after a month of falls': ({ coin }, day) => coin[day]! < coin[day - 30]! * 0.9,
  'after the difficulty hardly rose': ({ difficulty }, day) => difficulty[day]! < difficulty[day - 3]! * 1.003,
}

for (const [name, rents] of Object.entries(timings))
  for (const cycle of cycles)
    test(`renting for ${cycle} days ${name} earns what is stated, up to chance`, () => {
      const nets = paths.map((path) => {
        const starts = Array.from({ length: yearDays - 30 }, (_, day) => day + 30).filter((day) => rents(path, day))
        return starts.length === 0 ? stated(cycle) : mean(starts.map((start) => heldNet(path, start, cycle)))
      })
      const [found, error] = meanAndError(nets)
      assert.ok(
        Math.abs(found - stated(cycle)) <= 3.5 * error + 1e-5,
        `${(found * 3000).toFixed(3)} % a month, stated ${(stated(cycle) * 3000).toFixed(3)} ± ${(error * 3000).toFixed(3)}`,
      )
    })

/** Rents for 90 days; ends early and rents again whenever income has fallen by a part of what it was. Net of a day. */
function switchedNet(path: Path, part: number): number {
  let [sum, start] = [0, 0]
  for (let day = 0; day < yearDays; day += 1) {
    const now = ratio(path, start, day)
    if (day - start >= 90) start = day
    else if (day > start && now < 1 - part) {
      sum -= rent * (90 - (day - start)) * earlyPart
      start = day
    }
    sum += income * ratio(path, start, day) - energy - rent
  }
  return sum / yearDays
}

test('ending early and renting again after a fall brings more, and less than 1 % of the price a month', () => {
  for (const part of [0.03, 0.05, 0.1, 0.2]) {
    const [found, error] = meanAndError(paths.map((path) => switchedNet(path, part)))
    const told = `${(found * 3000).toFixed(3)} ± ${(error * 3000).toFixed(3)} % a month after a fall of ${part}`
    assert.ok(found - stated(90) > -2 * error && found * 30 < 0.01, told)
  }
})
