import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { withTestPostgres } from '@mex/server/testing.ts'
import { root } from './measured-server.ts'
import type { Figure, Measurement } from './measurement.ts'
import { withLastFigures } from './report.ts'

const name = 'chaos'

const endings = { passed: /^\S+ pass (\d+)$/m, failed: /^\S+ fail (\d+)$/m } as const

/** Runs one file of tests; its output is shown. Errors: the file tells no result. */
async function runFile(file: string): Promise<{ readonly passed: number; readonly failed: number }> {
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  await new Promise((done) => child.once('close', done))
  const count = (ending: RegExp): number => Number(ending.exec(output)?.[1] ?? Number.NaN)
  const [passed, failed] = [count(endings.passed), count(endings.failed)]
  if (Number.isNaN(passed + failed)) throw new Error(`${file} told no result`)
  return { passed, failed }
}

/** What one file told: how many of its tests passed, and how long they took. */
const figuresOf = (file: string, passed: number, failed: number, minutes: number): readonly Figure[] => [
  {
    name: `\`${file}\``,
    value: passed,
    unit: '',
    beside: { name: 'of', value: passed + failed, ratio: passed / Math.max(passed + failed, 1) },
  },
  { name: `\`${file}\`, time`, value: minutes, unit: 'min' },
]

/** The figures of these files and, of those that were not tested now, the last ones; before them the sums. */
async function withLast(found: readonly Figure[], files: readonly string[]): Promise<readonly Figure[]> {
  const known = new Set(files.flatMap((file) => figuresOf(file, 0, 0, 0).map((figure) => figure.name)))
  const figures = (await withLastFigures(name, found)).filter((figure) => known.has(figure.name))
  const tested = figures.filter(({ beside }) => beside !== undefined)
  const passed = tested.reduce((sum, { value }) => sum + value, 0)
  const all = tested.reduce((sum, { beside }) => sum + (beside?.value ?? 0), 0)
  return [
    { name: 'tests that passed', value: passed, unit: '' },
    { name: 'tests that failed', value: all - passed, unit: '', target: { atMost: 0 } },
    ...figures.toSorted((left, right) => (left.name < right.name ? -1 : 1)),
  ]
}

/** The tests that take too long for `npm test`: files that end in `.long.ts`. */
export const chaos: Measurement = {
  name,
  title: 'The long tests',
  about: `\`npm run chaos\`: kills of the server at every moment of products that live for weeks, every planted bug that the simulation
must find, and players who look for an edge in twenty markets each. One file after the other. \`--only PART\` takes the files whose path has that
part, and leaves the others as they were.`,
  isNamedOnly: true,
  run: (say, only) =>
    withTestPostgres(async () => {
      const figures: Figure[] = []
      let red = 0
      const files = globSync('{server,tests}/**/*.long.ts', { cwd: root, exclude: ['**/node_modules/**'] }).toSorted()
      for (const file of files.filter((each) => each.includes(only))) {
        const begin = performance.now()
        const { passed, failed } = await runFile(file)
        red += failed
        figures.push(...figuresOf(file, passed, failed, (performance.now() - begin) / 60_000))
        say(`${file}: ${passed} passed, ${failed} failed`)
      }
      // The figures are kept, and yet the command has failed.
      if (red > 0) process.exitCode = 1
      return withLast(figures, files)
    }),
}
