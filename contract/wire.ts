import { present } from '@mex/core/assert.ts'
import { formatDecimal, parseDecimal } from '@mex/core/money/decimal.ts'
import {
  money as asMoney,
  moneyScale,
  price as asPrice,
  priceScale,
  quantity as asQuantity,
  quantityScale,
  rate as asRate,
  rateScale,
  value as asValue,
  type Money,
  type Price,
  type Quantity,
  type Rate,
  type Value,
  percent as asPercent,
  type Percent,
} from '@mex/core/money/money.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'
import { dateOfDay, dayOfDate, instantOf, localDay, localMinute, minuteMilliseconds } from '@mex/core/time-zone.ts'
import * as z from 'zod/mini'

import { writerOf, writesBy } from './write.ts'

/**
 * Fields with a wire form and a program form. `named` gives the name on the wire, the key is the program's. Instants
 * are epoch milliseconds, amounts are branded integers, and an unknown value is `undefined`, never zero. A failing field gives its refusal word as the issue's message, so that the
 * reply can name the right code (specification, calls Q); any other message becomes `invalid_parameter`.
 */
export const refusalWord = (word: RefusalWord): RefusalWord => word

const decimals = new WeakMap<object, number>()
/** How many decimals the texts of a decimal field have at least, for the API page; undefined for other fields. */
export const decimalsMinOf = (schema: object): number | undefined => decimals.get(schema)

/* @__NO_SIDE_EFFECTS__ */
function decimal<Brand extends bigint>(
  scale: number,
  decimalsMin: number,
  word: RefusalWord,
  brand: (raw: bigint) => Brand,
) {
  const field = z.codec(z.union([z.string(), z.number()], { error: refusalWord(word) }), z.custom<Brand>(), {
    decode: (wire, context) => {
      const parsed = parseDecimal(String(wire), scale)
      if (parsed !== undefined) return brand(parsed)
      context.issues.push({ code: 'custom', input: wire, message: refusalWord(word) })
      return z.NEVER
    },
    encode: (raw) => formatDecimal(raw, scale, decimalsMin),
  })
  decimals.set(field, decimalsMin)
  return writesBy(field, (raw) => formatDecimal(raw, scale, decimalsMin))
}

/** Any amount of money, signed: "12.50" ↔ 1250n. For answers; for user input use `amount`. */
export const money = decimal<Money>(moneyScale, moneyScale, 'incorrect_amount', asMoney)
export const price = decimal<Price>(priceScale, 0, 'invalid_parameter', asPrice)
export const quantity = decimal<Quantity>(quantityScale, 0, 'quantity_missing', asQuantity)
export const rate = decimal<Rate>(rateScale, 0, 'invalid_parameter', asRate)
/** price × quantity × multiplier, exact, with the 8 decimals of a price. */
export const value = decimal<Value>(priceScale, 0, 'invalid_parameter', asValue)

/** A number with exactly `decimals` decimals on the wire. */
/* @__NO_SIDE_EFFECTS__ */
export const fixed = (decimals: number) => decimal<Rate>(rateScale, decimals, 'invalid_parameter', asRate)
/** A percentage with 2 decimals: "1.25" is 1.25 %. */
export const percent = decimal<Percent>(2, 2, 'invalid_parameter', asPercent)
/** An average price, always with 8 decimals (rulebook §15). */
export const averagePrice = decimal<Price>(priceScale, priceScale, 'invalid_parameter', asPrice)

/** Money that a user enters: more than zero, at most 2 decimals (spec §5). */
export const amount = z.codec(
  z.union([z.string(), z.number()], { error: refusalWord('incorrect_amount') }),
  z.custom<Money>(),
  {
    decode: (wire, context) => {
      const text = String(wire)
      const parsed = /^\d{1,12}(\.\d{1,2})?$/.test(text) ? parseDecimal(text, moneyScale) : undefined
      if (parsed !== undefined && parsed > 0n) return asMoney(parsed)
      context.issues.push({ code: 'custom', input: wire, message: refusalWord('incorrect_amount') })
      return z.NEVER
    },
    encode: (raw) => formatDecimal(raw, moneyScale, moneyScale),
  },
)

/** A whole number; texts are accepted too, because a query string has no numbers. */
/* @__NO_SIDE_EFFECTS__ */
export function integer(word: RefusalWord = 'invalid_parameter') {
  return z.codec(z.union([z.string(), z.number()], { error: refusalWord(word) }), z.int(), {
    decode: (wire, context) => {
      const text = String(wire)
      if (/^-?\d{1,15}$/.test(text)) return Number(text)
      context.issues.push({ code: 'custom', input: wire, message: refusalWord(word) })
      return z.NEVER
    },
    encode: (number) => number,
  })
}

