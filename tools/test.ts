import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { withTestPostgres } from '@mex/server/testing.ts'
import { buildWeb, Interrupted, program, root, run } from './web-build.ts'

/**
 * Runs all tests, cheapest first: checks, rules, areas on a real database, conformance, the seeded simulation, kills, and
 * journeys in a real browser. The other parts run also after one has failed, and a few failed tests run once more, alone.
 * `npm test -- PATTERN …` runs only the matching test files, including journeys: `tests/e2e/story.e2e.ts`.
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

const installedFirefox = (): string | undefined =>
  [process.env['FIREFOX'], '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
    (path) => path !== undefined && existsSync(path),
  )

/** Other browsers play the story of a first trade, which is skipped where they cannot be installed. */
const others = [
  { name: 'Firefox', packages: ['firefox-esr'], isInstalled: () => installedFirefox() !== undefined },
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
    isInstalled: () => ['WebKitWebDriver', 'xvfb-run', 'xauth'].every((name) => existsSync(join('/usr/bin', name))),
  },
] as const

async function provideOthers(): Promise<void> {
  for (const { name, packages, isInstalled } of others) {
    if (isInstalled()) continue
    console.error(`No ${name} is installed: getting one for the story of a first trade …`)
    const install = async (): Promise<void> => {
      await run('apt-get', ['update', '-qq'])
      await run('apt-get', ['install', '-y', '-qq', ...packages])
    }
    await install().catch((error: unknown) => {
      if (error instanceof Interrupted) throw error
      console.error(`No ${name} could be installed: its story is skipped`)
    })
  }
}

type Failed = { readonly title: string; readonly place: string }

/** The failed tests of a TAP report, each with the file, line and column of its code. */
async function failedTests(report: string): Promise<Failed[]> {
  const text = await readFile(report, 'utf8').catch(() => '')
  const failed = text.matchAll(/^ *not ok \d+ - (.*)\n(?:.*\n)*? *location: '(.*)'$/gm)
  return [...failed].map(([, title = '', place = '']) => ({ title, place: relative(root, place) }))
}

const textOf = ({ title, place }: Failed): string => `${title} (${place})`

/** More failures than this are never the fault of a busy machine. */
const repeatedMost = 3

/** Prints what passes only alone, so that somebody mends it. */
function tellPassedAlone(tests: readonly string[]): void {
  console.error(`\nPassed only when run again, alone: a race in the test or in the product\n  ${tests.join('\n  ')}`)
}

type Reports = { readonly tap: string; readonly slowest: string }

/** A third of the time of test files is waiting, for the database, for clocks and for servers that start: three keep two cores busy. */
const filesAtOnce = 3

/** Runs test files, a few at a time. The files of a few failed tests run once more, alone. */
async function runNodeTests(files: readonly string[], { tap, slowest }: Reports): Promise<void> {
  const destinations = { spec: 'stdout', tap, [join(import.meta.dirname, 'slowest-files.ts')]: slowest }
  const reporters = Object.entries(destinations).flatMap(([reporter, destination]) => [
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${destination}`,
  ])
  const first = [...reporters, `--test-concurrency=${filesAtOnce}`, ...files]
  await run(process.execPath, ['--test', ...first], { env: runtime }).catch(async (error: unknown) => {
    const failed = await failedTests(tap)
    const again = new Set(failed.map(({ place }) => place.replace(/:\d+:\d+$/, '')))
    if (error instanceof Interrupted || failed.length === 0 || again.size > repeatedMost) throw error
    await run(process.execPath, ['--test', '--test-concurrency=1', ...again], { cwd: root, env: runtime })
    tellPassedAlone(failed.map(textOf))
  })
}

const runtime = {
  NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
  // Most test files load the whole server, in a process each: half of that time is making JavaScript of TypeScript.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
}

/** The number of journeys that failed in the last run. */
async function failedJourneys(cwd: string): Promise<number> {
  const last = await readFile(join(cwd, 'test-results', 'failures', '.last-run.json'), 'utf8').catch(() => '{}')
  return (JSON.parse(last) as { failedTests?: readonly string[] }).failedTests?.length ?? 0
}

/** Plays the journeys, several at a time. A few failed ones are played once more, alone. */
async function runJourneys(): Promise<void> {
  await buildWeb()
  const cwd = join(root, 'tests', 'e2e')
  await provideOthers()
  const env = { ...runtime, CHROMIUM: await provideBrowser(), FIREFOX: installedFirefox() }
  const play = (...options: readonly string[]) => run(program('playwright'), ['test', ...options], { cwd, env })
  await play(...journeys.map((path) => resolve(path))).catch(async (error: unknown) => {
    const failed = await failedJourneys(cwd)
    if (error instanceof Interrupted || failed === 0 || failed > repeatedMost) throw error
    await play('--last-failed', '--workers=1')
    tellPassedAlone([`the failed journeys above: ${failed}`])
  })
}

async function measureSize(): Promise<void> {
  await buildWeb()
  await run(program('size-limit'), [], { cwd: join(root, 'web') })
}

/** Runs every part, also after a failure, and prints the failed ones at the end. */
async function runParts(parts: readonly Part[]): Promise<boolean> {
  const failures: string[] = []
  const times: string[] = []
  for (const { name, prove, failed, said } of parts) {
    const begin = performance.now()
    await prove().catch(async (error: unknown) => {
      if (error instanceof Interrupted) throw error
      console.error(error instanceof Error ? error.message : error)
      failures.push([`${name} failed`, ...((await failed?.()) ?? [])].join('\n  '))
    })
    const minutes = ((performance.now() - begin) / 60_000).toFixed(1)
    times.push(`${name}: ${minutes} min\n${(await said?.()) ?? ''}`)
  }
  console.log(`\n${times.join('')}`)
  for (const failure of failures) console.error(`\n${failure}`)
  console.log(`\nparts: ${parts.length - failures.length} passed, ${failures.length} failed`)
  return failures.length === 0
}

type Part = {
  readonly name: string
  readonly prove: () => Promise<void>
  /** Titles of the failed tests, for a part that does not print them at its end. */
  readonly failed?: () => Promise<readonly string[]>
  /** What it tells beside its time. */
  readonly said?: () => Promise<string>
}

async function main(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'mex-report-'))
  const reports = { tap: join(folder, 'tests.tap'), slowest: join(folder, 'slowest.txt') }
  try {
    const tests: Part = {
      name: 'Tests under Node',
      prove: () => runNodeTests(everything ? nodeTests : patterns, reports),
      failed: async () => (await failedTests(reports.tap)).map(textOf),
      said: () => readFile(reports.slowest, 'utf8').catch(() => ''),
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
