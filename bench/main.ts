import { parseArgs } from 'node:util'
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
import { prices } from './prices.ts'
import { start } from './start.ts'
import { feel } from './feel.ts'
import { page } from './page.ts'

/**
 * `npm run bench` runs every measurement, `npm run bench -- orders push` the named ones, one after the other; it prints
 * the results and writes them to README.md of this folder, which keeps the last results of the other measurements.
 * `npm run chaos` is `npm run bench -- chaos`.
 */
const measurements: readonly Measurement[] = [
  orders,
  latency,
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
]

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
const unknown = asked.filter((name) => !measurements.some((measurement) => measurement.name === name))
if (unknown.length > 0 || values.help) {
  console.error(
    `npm run bench [-- NAME …] [--only PATTERN]\n\n  ${measurements.map(({ name, title }) => `${name.padEnd(10)}${title}`).join('\n  ')}`,
  )
  process.exit(unknown.length > 0 ? 2 : 0)
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
    console.error(error)
    process.exitCode = 1
  }
}
await writeReport(measurements)
process.exit()
