import type { RefusalWord } from '@mex/core/refusal.ts'
import * as z from 'zod/mini'

import { fieldNames, hasWireObject, refusalWord, wireObjectOf, type Fields, type SchemaOf } from './wire.ts'

/** A fault that only shows when the fields of a request are checked together. `field` is the wire name. */
export type Fault = { readonly field: string; readonly word: RefusalWord; readonly values?: Record<string, string> }

type Output<F> = z.output<SchemaOf<F>>
/** The fields of a request as handlers receive and screens send them: optional fields may be omitted. */
export type RequestFields<F extends Fields> = {
  readonly [Name in keyof F as undefined extends Output<F[Name]> ? never : Name]: Output<F[Name]>
} & {
  readonly [Name in keyof F as undefined extends Output<F[Name]> ? Name : never]?: Output<F[Name]>
}

/** Absent, null and empty mean the same; texts lose the spaces around them; unknown fields are not looked at. */
function tidy(raw: unknown, names: readonly string[]): Record<string, unknown> | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined
  const tidied: Record<string, unknown> = {}
  for (const name of names) {
    const given = Object.hasOwn(raw, name) ? (raw as Record<string, unknown>)[name] : undefined
    const value = typeof given === 'string' ? given.trim() : given
    if (value !== undefined && value !== null && value !== '') tidied[name] = value
  }
  return tidied
}

/**
 * The request of a call (specification, calls A, "Bodies"). Like in `shape`, keys are program names and `named` gives the wire name.
 * `check` validates fields together, after each has passed alone, and returns its faults in order;
 * `ignored` names wire fields that another field makes
 * meaningless, so that nothing in them can refuse the request.
 */
/* @__NO_SIDE_EFFECTS__ */
export function request<F extends Fields>(
  fields: F,
  check: (asked: RequestFields<F>) => Fault | readonly Fault[] | undefined = () => undefined,
  ignored: (wire: Readonly<Record<string, unknown>>) => readonly string[] = () => [],
) {
  const names = fieldNames(fields)
  const wire = z.object(Object.fromEntries(names.map((field) => [field.wire, field.schema])))
  const wireNames = names.map((field) => field.wire)
  const schema = z.codec(z.unknown(), z.custom<RequestFields<F>>(), {
    decode: (raw, context) => {
      const tidied = tidy(raw, wireNames)
      if (tidied === undefined) {
        context.issues.push({ code: 'custom', input: raw, message: refusalWord('invalid_parameter') })
        return z.NEVER
      }
      for (const name of ignored(tidied)) delete tidied[name]
      const read = z.safeDecode(wire, tidied)
      if (!read.success) {
        for (const { path, message, values } of read.error.issues.map(reasonOf)) {
          context.issues.push({ code: 'custom', input: raw, path, message, params: { values } })
        }
        return z.NEVER
      }
      const asked: Record<string, unknown> = {}
      for (const field of names) asked[field.name] = read.data[field.wire]
      const faults = [check(asked as RequestFields<F>) ?? []].flat()
      if (faults.length === 0) return asked as RequestFields<F>
      for (const { field, word, values } of faults)
        context.issues.push({ code: 'custom', input: raw, path: [field], message: word, params: { values } })
      return z.NEVER
    },
    encode: (asked) => {
      const record: Record<string, unknown> = {}
      for (const field of names) record[field.wire] = (asked as Record<string, unknown>)[field.name]
      return z.encode(wire, record)
    },
  })
  return hasWireObject(schema, wire)
}

/** A field that may be left out. */
/* @__NO_SIDE_EFFECTS__ */
export const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(schema)

/** A field that means `value` when it is left out. */
/* @__NO_SIDE_EFFECTS__ */
export function orElse<Schema extends z.ZodMiniType>(schema: Schema, value: z.output<Schema>) {
  return z.codec(z.optional(schema), z.custom<z.output<Schema>>(), {
    decode: (given) => (given === undefined ? value : given) as z.output<Schema>,
    encode: (given) => given as z.output<Schema>,
  })
}

type Issue = z.core.$ZodIssue
type Reason = { path: PropertyKey[]; message: string; values: Readonly<Record<string, string>> | undefined }

/** The field of a schema issue, and the values for the refusal's text. */
export function reasonOf(issue: Issue): Reason {
  const { path, message } = issue
  if (issue.code === 'too_big') return { path, message, values: { n: String(issue.maximum) } }
  const values: unknown = issue.code === 'custom' ? issue.params?.['values'] : undefined
  return { path, message, values: values as Reason['values'] }
}

type ChosenWire = Readonly<Record<string, unknown>>

/**
 * A request with several variants, distinguished by one field that has the same name in the program and on the
 * wire. Fields that not all of them have are optional on the API page.
 */
/* @__NO_SIDE_EFFECTS__ */
export function choice<const By extends string, Options extends Readonly<Record<string, z.ZodMiniType>>>(
  by: By,
  options: Options,
) {
  type One = Options[keyof Options]
  const optionOf = (given: unknown): z.ZodMiniType | undefined => {
    const chosen: unknown = typeof given === 'object' && given !== null ? (given as ChosenWire)[by] : undefined
    const key = typeof chosen === 'string' || typeof chosen === 'number' ? String(chosen).trim() : ''
    return Object.hasOwn(options, key) ? options[key] : undefined
  }
  const schema = z.codec(z.unknown(), z.custom<z.output<One>>(), {
    decode: (raw, context) => {
      const option = optionOf(raw)
      if (option === undefined) {
        context.issues.push({ code: 'custom', input: raw, path: [by], message: refusalWord('invalid_parameter') })
        return z.NEVER
      }
      const read = z.safeDecode(option, raw as never)
      if (read.success) return read.data as z.output<One>
      for (const { path, message, values } of read.error.issues.map(reasonOf))
        context.issues.push({ code: 'custom', input: raw, path, message, params: { values } })
      return z.NEVER
    },
    encode: (asked) => {
      const option = optionOf(asked)
      if (option === undefined) throw new Error(`Broken invariant: ${by} says which request it is`)
      return z.encode(option, asked as never)
    },
  })
  const shapes = Object.values(options).map((option) => wireObjectOf(option)?.shape ?? {})
  const everywhere = (field: string): boolean => shapes.every((shape) => Object.hasOwn(shape, field))
  const merged: Record<string, z.ZodMiniType> = {}
  for (const [field, one] of shapes.flatMap((shape) => Object.entries(shape)))
    merged[field] ??= everywhere(field) ? (one as z.ZodMiniType) : z.optional(one as z.ZodMiniType)
  merged[by] = z.literal(Object.keys(options).map(Number), { error: refusalWord('invalid_parameter') })
  return hasWireObject(schema, z.object(merged))
}
