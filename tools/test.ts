import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { withTestPostgres } from '@mex/server/testing.ts'
import { buildWeb, Interrupted, program, root, run } from './web-build.ts'

/**
 * Runs all tests, cheapest first: checks, rules, areas on a real database, conformance, the seeded simulation, kills, and
 * journeys in a real browser. The other parts run also after one has failed. `npm test -- PATTERN …` runs only the matching
 * test files, including journeys: `tests/e2e/story.e2e.ts`.
 */
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const everything = wanted.length === 0
const isJourney = (pattern: string): boolean => pattern.endsWith('.e2e.ts')
const journeys = wanted.filter(isJourney)
const patterns = wanted.filter((pattern) => !isJourney(pattern))

const nodeTests = ['core', 'contract', 'server', 'world', 'web', 'tests', 'tools'].map(
  (folder) => `${folder}/**/*.test.ts`,
)

/**
 * The path of an installed Chromium. The headless shell comes first: it is the same engine, and the journeys take two
 * thirds of the processor time.
 */
async function browser(): Promise<string | undefined> {
  const { chromium } = await import('playwright-core')
  const known = [
    process.env['CHROMIUM'],
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ]
  return known.find((path) => path !== undefined && path !== '' && existsSync(path))
}

/** Returns an installed browser, else installs that of Playwright, else Debian's package. */
async function provideBrowser(): Promise<string> {
  const found = await browser()
  if (found !== undefined) return found
  console.error('No Chromium is installed: getting one for the browser tests …')
  await run(program('playwright'), ['install', 'chromium']).catch(async () => {
    await run('apt-get', ['update', '-qq'])
    await run('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell', 'fonts-noto-cjk'])
  })
  const installed = await browser()
  if (installed === undefined) throw new Error('No Chromium could be installed: install one, or name it in CHROMIUM')
  return installed
}

/** The failed tests of a TAP report. */
async function failedTests(report: string): Promise<string[]> {
  const text = await readFile(report, 'utf8').catch(() => '')
  const failed = text.matchAll(/^ *not ok \d+ - (.*)\n(?:.*\n)*? *location: '(.*)'$/gm)
  return [...failed].map(([, title, place = '']) => `${title} (${relative(root, place)})`)
}

async function runNodeTests(files: readonly string[], report: string): Promise<void> {
  const reporters = ['spec', 'stdout', 'tap', report].map((value, index) =>
    index % 2 === 0 ? `--test-reporter=${value}` : `--test-reporter-destination=${value}`,
  )
  await run(process.execPath, ['--test', '--test-concurrency=2', ...reporters, ...files], { env: runtime })
}

const runtime = { NODE_OPTIONS: '--disable-warning=ExperimentalWarning' }

async function runJourneys(): Promise<void> {
  await buildWeb()
  const cwd = join(root, 'tests', 'e2e')
  await run(program('playwright'), ['test', ...journeys.map((path) => resolve(path))], {
    cwd,
    env: { ...runtime, CHROMIUM: await provideBrowser() },
  })
}

async function measureSize(): Promise<void> {
  await buildWeb()
  await run(program('size-limit'), [], { cwd: join(root, 'web') })
}

/** Runs every part, also after a failure, and prints the failed ones at the end. */
async function runParts(parts: readonly Part[]): Promise<boolean> {
  const failures: string[] = []
  for (const { name, prove, failed } of parts)
    await prove().catch(async (error: unknown) => {
      if (error instanceof Interrupted) throw error
      console.error(error instanceof Error ? error.message : error)
      failures.push([`${name} failed`, ...((await failed?.()) ?? [])].join('\n  '))
    })
  for (const failure of failures) console.error(`\n${failure}`)
  console.log(`\nparts: ${parts.length - failures.length} passed, ${failures.length} failed`)
  return failures.length === 0
}

type Part = {
  readonly name: string
  readonly prove: () => Promise<void>
  /** Titles of the failed tests, for a part that does not print them at its end. */
  readonly failed?: () => Promise<readonly string[]>
}

async function main(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'mex-report-'))
  const report = join(folder, 'tests.tap')
  try {
    const tests: Part = {
      name: 'Tests under Node',
      prove: () => runNodeTests(everything ? nodeTests : patterns, report),
      failed: () => failedTests(report),
    }
    const size: Part = { name: 'Size of the page', prove: measureSize }
    const inTheBrowser: Part = { name: 'Journeys in the browser', prove: runJourneys }
    const checks: Part = { name: 'Checks', prove: () => run(process.execPath, [join(root, 'tools', 'check.ts')]) }
    if (everything) return await runParts([checks, tests, size, inTheBrowser])
    return await runParts([...(patterns.length > 0 ? [tests] : []), ...(journeys.length > 0 ? [inTheBrowser] : [])])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

try {
  process.exitCode = (await withTestPostgres(main)) ? 0 : 1
} catch (error) {
  if (!(error instanceof Interrupted)) throw error
  process.exitCode = 130
}
