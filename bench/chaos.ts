import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { withTestPostgres } from '@mex/server/testing.ts'
import { root } from './measured-server.ts'
import type { Figure, Measurement } from './measurement.ts'

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

/** The tests that take too long for `npm test`: files that end in `.long.ts`. */
export const chaos: Measurement = {
  name: 'chaos',
  title: 'The long tests',
  about: `\`npm run chaos\`: kills of the server at every moment of products that live for weeks, every planted bug that the simulation
must find, and players who look for an edge in twenty markets each. One file after the other, each with its minutes.`,
  isNamedOnly: true,
  run: (say, only) =>
    withTestPostgres(async () => {
      const figures: Figure[] = []
      let [all, red] = [0, 0]
      const files = globSync('{server,tests}/**/*.long.ts', { cwd: root, exclude: ['**/node_modules/**'] }).toSorted()
      for (const file of files.filter((each) => each.includes(only))) {
        const begin = performance.now()
        const { passed, failed } = await runFile(file)
        all += passed
        red += failed
        figures.push({ name: `\`${file}\``, value: (performance.now() - begin) / 60_000, unit: 'min' })
        say(`${file}: ${passed} passed, ${failed} failed`)
      }
      // The figures are kept, and yet the command has failed.
      if (red > 0) process.exitCode = 1
      return [
        { name: 'tests that passed', value: all, unit: '' },
        { name: 'tests that failed', value: red, unit: '', target: { atMost: 0 } },
        ...figures,
      ]
    }),
}
