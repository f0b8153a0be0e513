import pg from 'pg'

const programTypes: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'bigint',
  float8: 'number',
  text: 'string',
  timestamptz: 'number',
  date: 'string',
  bytea: 'Buffer',
  jsonb: 'unknown',
  bool: 'boolean',
  xid8: 'string',
}

type Column = { table: string; name: string; type: string; optional: boolean; nullable: boolean; generated: boolean }

/** The rows of every table as TypeScript, read from a migrated database. */
export async function databaseTypes(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<Column>(`
    select table_name as table, column_name as name, udt_name as type,
           (column_default is not null or is_identity = 'YES' or is_nullable = 'YES') as optional,
           is_nullable = 'YES' as nullable, is_identity = 'YES' as generated
    from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`)
  await client.end()
  const tables = Map.groupBy(rows, (row) => row.table)
  const title = (name: string): string =>
    name
      .split('_')
      .map((word) => word[0]?.toUpperCase() + word.slice(1))
      .join('')
  const write = (type: string): string => {
    const found = programTypes[type]
    if (found === undefined)
      throw new Error(`No program type for the database type ${type}: add it to tools/database-types.ts`)
    return type === 'timestamptz' ? `ColumnType<number, string, string>` : found
  }
  const lines = [
    '// Generated from the migrations by `npm run check -- --types`; not edited by hand.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'",
    '',
    ...[...tables].flatMap(([table, columns]) => [
      `export type ${title(table)}Table = {`,
      ...columns.map(({ name, type, optional, nullable, generated }) => {
        const own = nullable && write(type) !== 'unknown' ? `${write(type)} | null` : write(type)
        if (generated) return `  ${name}: GeneratedAlways<${own}>`
        return `  ${name}: ${optional && !nullable ? `Generated<${own}>` : own}`
      }),
      '}',
      '',
    ]),
    'export type Schema = {',
    ...[...tables.keys()].map((table) => `  ${table}: ${title(table)}Table`),
    '}',
    '',
  ]
  return lines.join('\n')
}
