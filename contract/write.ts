import * as z from 'zod/mini'

/**
 * Answers take their wire form in one pass of our own: zod would check again what the compiler has checked, and 200
 * quotes with their sparklines would take 25 ms instead of 4. The round trips of `calls.test.ts` hold both ways together.
 */
type Write = (model: never) => unknown

const writers = new WeakMap<object, Write>()

/** Defines how the program form of a schema is encoded. */
/* @__NO_SIDE_EFFECTS__ */
export function writesBy<Schema extends z.ZodMiniType>(
  schema: Schema,
  write: (model: z.output<Schema>) => unknown,
): Schema {
  writers.set(schema, write as Write)
  return schema
}

const asItIs: Write = (model) => model
type Definition = { readonly type: string; readonly innerType?: z.ZodMiniType; readonly element?: z.ZodMiniType }
const plain: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null', 'unknown'])

function find(schema: z.ZodMiniType): Write {
  const definition: Definition = schema._zod.def
  const { type, innerType, element } = definition
  if (plain.has(type)) return asItIs
  if (type === 'readonly' && innerType !== undefined) return writerOf(innerType)
  if (type === 'array' && element !== undefined) {
    const each = writerOf(element)
    return (list: readonly unknown[]) => list.map((item) => each(item as never))
  }
  return (model) => z.encode(schema, model)
}

/** Turns the program form of a schema into its wire form. */
export function writerOf(schema: z.ZodMiniType): Write {
  const known = writers.get(schema)
  if (known !== undefined) return known
  const write = find(schema)
  writers.set(schema, write)
  return write
}

/**
 * For models that are made once and shown to many, like the rows of one tick: the wire form of each is kept as long as
 * the model. Neither may be changed.
 */
/* @__NO_SIDE_EFFECTS__ */
export function writtenOnce<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  const write = writerOf(schema)
  const written = new WeakMap<object, unknown>()
  return writesBy(schema, (model) => {
    const known = written.get(model as object)
    if (known !== undefined) return known
    const wire = write(model as never)
    written.set(model as object, wire)
    return wire
  })
}
