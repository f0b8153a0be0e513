import { globSync } from 'node:fs'
import { join } from 'node:path'
import { withTestPostgres } from '@mex/server/testing.ts'
import { presentCommit } from './commit-tree.ts'
import { root } from './measured-server.ts'
import type { Figure, Measurement } from './measurement.ts'
import { lastFigures, machineNow } from './report.ts'
import { figuresTold, runTests, type TestRun } from './test-run.ts'

const name = 'chaos'

/** What one file told, when it was run and at which commit: how many of its tests passed, how long they took, and the figures that they found. */
const figuresOf = (
  file: string,
  { passed, all, told }: TestRun,
  minutes: number,
  measured: string,
): readonly Figure[] => [
  {
    name: `\`${file}\``,
    measured,
    value: passed,
    unit: '',
    beside: { name: 'of', value: all, ratio: passed / Math.max(all, 1) },
  },
  { name: `\`${file}\`, time`, value: minutes, unit: 'min' },
  ...figuresTold(told).map((figure) => ({ ...figure, name: `\`${file}\`: ${figure.name}` })),
]

/** The figures of the files that were run and, of the others, the last ones; before them the sums. */
export function filesWith(
  last: readonly Figure[],
  found: ReadonlyMap<string, readonly Figure[]>,
  files: readonly string[],
): readonly Figure[] {
  const lastOf = (file: string): readonly Figure[] => last.filter((figure) => figure.name.startsWith(`\`${file}\``))
  const figures = files.flatMap((file) => found.get(file) ?? lastOf(file))
  const tested = figures.filter(({ beside }) => beside !== undefined)
  const passed = tested.reduce((sum, { value }) => sum + value, 0)
  const all = tested.reduce((sum, { beside }) => sum + (beside?.value ?? 0), 0)
  return [
    { name: 'tests that passed', value: passed, unit: '' },
    { name: 'tests that did not pass', value: all - passed, unit: '', target: { atMost: 0 } },
    ...figures,
  ]
}

/** The tests that take too long for `npm test`: files that end in `.long.ts`. */
export const chaos: Measurement = {
  name,
  title: 'The long tests',
  about: `\`npm run chaos\`: kills of the server at every moment of products that live for weeks, every planted bug that the simulation
must find, and players who look for an edge in twenty markets each. One file after the other. \`--only PART\` takes the files whose path has that
part, and leaves the others as they were. A test that was skipped has not passed. Below each file stand the figures that its tests tell.`,
  isNamedOnly: true,
  run: (say, only) =>
    withTestPostgres(async () => {
      const found = new Map<string, readonly Figure[]>()
      const files = globSync('{server,tests}/**/*.long.ts', { cwd: root, exclude: ['**/node_modules/**'] }).toSorted()
      for (const file of files.filter((each) => each.includes(only))) {
        const { at, load } = await machineNow()
        const begin = performance.now()
        const told = await runTests(join(root, file), (text) => process.stdout.write(text))
        const minutes = (performance.now() - begin) / 60_000
        found.set(file, figuresOf(file, told, minutes, `${at} at \`${await presentCommit()}\`, load average ${load}`))
        say(`${file}: ${told.passed} of ${told.all} passed`)
        // The figures are kept, and yet the command has failed.
        if (told.passed < told.all) process.exitCode = 1
      }
      return filesWith(await lastFigures(name), found, files)
    }),
}
