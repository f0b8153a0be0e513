import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { openTestDatabase } from '@mex/server/testing.ts'
import pg from 'pg'
import { databaseTypes, programTypes } from './database-types.ts'
import { statementsOf, type Expected, type Statement } from './statements.ts'

/** Every statement of the product is described by a real database and compared with the row type that it declares. */
type Field = { readonly name: string; readonly tableID: number; readonly columnID: number; readonly dataTypeID: number }

/** Asks PostgreSQL what a statement gives, without running it; the shape of a `pg` submittable. */
class Description implements pg.Submittable {
  readonly fields: Promise<readonly Field[]>
  readonly #text: string
  readonly #settled = Promise.withResolvers<readonly Field[]>()
  #fields: readonly Field[] = []

  constructor(text: string) {
    this.#text = text
    this.fields = this.#settled.promise
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription(message: { readonly fields: readonly Field[] }): void {
    this.#fields = message.fields
  }

  handleError(error: Error): void {
    this.#settled.reject(error)
  }

  handleReadyForQuery(): void {
    this.#settled.resolve(this.#fields)
  }
}

type Column = { readonly table: string; readonly nullable: boolean }

/** What a column of a result may be: `unknown` types hold anything. */
type Found = { readonly kind: string; readonly nullable: boolean }

const aggregate = /^(max|min|sum|avg|bool_and|bool_or|array_agg|string_agg|json_agg|jsonb_agg)\(/

/**
 * Whether a column that PostgreSQL cannot trace to a table may be null, as far as its text says: what adds up no rows at
 * all, what is taken out of a document, and what a subselect finds.
 */
function computesNull(text: string, name: string): boolean {
  const written =
    new RegExp(`(?:select|,|returning)\\s+((?:\\w+\\()?[^,()]*(?:\\([^()]*\\)[^,()]*)*\\)?) as "?${name}"?`).exec(
      text,
    )?.[1] ?? ''
  return (
    (aggregate.test(written) && !text.includes('group by')) ||
    /->>/.test(written) ||
    /^\(select (?!count)/.test(written)
  )
}

/** Whether a column comes from the side of an outer join that may have no row. */
function isOuter(text: string, table: string, name: string): boolean {
  const joins = text.matchAll(/\b(?:left|full) join (\w+)(?: (?:as )?(?!on\b|using\b)(\w+))?/g)
  const isAlone = text.match(new RegExp(`\\b(from|join) ${table}\\b`, 'g'))?.length === 1
  return [...joins].some(
    ([, joined = '', alias = joined]) =>
      joined === table && (isAlone || new RegExp(`\\b${alias}\\.(${name}\\b|\\w+ as "?${name}"?)`).test(text)),
  )
}

const own = await openTestDatabase()
const client = new pg.Client({ connectionString: own.connectionString })
await client.connect()
after(async () => {
  await client.end()
  await own[Symbol.asyncDispose]()
})
const types = await client.query<{ id: number; name: string }>('select oid::int as id, typname as name from pg_type')
const typeNames = new Map(types.rows.map(({ id, name }) => [id, name]))
const columns = await client.query<Column & { place: string }>(`
  select attrelid || '.' || attnum as place, relname as table, not attnotnull as nullable
  from pg_attribute join pg_class on pg_class.oid = attrelid and relnamespace = 'public'::regnamespace where attnum > 0`)
const columnsByPlace = new Map(columns.rows.map((column) => [column.place, column]))

function foundOf(text: string, { name, tableID, columnID, dataTypeID }: Field): Found {
  const type = typeNames.get(dataTypeID) ?? ''
  const column = columnsByPlace.get(`${tableID}.${columnID}`)
  const nullable =
    column === undefined ? computesNull(text, name) : column.nullable || isOuter(text, column.table, name)
  return { kind: programTypes[type] ?? type, nullable }
}

/** What is wrong with a row type, in words. */
function faultsOf(row: ReadonlyMap<string, Expected>, text: string, fields: readonly Field[]): string[] {
  const found = new Map(fields.map((field) => [field.name, foundOf(text, field)]))
  return [...row].flatMap(([name, expected]) => {
    const column = found.get(name)
    if (column === undefined) return [`has no column ${name}`]
    if (column.kind === 'unknown') return []
    if (column.kind !== expected.kind) return [`gives ${name} as ${column.kind}, not as ${expected.kind}`]
    return column.nullable && !expected.nullable ? [`may give ${name} as null`] : []
  })
}

/** Where a table, a cursor or a whole statement is only known while the program runs: their syntax is not whole here. */
const dynamic = new Set([
  'server/areas/account/store-closing.ts',
  'server/areas/content/own-data.ts',
  'server/areas/ledger/store-chain-links.ts',
  'server/areas/ledger/store-verify.ts',
  'server/areas/records/account-closing.ts',
  'server/areas/records/export.ts',
  'server/areas/records/store.ts',
  'server/db/backup.ts',
])
const syntaxError = '42601'

async function check({ place, text, row }: Statement): Promise<string[]> {
  try {
    const fields = await client.query(new Description(text)).fields
    return faultsOf(row ?? new Map(), text, fields).map((fault) => `${place} ${fault}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const isDynamic = error.code === syntaxError && dynamic.has(place.replace(/:\d+$/, ''))
    return isDynamic ? [] : [`${place}: ${error.message}`]
  }
}

test('every statement of the product fits the tables and the row type that it declares', async () => {
  const statements = statementsOf('server')
  assert(statements.length > 300, `the statements are found: ${statements.length}`)
  const faults: string[] = []
  for (const statement of statements) faults.push(...(await check(statement)))
  assert.deepEqual(faults, [])
})

const row = (kind: string, nullable = false): ReadonlyMap<string, Expected> => new Map([['found', { kind, nullable }]])
const planted: readonly (readonly [text: string, row: ReadonlyMap<string, Expected>, fault: RegExp])[] = [
  ['select emial as found from app_user', row('string', true), /column "emial" does not exist/],
  ['insert into mail (recipient, subjekt) values ($1, $2)', new Map(), /column "subjekt" .* does not exist/],
  ['select id from app_user', row('number'), /has no column found/],
  ['select amount as found from balance', row('number'), /gives found as bigint, not as number/],
  ['select email as found from app_user', row('string'), /may give found as null/],
  ['select max(id) as found from config_version', row('number'), /may give found as null/],
  ['select (select id from mail limit 1) as found', row('number'), /may give found as null/],
  [
    'select seal.hash as found from journal left join seal on seal.journal_id = journal.id',
    row('Buffer'),
    /may give found as null/,
  ],
]
for (const [text, declared, fault] of planted)
  test(`finds what is wrong with: ${text}`, async () =>
    assert.match((await check({ place: 'planted:1', text, row: declared })).join(), fault))

test('the types of the rows are those of the tables', async () => {
  const written = await readFile(new URL('./../server/db/schema.ts', import.meta.url), 'utf8')
  assert.equal(written, await databaseTypes(own.connectionString), 'run tools/test-database.ts --types')
})
