import type { Call } from '@mex/contract/call.ts'
import { decimalsMinOf, wireObjectOf } from '@mex/contract/wire.ts'
import fc, { type Arbitrary } from 'fast-check'

/**
 * Arbitrary requests, drawn from the schema of each call: a new call is fuzzed as soon as it is in the contract. Most
 * values are valid or nearly valid, so that they pass the first check.
 */

/** The part of a Zod schema's definition that the generators read. */
type Definition = {
  readonly type: string
  readonly innerType?: Schema
  readonly in?: Schema
  readonly element?: Schema
  readonly options?: readonly Schema[]
  readonly shape?: Readonly<Record<string, Schema>>
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[]
}
type Schema = { readonly _zod: { readonly def: Definition } }
type Check = {
  readonly check: string
  readonly maximum?: number
  readonly minimum?: number
  readonly pattern?: RegExp
}

/** Values that exist on the server, by the name of the field. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const decimals = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2)) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 500 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('0', '0.00', '-1', '0.001', '999999999999.99', '1e5', '00', '.5', '5.') },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.double() },
)
const integers = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 300 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 1.5, 2 ** 31, 2 ** 53, '9'.repeat(15), '9'.repeat(16), '-0') },
)

function texts(checks: readonly Check[]): Arbitrary<unknown> {
  const most = Math.min(checks.find(({ check }) => check === 'max_length')?.maximum ?? 40, 300)
  const pattern = checks.find(({ pattern: found }) => found !== undefined)?.pattern
  const plain = fc.string({ maxLength: most, unit: 'grapheme' })
  if (pattern === undefined) return plain
  try {
    const matching = fc.stringMatching(new RegExp(pattern.source, pattern.flags.replaceAll(/[^u]/g, '')))
    fc.sample(matching, 1)
    return fc.oneof({ weight: 3, arbitrary: matching }, { weight: 1, arbitrary: plain })
  } catch {
    // fast-check cannot draw from patterns with Unicode classes; texts without control characters match those we have.
    return plain
  }
}

/** Values that a schema usually accepts. */
function ofSchema(schema: Schema): Arbitrary<unknown> {
  const { def } = schema._zod
  if (decimalsMinOf(schema) !== undefined) return decimals
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return def.innerType === undefined
        ? fc.constant(null)
        : fc.option(ofSchema(def.innerType), { nil: null, freq: 4 })
    case 'readonly':
    case 'default':
      return def.innerType === undefined ? fc.jsonValue() : ofSchema(def.innerType)
    case 'pipe':
      return def.in === undefined ? fc.jsonValue() : ofSchema(def.in)
    case 'union': {
      const options = def.options ?? []
      const types = options.map((option) => option._zod.def.type)
      // A union of string and number is an amount or an id, sent in either form.
      if (types.includes('string') && types.includes('number')) return fc.oneof(decimals, integers)
      return fc.oneof(...options.map(ofSchema))
    }
    case 'literal':
      return fc.constantFrom(...(def.values ?? [null]))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? { none: null }))
    case 'boolean':
      return fc.boolean()
    case 'number':
      return integers
    case 'string':
      return texts((def.checks ?? []).map(({ _zod }) => _zod.def))
    case 'array':
      return fc.array(def.element === undefined ? fc.jsonValue() : ofSchema(def.element), { maxLength: 5 })
    case 'object':
      return ofFields(def.shape ?? {}, {})
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/**
 * A value as JSON text, for JSON that `JSON.stringify` cannot produce: it omits `__proto__` and overflows at a depth that
 * a parser may accept.
 */
export class JsonText {
  readonly text: string
  /** Shown in a counterexample. */
  readonly about: string
  constructor(about: string, text: string) {
    this.about = about
    this.text = text
  }
  toString(): string {
    return `JSON: ${this.about}`
  }
  [fc.toStringMethod](): string {
    return this.toString()
  }
}

const repeated = (text: string, count: number, separator = ''): string =>
  Array.from({ length: count }, () => text).join(separator)

/** Depths below, at and above the limit, and deep enough to overflow the stack of a recursive parser. */
const levels = fc.constantFrom(5, 14, 15, 16, 17, 100, 1500, 4000)
const widths = fc.constantFrom(100, 1900, 2100, 4000)