/** Numbers as they are, and as the texts that a query string makes of them. */
const asTexts = (numbers: readonly number[]): readonly (number | string)[] => [...numbers, ...numbers.map(String)]

/** One of the given numbers. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Options extends readonly number[]>(
  options: Options,
  word: RefusalWord = 'invalid_parameter',
) {
  const field = z.codec(z.literal(asTexts(options), { error: refusalWord(word) }), z.custom<Options[number]>(), {
    decode: (wire) => Number(wire) as Options[number],
    encode: (option) => option,
  })
  return writesBy(field, (option) => option)
}

/** The spec's number on the wire, core's word in the program: 0 ↔ 'long'. */
/* @__NO_SIDE_EFFECTS__ */
export function coded<Numbers extends Readonly<Record<string, number>>>(
  numbers: Numbers,
  word: RefusalWord = 'invalid_parameter',
) {
  type Word = keyof Numbers & string
  const words = new Map(Object.entries(numbers).map(([each, number]) => [number, each as Word]))
  const encode = (each: Word): number => present<number>(numbers[each], `the number of ${each}`)
  const field = z.codec(z.literal(asTexts(Object.values(numbers)), { error: refusalWord(word) }), z.custom<Word>(), {
    decode: (wire) => present(words.get(Number(wire)), `the word of ${wire}`),
    encode,
  })
  return writesBy(field, encode)
}

const asFlag = (truth: boolean): 0 | 1 => (truth ? 1 : 0)
/** 0 or 1 on the wire, a truth in the program. */
export const flag = writesBy(
  z.codec(
    z.union([z.literal([0, 1, '0', '1']), z.boolean()], { error: refusalWord('invalid_parameter') }),
    z.boolean(),
    {
      decode: (wire) => wire === true || String(wire) === '1',
      encode: asFlag,
    },
  ),
  asFlag,
)

const asSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)
/** Epoch seconds on the wire (10 digits), epoch milliseconds in the program. */
export const timestamp = writesBy(
  z.codec(z.number(), z.number(), { decode: (seconds) => seconds * 1000, encode: asSeconds }),
  asSeconds,
)

/** Absent in the program, null on the wire: the wire always has every field. */
/* @__NO_SIDE_EFFECTS__ */
export function orNull<Schema extends z.ZodMiniType>(schema: Schema) {
  const field = z.codec(z.nullable(schema), z.custom<z.output<Schema> | undefined>(), {
    decode: (wire) => (wire === null ? undefined : wire) as z.output<Schema> | undefined,
    encode: (model) => (model === undefined ? null : model) as z.output<Schema> | null,
  })
  const write = writerOf(schema)
  return writesBy(field, (model) => (model === undefined ? null : write(model as never)))
}

export type Named<Schema extends z.ZodMiniType> = { readonly wire: string; readonly schema: Schema }
export type Fields = Record<string, z.ZodMiniType | Named<z.ZodMiniType>>
export type SchemaOf<F> = F extends Named<infer S> ? S : F extends z.ZodMiniType ? F : never
type Model<F extends Fields> = { readonly [Name in keyof F]: z.output<SchemaOf<F[Name]>> }

/** A field whose wire name differs from the program's: `last: named('price_nominal', price)`. */
/* @__NO_SIDE_EFFECTS__ */
export const named = <Schema extends z.ZodMiniType>(wire: string, schema: Schema): Named<Schema> => ({ wire, schema })

function isNamed(field: z.ZodMiniType | Named<z.ZodMiniType>): field is Named<z.ZodMiniType> {
  return 'wire' in field
}

/** Each field with its two names: the program's and the wire's. */
export function fieldNames(fields: Fields) {
  return Object.entries(fields).map(([name, field]) =>
    isNamed(field) ? { name, wire: field.wire, schema: field.schema } : { name, wire: name, schema: field },
  )
}

const wireObjects = new WeakMap<object, z.ZodMiniObject>()
/** The wire object behind a shape or a request, for the API page; undefined for any other schema. */
export const wireObjectOf = (schema: object): z.ZodMiniObject | undefined => wireObjects.get(schema)
export const hasWireObject = <Schema extends z.ZodMiniType>(schema: Schema, wire: z.ZodMiniObject): Schema => {
  wireObjects.set(schema, wire)
  return schema
}

