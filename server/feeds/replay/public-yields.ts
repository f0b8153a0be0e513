import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { bondCountries, bondZones, type BondCountry } from '@mex/core/bonds/bond.ts'
import { divide, parseDecimal } from '@mex/core/money/decimal.ts'
import { rate, type Rate } from '@mex/core/money/money.ts'
import { localDay, dayMilliseconds, instantOf, parseIsoDate, type DayNumber } from '@mex/core/time-zone.ts'
import type { CountryCurves, YieldCurve } from '#feeds/bond-market.ts'
import { BadTable, parseTable, type Row } from '#feeds/csv.ts'
import { firstDrawnCurve } from '#feeds/simulator/yield-curve.ts'
import { lastAtMost } from './series.ts'

/** The file of a folder of history with the published yields of a country; it may be missing. */
const files: Readonly<Record<BondCountry, string>> = {
  US: 'rates/us_treasury_yields.csv.gz',
  MX: 'rates/mx_government_yields.csv.gz',
}

/** Yields of one country, oldest day first, in shared memory so that worker threads read them without a copy. */
export type PublicYields = {
  readonly country: BondCountry
  /** Day numbers of the rows that have a yield. */
  readonly dates: Float64Array
  /** Days to maturity of the columns, ascending. */
  readonly terms: readonly number[]
  /** Row by row, yearly in units of 1e-8; NaN where the row has none. */
  readonly yields: Float64Array
}

/** Days of a column's term: `1M`, `10Y`, and the names of the Federal Reserve (`DGS1MO`, `DGS10`). Undefined for other columns. */
export function daysOfTerm(column: string): number | undefined {
  const [, fed, count = '', unit] = /^(DGS)?(\d{1,2})(MO|M|Y)?$/.exec(column) ?? []
  if (count === '' || (fed === undefined && unit === undefined)) return undefined
  const months = unit === 'MO' || unit === 'M' ? Number(count) : Number(count) * 12
  return months === 0 ? undefined : Math.round((months * 365.25) / 12)
}

/** What yields may be, in percent: below nothing they have been, and more is an error of the file. */
const [leastPercent, mostPercent] = [-5, 100]
const percentUnits = 1e6

/** Reads the yields of a folder. Throws `BadTable` with file and line for the first invalid row. */
export function readPublicYields(directory: string): readonly PublicYields[] {
  return bondCountries.flatMap((country) => {
    const path = join(directory, files[country])
    return existsSync(path) ? [parseYields(country, textOf(path), path)] : []
  })
}

function textOf(path: string): string {
  try {
    return gunzipSync(readFileSync(path)).toString('utf8')
  } catch {
    throw new BadTable(path, 'is not a gzip file')
  }
}

export function parseYields(country: BondCountry, text: string, file: string): PublicYields {
  const names = text.slice(0, text.search(/\r?\n|$/)).replace(/^\uFEFF/, '')
  const columns = names
    .split(',')
    .flatMap((name) => {
      const days = daysOfTerm(name)
      return days === undefined ? [] : [{ name, days }]
    })
    .toSorted((one, other) => one.days - other.days)
  if (columns.length < 2) throw new BadTable(`${file}:1`, 'no two columns are yields, such as 1M and 10Y')
  const twice = columns.find(({ days }, index) => columns[index - 1]?.days === days)
  if (twice !== undefined) throw new BadTable(`${file}:1`, `two columns are the term of ${twice.name}`)
  const [dates, yields]: [number[], number[]] = [[], []]
  let before = -Infinity
  for (const row of parseTable(text, file, ['date'])) {
    const date = parseIsoDate(row.cell('date'))
    if (date === undefined) throw new BadTable(row.place, `the date "${row.cell('date')}" has the wrong format`)
    if (date <= before) throw new BadTable(row.place, 'the date is not later than that of the row before')
    before = date
    const cells = columns.map(({ name }) => yieldIn(row, name))
    // A holiday may be a row without yields: it is no publication.
    if (cells.every(Number.isNaN)) continue
    dates.push(date)
    yields.push(...cells)
  }
  if (dates.length === 0) throw new BadTable(file, 'has no yields')
  return { country, dates: shared(dates), terms: columns.map(({ days }) => days), yields: shared(yields) }
}

/** The yield of a cell in units of 1e-8; NaN if it is empty. */
function yieldIn(row: Row, column: string): number {
  const text = row.cell(column)
  if (text === '') return Number.NaN
  const percent = parseDecimal(text, 6)
  if (percent === undefined) throw new BadTable(row.place, `"${text}" is not a yield in percent`)
  const units = Number(percent)
  if (units < leastPercent * percentUnits || units > mostPercent * percentUnits)
    throw new BadTable(row.place, `a yield of ${text} % is not between ${leastPercent} and ${mostPercent}`)
  return units
}

function shared(values: readonly number[]): Float64Array {
  const column = new Float64Array(new SharedArrayBuffer(8 * values.length))
  column.set(values)
  return column
}

/** Yields of a day are published at 18:00 of their country: after its bonds have closed, and never before. */
const publishedMinute = 18 * 60

/** Nothing is traded on yields that are older than a long weekend: their history has ended, or has a gap. */
const freshDays = 5

/**
 * The curves of published yields. On an instant the last row that was published by then is in force, and before the first there is no
 * curve. As the drawn market does, bonds begin on the first day of the model.
 */
export function openPublicCurves({ country, dates, terms, yields }: PublicYields): CountryCurves {
  const zone = bondZones[country]
  const publishedAt = (row: number): number => instantOf(zone, dates[row]!, publishedMinute)
  let known: { readonly row: number; readonly curve: YieldCurve } | undefined
  return {
    since: Math.max(publishedAt(0), firstDrawnCurve),
    curve(now) {
      const day: DayNumber = localDay(zone, now)
      const newest = lastAtMost(dates, day)
      const row = newest >= 0 && publishedAt(newest) > now ? newest - 1 : newest
      if (row < 0) return undefined
      if (known?.row === row) return known.curve
      const at = publishedAt(row)
      const points = terms.flatMap((days, column) => {
        const units = yields[row * terms.length + column]!
        return Number.isNaN(units) ? [] : [{ days, units: BigInt(units) }]
      })
      const curve = { source: 'public', at, until: at + freshDays * dayMilliseconds, yieldIn: between(points) } as const
      known = { row, curve }
      return curve
    },
  }
}

type Point = { readonly days: number; readonly units: bigint }

/** Straight lines between the published terms; a shorter or longer one has the yield of the nearest. 8 decimals. */
const between =
  (points: readonly Point[]) =>
  (days: number): Rate => {
    const after = points.find((point) => point.days >= days) ?? points.at(-1)!
    const before = points.findLast((point) => point.days <= days) ?? after
    if (before.days >= after.days) return rate(before.units * 10_000n)
    const [gone, all] = [BigInt(days - before.days), BigInt(after.days - before.days)]
    return rate((before.units + divide((after.units - before.units) * gone, all, 'near')) * 10_000n)
  }