/** Valid JSON that attacks recursion, late size checks and unchecked copying of property names. */
export const hostileJson: Arbitrary<JsonText> = fc.oneof(
  levels.map((count) => new JsonText(`${count} lists`, repeated('[', count) + repeated(']', count))),
  levels.map((count) => new JsonText(`${count} objects`, `${repeated('{"a":', count)}1${repeated('}', count)}`)),
  widths.map((count) => new JsonText(`${count} numbers`, `[${repeated('1', count, ',')}]`)),
  widths.map((count) => {
    const fields = Array.from({ length: count }, (_, each) => `"k${each}":1`)
    return new JsonText(`${count} fields`, `{${fields.join()}}`)
  }),
  fc
    .constantFrom(
      '{"__proto__":{"admin":true,"userId":1}}',
      '{"constructor":{"prototype":{"admin":true}}}',
      String.raw`{"\u005f\u005fproto__":{"admin":true}}`,
      String.raw`"a\u0000b"`,
      String.raw`{"\u0000":"\u0000"}`,
      String.raw`"\ud800"`,
      String.raw`"\udc00\ud800"`,
      '1e400',
      '-1e-400',
      repeated('9', 400),
      '-0',
      `"${repeated(String.raw`\"`, 3000)}"`,
    )
    .map((text) => new JsonText(text.slice(0, 50), text)),
)

/** Well-known injection texts and invisible characters. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    "'; drop table app_user; --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '\u0000',
    '\ud800',
    '\u202e',
    'An\u200bn',
    'ann\u2066@example.org',
    '%00',
    '{{7*7}}',
    '${7*7}',
    'x'.repeat(20_000),
    '__proto__',
    'constructor',
    { $ne: null },
  ),
  hostileJson,
)

function ofFields(fields: Readonly<Record<string, Schema>>, known: Known): Arbitrary<Record<string, unknown>> {
  const drawn = Object.entries(fields).map(([name, schema]) => {
    const own = known[name]
    const right =
      own === undefined
        ? ofSchema(schema)
        : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...own) }, ofSchema(schema))
    return [
      name,
      fc.oneof(
        { weight: 20, arbitrary: right },
        { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
        { weight: 1, arbitrary: hostile },
      ),
    ] as const
  })
  return fc.record(Object.fromEntries(drawn), {})
}

export const fieldsOf = (call: Call): Readonly<Record<string, Schema>> =>
  (wireObjectOf(call.input)?.shape ?? {}) as unknown as Readonly<Record<string, Schema>>

/** The fields of a request; one request in ten has extra fields that the call does not know. */
export function requestsOf(call: Call, known: Known): Arbitrary<Record<string, unknown>> {
  const own = ofFields(fieldsOf(call), known)
  const more = fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  return fc.oneof(
    { weight: 9, arbitrary: own },
    { weight: 1, arbitrary: fc.tuple(own, more).map(([fields, others]) => ({ ...others, ...fields })) },
  )
}

/** The fields of a request as JSON text; a `JsonText` is inserted verbatim. */
export function writeJson(fields: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(fields).flatMap(([name, value]) => {
    const text = value instanceof JsonText ? value.text : JSON.stringify(value)
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
  })
  return `{${written.join()}}`
}

/** A raw body with its media type. */
export type RawBody = { readonly type: string; readonly body: string }
const json = 'application/json'
const urlencoded = 'application/x-www-form-urlencoded'
const parts = 'multipart/form-data; boundary=x'

/** Bodies that are not JSON objects, or not JSON. */
export const rawBodies: Arbitrary<RawBody> = fc.oneof(
  fc.json({ maxDepth: 5 }).map((body) => ({ type: json, body })),
  fc.string({ maxLength: 200, unit: 'binary' }).map((text) => ({ type: json, body: text.toWellFormed() })),
  { weight: 3, arbitrary: hostileJson.map(({ text }) => ({ type: json, body: text })) },
  fc
    .constantFrom(
      '',
      '{',
      '[',
      '"',
      'null',
      '{"a":1',
      '['.repeat(20_000),
      '[{'.repeat(5000),
      '\ufeff{}',
      ' '.repeat(15_000),
    )
    .map((body) => ({ type: json, body })),
  fc
    .constantFrom(
      'a&'.repeat(8000),
      'a&'.repeat(500_000),
      '%00=%00',
      '__proto__=1&constructor=2',
      '='.repeat(1000),
      '%',
    )
    .map((body) => ({ type: urlencoded, body })),
  fc
    .constantFrom(
      '--x--\r\n',
      '--x\r\n'.repeat(2000),
      `--x\r\n${'a: b\r\n'.repeat(2000)}\r\nx\r\n--x--\r\n`,
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--x--\r\n',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a\u0000.png"\r\n\r\nx\r\n--x--\r\n',
    )
    .map((body) => ({ type: parts, body })),
)
