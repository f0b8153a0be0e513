import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { present } from '@mex/core/assert.ts'
import { chromium } from 'playwright-core'
import { browserPath, buildPage } from './browser.ts'
import { firstPages, signInAsGuest } from './first-visits.ts'
import { openGround, root } from './measured-server.ts'
import type { Figure, Measurement, Say } from './measurement.ts'
import { withLastFigures } from './report.ts'
import { slowDownOf, usualSlowDown } from './slow-down.ts'
import { median } from './statistics.ts'

/** Fetched by npm when it runs: with everything that it needs it is larger than all packages of the project. */
const version = '13.5.0'
const rounds = 3
const debuggingPort = 20_000 + (process.pid % 20_000)

/** Shares of 1 that each page must reach. */
const least = { performance: 0.95, accessibility: 1, 'best-practices': 1 } as const
type Category = keyof typeof least
const categories = Object.keys(least) as Category[]

type Report = {
  /** The speed of this machine when the page was examined. */
  readonly environment: { readonly benchmarkIndex: number }
  readonly categories: Readonly<Record<Category, { readonly score: number | null }>>
  readonly audits: Readonly<
    Record<string, { readonly title: string; readonly score: number | null; readonly displayValue?: string }>
  >
}

/**
 * Lighthouse on a page that is opened for the first time by a browser that is signed in. `slowDown` is how much slower
 * than this machine the processor of the phone is.
 */
async function examine(site: string, path: string, folder: string, slowDown: number): Promise<Report> {
  const profile = await mkdtemp(join(folder, 'profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${debuggingPort}`],
  })
  try {
    const page = await context.newPage()
    await page.goto(`${site}/healthz`)
    await page.evaluate(signInAsGuest)
    const output = join(profile, 'report.json')
    const options = [
      `--port=${debuggingPort}`,
      '--disable-storage-reset',
      `--throttling.cpuSlowdownMultiplier=${slowDown}`,
      `--only-categories=${categories.join(',')}`,
      '--output=json',
      `--output-path=${output}`,
      '--quiet',
    ]
    const command = ['exec', '--yes', `--package=lighthouse@${version}`, '--', 'lighthouse', site + path, ...options]
    await promisify(execFile)('npm', command, { cwd: folder })
    return JSON.parse(await readFile(output, 'utf8')) as Report
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

/** Shares of 100. */
type Scores = Readonly<Record<Category, number>>

/** The medians of some runs. Prints them, and what keeps a page from the best scores. */
function scoresOf(reports: readonly Report[], say: Say): Scores {
  const medianOf = (category: Category): number =>
    Math.round(100 * median(reports.map((report) => report.categories[category].score ?? 0)))
  const scores = {
    performance: medianOf('performance'),
    accessibility: medianOf('accessibility'),
    'best-practices': medianOf('best-practices'),
  }
  say(`  ${categories.map((category) => `${category} ${scores[category]}`).join(', ')}`)
  if (categories.some((category) => scores[category] < 100 * least[category]))
    for (const [name, { title, score, displayValue = '' }] of Object.entries(present(reports[0], 'a report').audits))
      if (score !== null && score < 0.9) say(`    ${name}: ${title} ${displayValue}`)
  return scores
}

export const lighthouse: Measurement = {
  name: 'lighthouse',
  title: 'Lighthouse',
  about: `Lighthouse ${version} as a phone with its usual slow line and processor, by a guest who opens each page for the first time;
medians of ${rounds} runs, shares of 100. npm fetches Lighthouse when this runs. By itself Lighthouse makes the processor ${usualSlowDown} times slower,
whatever the machine is. A fast machine is then a fast phone, so each page is also examined with the slow-down that its calculator
names for the benchmark index that the run before found of this machine ([75](../docs/decisions/075-first-visits-in-one-round.md)).`,
  async run(say, only) {
    buildPage()
    await using ground = await openGround()
    const server = await ground.openServer({ webFolder: join(root, 'web', 'dist') })
    const site = `http://127.0.0.1:${server.port}`
    const figures: Figure[] = []
    // Its scores are not used: the server computes its lists for the first time.
    const indices = [(await examine(site, '/#/', ground.folder, 1)).environment.benchmarkIndex]
    const examineAll = async (path: string, slowDown?: number): Promise<Scores> => {
      const reports: Report[] = []
      for (let round = 0; round < rounds; round += 1) {
        const calibrated = slowDownOf(present(indices.at(-1), 'an index'))
        const report = await examine(site, path, ground.folder, slowDown ?? calibrated)
        reports.push(report)
        indices.push(report.environment.benchmarkIndex)
      }
      return scoresOf(reports, say)
    }
    for (const { name, path } of firstPages.filter((page) => page.name.includes(only))) {
      say(`${name}, ${usualSlowDown} times slower`)
      const usual = await examineAll(path, usualSlowDown)
      say(`${name}, as slow as the calculator says`)
      const calibrated = await examineAll(path)
      const target = (category: Category) => ({ atLeast: least[category] * 100 })
      figures.push(
        ...categories.map((category) => ({
          name: `${category.replace('-', ' ')} of ${name}`,
          value: usual[category],
          unit: '',
          target: target(category),
        })),
        {
          name: `performance of ${name}, calibrated`,
          value: calibrated.performance,
          unit: '',
          target: target('performance'),
        },
      )
    }
    const slowDowns = indices.slice(0, -1).map(slowDownOf)
    return withLastFigures('lighthouse', [
      ...figures,
      { name: 'benchmark index of this machine', value: Math.round(median(indices)), unit: '' },
      { name: 'slow-down of its processor', value: median(slowDowns), unit: '×' },
    ])
  },
}
