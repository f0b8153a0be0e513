import pg from 'pg'

/** What the program reads a value of a PostgreSQL type as: the parsers of `server/db/sql.ts` and those of `pg`. */
export const programTypes: Readonly<Record<string, string>> = {
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
  json: 'unknown',
  name: 'string',
  xid8: 'string',
}

type Column = { table: string; name: string; type: string; nullable: boolean }

/** Generates the row types of every table as TypeScript, from a migrated database: the program values of `server/db/sql.ts`. */
export async function databaseTypes(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<Column>(`
    select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`)
  await client.end()
  const typeOf = ({ type, nullable }: Column): string => {
    const found = programTypes[type]
    if (found === undefined)
      throw new Error(`No program type for the database type ${type}: add it to tools/database-types.ts`)
    return nullable && found !== 'unknown' ? `${found} | null` : found
  }
  const tables = [...Map.groupBy(rows, (row) => row.table)].flatMap(([table, columns]) => [
    `  readonly ${table}: {`,
    ...columns.map((column) => `    readonly ${column.name}: ${typeOf(column)}`),
    '  }',
  ])
  return [
    '// Generated from the migrations by `node_modules/.bin/node tools/test-database.ts --types`; not edited by hand.',
    '',
    '/** The rows of every table, with the values that the program reads from them. */',
    'export type Rows = {',
    ...tables,
    '}',
    '',
  ].join('\n')
}
