import { connect, type Connection } from './sql.ts'
import pg from 'pg'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

/**
 * A database of its own for one test file, cloned from a template that already has every table. The test run says
 * where the server is (`TEST_DATABASE_URL`, set by `npm test`).
 */
export type TestDatabase = Connection & AsyncDisposable & { readonly connectionString: string }

export const templateName = 'mex_template'
let opened = 0

export async function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env['TEST_DATABASE_URL']
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run tests by `npm test`, or `npm run check -- FILE`')
  opened += 1
  const name = `test_${process.pid}_${opened}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name} template ${templateName}`)
  await admin.end()
  const own = new URL(url)
  own.pathname = `/${name}`
  const connectionString = own.href
  const connection = connect(connectionString, 8)
  return {
    ...connection,
    connectionString,
    [Symbol.asyncDispose]: async () => {
      await connection.db.destroy()
      const closer = new pg.Client({ connectionString: url })
      await closer.connect()
      await closer.query(`drop database if exists ${name} with (force)`)
      await closer.end()
    },
  }
}

export type TestPostgres = { readonly url: string; stop(): Promise<void> }

/** A PostgreSQL for one test run, with a template database that has every table. */
export async function openTestPostgres(folder: string, log: (message: string) => void): Promise<TestPostgres> {
  const server = await openEmbedded(folder, log)
  const admin = new pg.Client({ connectionString: server.connectionString })
  await admin.connect()
  await admin.query(`drop database if exists ${templateName} with (force)`)
  await admin.query(`create database ${templateName}`)
  await admin.end()
  const template = new URL(server.connectionString)
  template.pathname = `/${templateName}`
  // The pool is ended itself: what wraps it ends only a pool that it has used, and a template in use cannot be cloned.
  const { pool } = connect(template.href, 2)
  await migrate(pool)
  await pool.end()
  return { url: server.connectionString, stop: () => server.stop() }
}
