/** A line of /metrics: `name{label="value",…} value`. */
export type Series = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const line = /^(\w+)(?:\{(.*)\})? (\S+)$/
const label = /(\w+)="([^"]*)"/g

/** The series of a text in Prometheus' format. */
export function readMetrics(text: string): Series[] {
  return text.split('\n').flatMap((row) => {
    const [, name, labels = '', value] = line.exec(row) ?? []
    if (name === undefined) return []
    const named = Object.fromEntries(Array.from(labels.matchAll(label), ([, key = '', given = '']) => [key, given]))
    return [{ name, labels: named, value: Number(value) }]
  })
}

/** The value of the series with these labels; undefined if there is none. */
export const valueOf = (
  all: readonly Series[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined =>
  all.find((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    ?.value

const answerMilliseconds = 5000

/** Asks a server for its metrics; rejects if it does not answer within five seconds. */
export async function fetchMetrics(url: string): Promise<Series[]> {
  const answer = await fetch(new URL('/metrics', url), { signal: AbortSignal.timeout(answerMilliseconds) })
  return readMetrics(await answer.text())
}
