import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openTestPostgres } from '@mex/server/testing.ts'
import { simulate } from './simulation.ts'

const usage = `npm run simulate -- [--seed TEXT] [--steps NUMBER] [--trace]

Lets seeded people trade on the real server's actions and checks everything after every burst of commands.
The same seed and number of steps repeat a run exactly. Exits with 1 when anything is wrong.`

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    steps: { type: 'string', default: '60' },
    trace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

async function run(): Promise<boolean> {
  const seed = values.seed ?? String(randomInt(1_000_000_000))
  const steps = Number(values.steps)
  console.log(`seed ${seed}, ${steps} steps`)
  const began = performance.now()
  const result = await simulate({ seed, steps, ...(values.trace ? { tell: (line: string) => console.log(line) } : {}) })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${result.steps} steps, ${result.accepted} accepted, ${result.refused} refused, ${seconds} s`)
  for (const [kind, count] of Object.entries(result.tally)) console.log(`  ${String(count).padStart(6)} ${kind}`)
  console.log(`hash ${result.hash}`)
  for (const finding of result.findings) console.log(`WRONG after step ${result.steps}: ${finding}`)
  if (result.findings.length > 0)
    console.log(`again: npm run simulate -- --seed ${seed} --steps ${result.steps} --trace`)
  return result.findings.length === 0
}

/** The test run's database server, or one of our own for the time of this run. */
async function withPostgres(work: () => Promise<boolean>): Promise<boolean> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return work()
  const folder = await mkdtemp(join(tmpdir(), 'mex-simulation-'))
  // The database server may run as another user.
  await chmod(folder, 0o755)
  const postgres = await openTestPostgres(folder, (message) => console.error(message))
  process.env['TEST_DATABASE_URL'] = postgres.url
  try {
    return await work()
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (values.help) console.log(usage)
else process.exitCode = (await withPostgres(run)) ? 0 : 1