/** An object with wire names on the wire and program names as keys; `named` gives a wire name that differs. */
/* @__NO_SIDE_EFFECTS__ */
export function shape<F extends Fields>(fields: F) {
  const names = fieldNames(fields)
  const wire = z.object(Object.fromEntries(names.map((field) => [field.wire, field.schema])))
  const written = names.map((field) => ({ ...field, write: writerOf(field.schema) }))
  const write = (model: Model<F>): unknown => {
    const record: Record<string, unknown> = {}
    for (const field of written)
      record[field.wire] = field.write((model as Record<string, unknown>)[field.name] as never)
    return record
  }
  const schema = z.codec(z.unknown(), z.custom<Model<F>>(), {
    decode: (raw, context) => {
      const read = z.safeDecode(wire, raw as never)
      if (!read.success) {
        for (const { path, message } of read.error.issues)
          context.issues.push({ code: 'custom', input: raw, path, message })
        return z.NEVER
      }
      const model: Record<string, unknown> = {}
      for (const field of names) model[field.name] = read.data[field.wire]
      return model as Model<F>
    },
    encode: write,
  })
  return hasWireObject(writesBy(schema, write), wire)
}

export type Page<Row> = {
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
  readonly rows: readonly Row[]
}

/** One of two shapes: the second has the field that marks it, and the first has not. The API page shows the first. */
/* @__NO_SIDE_EFFECTS__ */
export function eitherOf<First extends z.ZodMiniType, Second extends z.ZodMiniType>(
  first: First,
  second: Second,
  mark: { readonly wire: string; readonly name: string },
) {
  type Either = z.output<First> | z.output<Second>
  const has = (value: unknown, name: string): boolean => typeof value === 'object' && value !== null && name in value
  const write = (model: Either): unknown => writerOf(has(model, mark.name) ? second : first)(model as never)
  const field = z.codec(z.unknown(), z.custom<Either>(), {
    decode: (wire, context) => {
      const read = z.safeDecode<z.ZodMiniType>(has(wire, mark.wire) ? second : first, wire)
      if (read.success) return read.data as Either
      for (const { path, message } of read.error.issues)
        context.issues.push({ code: 'custom', input: wire, path, message })
      return z.NEVER
    },
    encode: write,
  })
  return hasWireObject(writesBy(field, write), present(wireObjectOf(first), 'the fields of the first shape'))
}

/** A read-only list: handlers return it and screens receive it. */
/* @__NO_SIDE_EFFECTS__ */
export const listOf = <Row extends z.ZodMiniType>(row: Row) => z.readonly(z.array(row))

/** One page of a list, and further fields about the whole list. */
/* @__NO_SIDE_EFFECTS__ */
export const pageOf = <Row extends z.ZodMiniType, More extends Fields = Record<never, never>>(
  row: Row,
  more: More = {} as More,
) => shape({ total: z.number(), pageNum: z.number(), pageSize: z.number(), rows: listOf(row), ...more })

const newYork = 'America/New_York'
const two = (number: number): string => String(number).padStart(2, '0')

/** 'MM-DD-YYYY hh:mm:ss A' of an instant on the wall of New York: the spec's `currencyUsDatetime`. */
function newYorkText(instant: number): string {
  const { year, month, dayOfMonth } = dateOfDay(localDay(newYork, instant))
  const minutes = Math.floor(localMinute(newYork, instant))
  const hours = Math.floor(minutes / 60)
  const seconds = Math.floor((instant % minuteMilliseconds) / 1000)
  const clock = `${two(hours % 12 === 0 ? 12 : hours % 12)}:${two(minutes % 60)}:${two(seconds)} ${hours < 12 ? 'AM' : 'PM'}`
  return `${two(month)}-${two(dayOfMonth)}-${year} ${clock}`
}

const newYorkPattern = /^(\d\d)-(\d\d)-(\d{4}) (\d\d):(\d\d):(\d\d) (AM|PM)$/

/**
 * An instant (epoch milliseconds, whole seconds survive) as New York's wall shows it. The hour that summer time shows
 * twice reads back as the first of the two.
 */
export const newYorkTime = writesBy(
  z.codec(z.string().check(z.regex(newYorkPattern)), z.number(), {
    decode: (text) => {
      const [, month, day, year, hour, minute, second, half] = newYorkPattern.exec(text) ?? []
      const minutes = ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 60 + Number(minute)
      return instantOf(newYork, dayOfDate(Number(year), Number(month), Number(day)), minutes) + Number(second) * 1000
    },
    encode: newYorkText,
  }),
  newYorkText,
)
