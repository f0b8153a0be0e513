import { relative } from 'node:path'

/** What this needs of an event of the test runner (Node.js, class TestsStream). */
type Event = {
  readonly type: string
  readonly data: { readonly file?: string | undefined; readonly duration_ms?: number }
}

const shown = 15

/** A reporter of the test runner that names the files whose tests took longest, with their seconds. */
export default async function* slowestFiles(events: AsyncIterable<Event>): AsyncGenerator<string> {
  const files: { readonly file: string; readonly seconds: number }[] = []
  for await (const { type, data } of events)
    if (type === 'test:summary' && data.file !== undefined)
      files.push({ file: relative(process.cwd(), data.file), seconds: (data.duration_ms ?? 0) / 1000 })
  if (files.length === 0) return
  const all = files.reduce((sum, { seconds }) => sum + seconds, 0)
  yield `${files.length} files took ${Math.round(all)} s; the slowest:\n`
  for (const { file, seconds } of files.toSorted((one, other) => other.seconds - one.seconds).slice(0, shown))
    yield `${seconds.toFixed(0).padStart(5)} s  ${file}\n`
}
