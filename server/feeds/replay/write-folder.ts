import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const manifestHeader = 'symbol,code,class,product_source,classify,name,name_zh,interval,currency,exchange,tz,file'
/** A file whose rows have ten cells tells dividends and splits. */
const barHeader = (path: string, [first = '']: readonly string[]): string =>
  `symbol,${path.startsWith('daily') ? 'date' : 'time_utc'},open,high,low,close,adj_close,volume${
    first.split(',').length === 10 ? ',dividend,split' : ''
  }`

/** Writes a folder of history for tests from rows of the manifest and of each file; adds the headers of bars and gzips. */
export function writeFolder(manifest: readonly string[], files: Readonly<Record<string, readonly string[]>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'replay-'))
  writeFileSync(join(directory, 'manifest.csv'), [manifestHeader, ...manifest, ''].join('\n'))
  for (const [path, rows] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    const headers = path.startsWith('rates/') ? [] : [barHeader(path, rows)]
    writeFileSync(join(directory, path), gzipSync([...headers, ...rows, ''].join('\n')))
  }
  return directory
}
