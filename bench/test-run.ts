import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import type { Figure } from './measurement.ts'

/** A diagnostic line of a test. */
export type Told = { readonly test: string; readonly text: string }

export type TestRun = {
  readonly passed: number
  /** Also those that were skipped or cancelled. */
  readonly all: number
  readonly told: readonly Told[]
}

/** Runs one file of tests, and shows what Node's test runner says of it. Errors: the runner tells no result. */
export async function runTests(file: string, show: (text: string) => void): Promise<TestRun> {
  const events = run({ files: [file] })
  const told: Told[] = []
  let counts: { readonly passed: number; readonly tests: number } | undefined
  let test = ''
  const ended = ({ name }: { readonly name: string }): void => void (test = name)
  events.on('test:pass', ended)
  events.on('test:fail', ended)
  events.on('test:diagnostic', ({ message, file: from }) => {
    // A test's own lines follow its end; those of the runner itself come from no file.
    if (from !== undefined) told.push({ test, text: message })
  })
  events.on('test:summary', (summary) => (counts = summary.counts))
  for await (const piece of events.compose(spec)) show(String(piece))
  if (counts === undefined) throw new Error(`${file} told no result`)
  return { passed: counts.passed, all: counts.tests, told }
}

const amounts = /\d[\d,]*(?:\.\d+)?(?: (?<unit>ms|s|min|MB)\b)?/g

/** The amount of one part of a line: that with a unit, if there is one. */
function amountIn(part: string): Omit<Figure, 'beside'> | undefined {
  const found = [...part.matchAll(amounts)]
  const amount = found.find(({ groups }) => groups?.['unit'] !== undefined) ?? found[0]
  if (amount === undefined) return undefined
  const [text] = amount
  const name = `${part.slice(0, amount.index)}…${part.slice(amount.index + text.length)}`.replace(/ ?…$/, '')
  return { name, value: Number.parseFloat(text.replaceAll(',', '')), unit: amount.groups?.['unit'] ?? '' }
}

/** The figures of diagnostic lines, one for each part of a line that has an amount. Of several with one name, as of progress, the last is kept. */
export function figuresTold(told: readonly Told[]): readonly Figure[] {
  const figures = new Map<string, Figure>()
  for (const { test, text } of told)
    for (const part of text.split(/, |\n/)) {
      const amount = amountIn(part.trim())
      if (amount !== undefined) figures.set(`${test}: ${amount.name}`, { ...amount, name: `${test}: ${amount.name}` })
    }
  return [...figures.values()]
}
