import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestPostgres } from '@mex/server/testing.ts'
import { databaseTypes } from './database-types.ts'

/**
 * Starts a PostgreSQL for tests with a fresh template, unless it runs already, and prints its URL:
 * `TEST_DATABASE_URL=$(node tools/test-database.ts) node --test server/areas/wallet/wallet.test.ts`.
 * With `--types` it also generates the row types again.
 */
// One per checkout, because the tables of another checkout may differ.
const checkout = createHash('sha256')
  .update(import.meta.dirname)
  .digest('hex')
  .slice(0, 8)
const server = await openTestPostgres(join(tmpdir(), `mex-test-database-${checkout}`), (message) =>
  console.error(message),
)
if (process.argv.includes('--types')) {
  const template = new URL(server.url)
  template.pathname = '/mex_template'
  await writeFile(new URL('./../server/db/schema.ts', import.meta.url), await databaseTypes(template.href))
}
console.log(server.url)
process.exit(0)
