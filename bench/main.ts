import { parseArgs } from 'node:util'
import { besideCommit, ordersBeside } from './beside.ts'
import { NotMeasurable } from './commit-tree.ts'
import { ledgerCheck } from './ledger-check.ts'
import { chaos } from './chaos.ts'
import { coldCharts } from './charts.ts'
import { latency } from './latency.ts'
import { lighthouse } from './lighthouse.ts'
import type { Measurement } from './measurement.ts'
import { orders } from './orders.ts'
import { portfolio } from './portfolio.ts'
import { keepResult, machineNow, printResult, writeReport } from './report.ts'
import { mutants } from './mutants.ts'
import { nights } from './nights.ts'
import { triggers } from './triggers.ts'
import { push } from './push.ts'
import { reads } from './reads.ts'
import { servers } from './servers.ts'
import { prices } from './prices.ts'
import { start } from './start.ts'
import { feel } from './feel.ts'
import { page } from './page.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    beside: { type: 'string', default: '' },
  },
})
/** `orders --beside COMMIT` is a measurement of its own. */
const asked = positionals.map((name) => (name === orders.name && values.beside !== '' ? ordersBeside.name : name))

/**
 * `npm run bench` runs every measurement, `npm run bench -- orders push` the named ones, one after the other; it prints
 * the results and writes them to README.md of this folder, which keeps the last results of the other measurements.
 * `npm run chaos` is `npm run bench -- chaos`. `npm run bench -- orders --beside COMMIT` measures beside an earlier commit.
 */
const measurements: readonly Measurement[] = [
  orders,
  latency,
  servers,
  nights,
  reads,
  coldCharts,
  portfolio,
  triggers,
  push,
  prices,
  ledgerCheck,
  start,
  page,
  lighthouse,
  feel,
  mutants,
  chaos,
  {
    ...ordersBeside,
    isNamedOnly: true,
    run(say) {
      if (values.beside === '') throw new NotMeasurable('Name the commit: npm run bench -- orders --beside COMMIT')
      return besideCommit(say, values.beside)
    },
  },
]

const unknown = asked.filter((name) => !measurements.some((measurement) => measurement.name === name))
const isMisused = unknown.length > 0 || (values.beside !== '' && asked.join() !== ordersBeside.name)
if (isMisused || values.help) {
  console.error(
    `npm run bench [-- NAME …] [--only PATTERN]\nnpm run bench -- orders --beside COMMIT\n\n  ${measurements.map(({ name, title }) => `${name.padEnd(14)}${title}`).join('\n  ')}`,
  )
  process.exit(isMisused ? 2 : 0)
}

for (const measurement of measurements) {
  if (asked.length > 0 ? !asked.includes(measurement.name) : measurement.isNamedOnly === true) continue
  console.log(`\n${measurement.title}`)
  const machine = await machineNow()
  try {
    const figures = await measurement.run((line) => console.log(`  … ${line}`), values.only)
    printResult(figures)
    await keepResult({ name: measurement.name, machine, figures })
  } catch (error) {
    console.error(error instanceof NotMeasurable && error.cause === undefined ? error.message : error)
    process.exitCode = 1
  }
}
await writeReport(measurements)
process.exit()
