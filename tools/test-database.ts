import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestPostgres } from '@mex/server/testing.ts'
import { databaseTypes } from './database-types.ts'

/**
 * Makes sure that a PostgreSQL for tests is running, with a fresh template, and prints its URL:
 * `TEST_DATABASE_URL=$(node tools/test-database.ts) node --test server/areas/wallet/wallet.test.ts`.
 * With `--types` it also writes the types of the rows anew.
 */
// Each checkout has its own: another one's tables may differ.
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
