import type { RefusalWord } from '@mex/core/refusal.ts'
import * as z from 'zod/mini'

import type { Call } from './call.ts'
import { everyCall } from './calls.ts'
import { languages } from './language.ts'
import { refusalCode, refusals } from './refusals.ts'
import { user } from './account/shapes.ts'
import { futureQuote, quote, quoteDetail } from './market/shapes.ts'
import { closedPosition, order, position } from './trading/shapes.ts'
import { bill, walletBalance } from './wallet/shapes.ts'
import { watch } from './watchlist/shapes.ts'
import { decimalsMinOf, wireObjectOf } from './wire.ts'

/** A JSON Schema or another plain piece of the document. */
type Json = Record<string, unknown>

/** Shapes that are described once and referred to by name. */
const namedShapes = {
  User: user,
  Quote: quote,
  QuoteDetail: quoteDetail,
  FutureQuote: futureQuote,
  Watch: watch,
  Order: order,
  Position: position,
  Closed: closedPosition,
  Wallet: walletBalance,
  Bill: bill,
}

const registry = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(namedShapes)) registry.add(schema, { id })

type Direction = 'request' | 'answer'

/** Numbers that a request may send as texts too are numbers in answers. */
const numbersFirst = (options: readonly unknown[]): readonly unknown[] =>
  options.some((option) => typeof option === 'number')
    ? options.filter((option) => typeof option === 'number')
    : options

/** Schemas without those that say the same. */
const distinct = (schemas: readonly unknown[]): readonly unknown[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
]

/** Describes the wire forms of schemas; named shapes go to `definitions` once. */
function describer(definitions: Json) {
  /** What JSON Schema cannot see in a codec: answers write decimals as texts and enumerations as numbers. */
  const refine = (zodSchema: object, jsonSchema: Json, direction: Direction): void => {
    const wire = wireObjectOf(zodSchema)
    if (wire !== undefined) Object.assign(jsonSchema, describe(wire, direction))
    delete jsonSchema['readOnly']
    if (direction === 'request') return
    const least = decimalsMinOf(zodSchema)
    if (least !== undefined) {
      delete jsonSchema['anyOf']
      jsonSchema['type'] = 'string'
      jsonSchema['description'] = least === 0 ? 'a decimal' : `a decimal with at least ${least} decimals`
    }
    // Readers that do not know `prefixItems` ask every array what its `items` are, and `false` tells them nothing.
    const { prefixItems } = jsonSchema
    if (Array.isArray(prefixItems)) jsonSchema['items'] = { anyOf: distinct(prefixItems) }
    if (Array.isArray(jsonSchema['enum'])) jsonSchema['enum'] = numbersFirst(jsonSchema['enum'])
  }
  const describe = (schema: z.ZodMiniType, direction: Direction): Json => {
    const described = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      metadata: registry,
      override: ({ zodSchema, jsonSchema }) => refine(zodSchema, jsonSchema as Json, direction),
    })
    const text = JSON.stringify(described).replaceAll('#/$defs/', '#/components/schemas/')
    const { $schema: _, $defs: own = {}, ...rest } = JSON.parse(text) as Json & { $defs?: Json }
    Object.assign(definitions, own)
    return rest
  }
  return describe
}
type Describe = ReturnType<typeof describer>

const pathParameters = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]))

const envelope = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer', description: '200, or the number of the refusal' },
    msg: { type: 'string', description: "In the caller's language" },
    data,
  },
})

function answerOf({ answersIn }: Call, output: Json): Json {
  const refused = { type: ['object', 'null'] }
  return answersIn === 'data' ? envelope({ anyOf: [output, refused] }) : envelope(refused)
}

/** Refusals that every call can give (specification, calls A). */
const common: readonly RefusalWord[] = ['invalid_parameter', 'too_many_requests', 'unavailable', 'try_again']
const keyed: readonly RefusalWord[] = ['duplicate_request', 'request_key_reused']

