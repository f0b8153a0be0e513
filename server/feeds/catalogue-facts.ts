import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDecimal } from '@mex/core/money/decimal.ts'
import type { ShareMarket, TickBand } from '@mex/core/market/instrument.ts'
import { price, priceScale, quantity, quantityScale, rate, rateScale } from '@mex/core/money/money.ts'
import type { Price, Quantity, Rate } from '@mex/core/money/money.ts'
import { dayNumber, type DayNumber } from '@mex/core/time-zone.ts'
import * as z from 'zod/mini'
import type { CurrencyFacts, Sector } from './listing.ts'
import { BadTable, parseTable, type Row } from './csv.ts'

export function readTable(directory: string, file: string, columns: readonly string[]): Row[] {
  const path = join(directory, file)
  return parseTable(readFileSync(path, 'utf8'), path, columns)
}

function decimalIn(row: Row, column: string, scale: number): bigint {
  const value = parseDecimal(row.cell(column), scale)
  if (value === undefined) throw new BadTable(row.place, `${column} "${row.cell(column)}" is not a number`)
  return value
}

export function priceIn(row: Row, column: string): Price {
  const value = decimalIn(row, column, priceScale)
  if (value <= 0n) throw new BadTable(row.place, `${column} is not above zero`)
  return price(value)
}
export const quantityIn = (row: Row, column: string): Quantity => quantity(decimalIn(row, column, quantityScale))
export const rateIn = (row: Row, column: string): Rate => rate(decimalIn(row, column, rateScale))

export function numberIn(row: Row, column: string): number {
  const value = Number(row.cell(column))
  if (!Number.isInteger(value) || value <= 0)
    throw new BadTable(row.place, `${column} is not a whole number above zero`)
  return value
}

/** The cell as one of the allowed words of its column. Throws `BadTable` for any other text. */
export function wordIn<Word extends string>(row: Row, column: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === row.cell(column))
  if (found === undefined) throw new BadTable(row.place, `${column} "${row.cell(column)}" is not known`)
  return found
}

export function filledIn(row: Row, column: string): string {
  const text = row.cell(column)
  if (text === '') throw new BadTable(row.place, `${column} is empty`)
  return text
}

export const nameIn = (row: Row) => ({ en: filledIn(row, 'en'), zh: filledIn(row, 'zh') })

export function readSectors(directory: string): ReadonlyMap<string, Sector> {
  return new Map(
    readTable(directory, 'sectors.csv', ['key', 'en', 'zh']).map((row) => [
      filledIn(row, 'key'),
      { key: filledIn(row, 'key'), name: nameIn(row) },
    ]),
  )
}

const ratesFile = z.object({ source: z.string(), base: z.record(z.string(), z.string()) })

export function readCurrencies(directory: string): ReadonlyMap<string, CurrencyFacts> {
  const { base } = readJson(directory, 'rates.json', ratesFile)
  const rows = readTable(directory, 'currencies.csv', ['code', 'en', 'zh', 'dollars'])
  return new Map(
    rows.map((row) => {
      const code = filledIn(row, 'code')
      const interest = base[code] === undefined ? undefined : parseDecimal(base[code], rateScale)
      if (base[code] !== undefined && interest === undefined) {
        throw new BadTable(join(directory, 'rates.json'), `the rate of ${code} is not a number`)
      }
      return [
        code,
        {
          code,
          name: nameIn(row),
          dollars: rateIn(row, 'dollars'),
          interest: interest === undefined ? undefined : rate(interest),
        },
      ]
    }),
  )
}

export type TickTable = { readonly from: DayNumber; readonly bands: readonly TickBand[] }

const tickTables = z.array(z.object({ from: z.string(), bands: z.array(z.tuple([z.string(), z.string()])) }))

/** The tick tables of the share markets, oldest first (rulebook §13.2). */
export function readTicks(directory: string): Record<ShareMarket, readonly TickTable[]> {
  const file = z.object({ source: z.string(), US: tickTables, HK: tickTables, MX: tickTables })
  const { US, HK, MX } = readJson(directory, 'ticks.json', file)
  const number = (text: string) => {
    const value = parseDecimal(text, priceScale)
    if (value === undefined || value <= 0n)
      throw new BadTable(join(directory, 'ticks.json'), `"${text}" is not a price above zero`)
    return price(value)
  }
  const read = (tables: z.infer<typeof tickTables>): TickTable[] =>
    tables.map(({ from, bands }) => ({
      from: dayNumber(from),
      bands: bands.map(([below, tick]) => ({ below: below === '' ? undefined : number(below), tick: number(tick) })),
    }))
  return { US: read(US), HK: read(HK), MX: read(MX) }
}

function readJson<Shape extends z.ZodMiniType>(directory: string, file: string, shape: Shape): z.infer<Shape> {
  const path = join(directory, file)
  const parsed = shape.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!parsed.success) throw new BadTable(path, z.prettifyError(parsed.error))
  return parsed.data
}
