import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestPostgres } from '@mex/server/testing.ts'
import { buildWeb, program, root, run } from './web-build.ts'

/**
 * Everything that proves the product, cheapest first: checks, rules, areas on a real database, conformance, the
 * seeded simulation, kills, and journeys in a real browser. `npm test -- PATTERN …` runs the matching test files alone.
 */
const patterns = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const everything = patterns.length === 0

const nodeTests = ['core', 'contract', 'server', 'world', 'web', 'tests', 'tools'].map(
  (folder) => `${folder}/**/*.test.ts`,
)

async function browser(): Promise<string | undefined> {
  const { chromium } = await import('playwright-core')
  const known = [
    process.env['CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ]
  return known.find((path) => path !== undefined && path !== '' && existsSync(path))
}

/** An installed browser, or Playwright's own, or Debian's package: whichever can be had. */
async function provideBrowser(): Promise<string> {
  const found = await browser()
  if (found !== undefined) return found
  console.error('No Chromium is installed: getting one for the browser tests …')
  await run(program('playwright'), ['install', 'chromium']).catch(async () => {
    await run('apt-get', ['update', '-qq'])
    await run('apt-get', ['install', '-y', '-qq', 'chromium', 'fonts-noto-cjk'])
  })
  const installed = await browser()
  if (installed === undefined) throw new Error('No Chromium could be installed: install one, or name it in CHROMIUM')
  return installed
}

if (everything) await run(process.execPath, [join(root, 'tools', 'check.ts')])
const folder = await mkdtemp(join(tmpdir(), 'mex-test-'))
// As root the database server runs as another user, who must be able to enter.
await chmod(folder, 0o755)
const postgres = await openTestPostgres(folder, (message) => console.error(message))
try {
  const env = { TEST_DATABASE_URL: postgres.url, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' }
  await run(process.execPath, ['--test', '--test-concurrency=2', ...(everything ? nodeTests : patterns)], { env })
  if (everything) {
    await buildWeb()
    await run(program('size-limit'), [], { cwd: join(root, 'web') })
    await run(program('playwright'), ['test'], {
      cwd: join(root, 'tests', 'e2e'),
      env: { ...env, CHROMIUM: await provideBrowser() },
    })
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