function refusalTable(call: Call): string {
  const words = new Set([...common, ...(call.idempotency === 'key' ? keyed : []), ...call.refusals])
  const rows = [...words]
    .toSorted((left, right) => refusalCode(left) - refusalCode(right))
    .map((word) => `| ${refusalCode(word)} | ${word} | ${refusals[word].en} |`)
  return ['| code | refusal | msg |', '|---|---|---|', ...rows].join('\n')
}

/** For calls that answer with a token under a key. */
const repeatedToken =
  'Honours `idempotency-key`, a UUID: within 10 seconds and from the same network the same key and content get a new token of the same account, and none afterwards.'

const repeated: Readonly<Record<Call['idempotency'], string>> = {
  safe: 'Only reads.',
  natural: 'Repeating it ends in the same state.',
  key: 'Honours `idempotency-key`, a UUID: the same key and content get the stored answer for 24 hours.',
}

function parametersOf(call: Call, fields: Json, required: readonly string[]): readonly Json[] {
  const inPath = pathParameters(call.path)
  const names = call.method === 'GET' ? Object.keys(fields) : inPath
  const own = names.map((name) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name) || required.includes(name),
    schema: fields[name],
  }))
  const key = { name: 'idempotency-key', in: 'header', required: false, schema: { type: 'string', format: 'uuid' } }
  const language = { name: 'lang', in: 'header', required: false, schema: { type: 'string', enum: [...languages] } }
  return [...own, language, ...(call.idempotency === 'key' ? [key] : [])]
}

function bodyOf(call: Call, fields: Json, required: readonly string[]): Json {
  const inPath = pathParameters(call.path)
  const names = Object.keys(fields).filter((name) => !inPath.includes(name))
  if (call.method === 'GET' || names.length === 0) return {}
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, fields[name]])),
    required: required.filter((name) => names.includes(name)),
  }
  const type = call.body === 'form' ? 'multipart/form-data' : 'application/json'
  return { requestBody: { required: schema.required.length > 0, content: { [type]: { schema } } } }
}

function operation(area: string, name: string, call: Call, describe: Describe): Json {
  const input = describe(call.input, 'request')
  const output = describe(call.output, 'answer')
  const fields = (input['properties'] ?? {}) as Json
  const required = (input['required'] ?? []) as readonly string[]
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: call.about,
    description: `${call.answersToken ? repeatedToken : repeated[call.idempotency]} Allowance: ${call.rate}.\n\n${refusalTable(call)}`,
    security: call.who !== 'anyone' ? [{ token: [] }] : [{}, { token: [] }],
    parameters: parametersOf(call, fields, required),
    ...bodyOf(call, fields, required),
    responses: {
      200: {
        description: 'Success (code 200), or a refusal (data is null, or names the field and the placeholders)',
        content: { 'application/json': { schema: answerOf(call, output) } },
      },
      ...(call.who !== 'anyone'
        ? { 401: { description: 'Login Expired' }, 403: { description: 'Login Expired' } }
        : {}),
      500: { description: 'network error' },
      503: { description: 'Under maintenance' },
    },
  }
}

const description = `Simulated money. Practice only.

Every answer is an envelope \`{ code, msg, data }\`. Amounts, prices and quantities are decimal texts; numbers are read
where they are exact. Fields that end in \`Timestamp\` are epoch seconds. Texts lose the spaces around them, \`null\`
means absent, unknown fields are not looked at.`

/** The API page's document (OpenAPI 3.1): every call with its wire form and its refusals. */
export function openApi({ title, version }: { readonly title: string; readonly version: string }): Json {
  const schemas: Json = {}
  const describe = describer(schemas)
  const paths: Record<string, Json> = {}
  for (const { area, name, call } of everyCall) {
    const path = (paths[call.path] ??= {})
    path[call.method.toLowerCase()] = operation(area, name, call, describe)
  }
  const areas = [...new Set(everyCall.map(({ area }) => area))]
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url: '/' }],
    tags: areas.map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'authorization' } },
    },
  }
}
