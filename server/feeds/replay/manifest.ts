import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { BadTable, parseTable, type Row } from '#feeds/csv.ts'
import { mergeBars, parseBarFile, type BarColumns } from './bar-file.ts'

/** Bar lengths of a manifest, in seconds; a daily bar covers one session. */
export const intervals = { '1d': 86_400, '1m': 60, '2m': 120, '5m': 300, '15m': 900, '30m': 1800, '1h': 3600 } as const
export type Interval = keyof typeof intervals

const columns = [
  'symbol',
  'code',
  'product_source',
  'classify',
  'name',
  'name_zh',
  'interval',
  'currency',
  'tz',
  'file',
]
const optional = ['class', 'exchange', 'lot', 'tick', 'multiplier', 'group'] as const

/** One symbol of a manifest with all its bars in the folder: plain data, which threads can share. */
export type ManifestEntry = {
  /** File and line of its first row, for messages. */
  readonly place: string
  readonly symbol: string
  readonly code: string
  readonly source: string
  readonly classify: string
  readonly name: string
  readonly nameChinese: string
  readonly currency: string
  readonly zone: string
  /** The cells of the optional columns; empty when the manifest has no such column. */
  readonly extra: Readonly<Record<(typeof optional)[number], string>>
  readonly daily: BarColumns | undefined
  /** Finest first. */
  readonly intraday: readonly { readonly seconds: number; readonly bars: BarColumns }[]
}

/**
 * Reads a folder of history: `manifest.csv` and every file that it names. A file `x_repaired.csv.gz` replaces a named
 * `x.csv.gz`. Throws a `BadTable` that names the file, and the line if there is one.
 */
export async function readManifest(directory: string): Promise<readonly ManifestEntry[]> {
  const file = join(directory, 'manifest.csv')
  if (!existsSync(file)) {
    throw new BadTable(file, 'does not exist; a folder of history has a manifest.csv (docs/guide/replay.md)')
  }
  const text = readFileSync(file, 'utf8')
  const header = text.slice(0, text.indexOf('\n'))
  const present = new Set(optional.filter((column) => header.split(/[,\r]/).includes(column)))
  const rows = parseTable(text, file, columns)
  if (rows.length === 0) throw new BadTable(`${file}:1`, 'no instrument is named')
  const files = new Map<string, ReadonlyMap<string, BarColumns>>()
  for (const row of rows) {
    const path = filePath(directory, row)
    if (!files.has(path)) files.set(path, await readBars(path, intervalOf(row)))
  }
  const bySymbol = Map.groupBy(rows, (row) => row.cell('symbol'))
  const used = new Map<string, Set<string>>()
  for (const row of rows) {
    const path = filePath(directory, row)
    if (!used.has(path)) used.set(path, new Set())
    used.get(path)?.add(row.cell('symbol'))
  }
  for (const [path, series] of files) {
    const unnamed = Array.from(series.keys()).find((symbol) => used.get(path)?.has(symbol) !== true)
    if (unnamed !== undefined) throw new BadTable(path, `${unnamed} is not in manifest.csv for this file`)
  }
  return Array.from(bySymbol, ([symbol, own]) => entryOf(directory, symbol, own, files, present))
}

function entryOf(
  directory: string,
  symbol: string,
  rows: readonly Row[],
  files: ReadonlyMap<string, ReadonlyMap<string, BarColumns>>,
  present: ReadonlySet<string>,
): ManifestEntry {
  const first = rows[0]!
  const parts = new Map<Interval, BarColumns[]>()
  for (const row of rows) {
    const path = filePath(directory, row)
    const bars = files.get(path)?.get(symbol)
    if (bars === undefined || bars.times.length === 0) {
      throw new BadTable(row.place, `${row.cell('file')} has no bar of ${symbol}`)
    }
    const interval = intervalOf(row)
    parts.set(interval, [...(parts.get(interval) ?? []), bars])
  }
  const daily = parts.get('1d')
  const intraday = Array.from(parts)
    .filter(([interval]) => interval !== '1d')
    .map(([interval, bars]) => ({ seconds: intervals[interval], bars: mergeBars(bars) }))
    .sort((left, right) => left.seconds - right.seconds)
  return {
    place: first.place,
    symbol,
    code: first.cell('code'),
    source: first.cell('product_source'),
    classify: first.cell('classify'),
    name: first.cell('name'),
    nameChinese: first.cell('name_zh'),
    currency: first.cell('currency'),
    zone: first.cell('tz'),
    extra: Object.fromEntries(
      optional.map((column) => [column, present.has(column) ? first.cell(column) : '']),
    ) as ManifestEntry['extra'],
    daily: daily === undefined ? undefined : mergeBars(daily),
    intraday,
  }
}

function intervalOf(row: Row): Interval {
  const found = Object.keys(intervals).find((interval) => interval === row.cell('interval'))
  if (found === undefined) {
    throw new BadTable(
      row.place,
      `the interval "${row.cell('interval')}" is not one of ${Object.keys(intervals).join(', ')}`,
    )
  }
  return found as Interval
}

function filePath(directory: string, row: Row): string {
  const file = row.cell('file')
  const isDaily = intervalOf(row) === '1d'
  if (!/^(daily|intraday)\/[\w-]+\.csv\.gz$/.test(file)) {
    throw new BadTable(row.place, `the file "${file}" is not daily/*.csv.gz or intraday/*.csv.gz`)
  }
  if (isDaily !== file.startsWith('daily/')) {
    throw new BadTable(row.place, `${row.cell('interval')} bars cannot be in ${file}`)
  }
  const path = join(directory, file)
  const repaired = path.replace(/\.csv\.gz$/, '_repaired.csv.gz')
  if (existsSync(repaired)) return repaired
  if (!existsSync(path)) throw new BadTable(row.place, `the file ${file} does not exist`)
  return path
}

const unzip = promisify(gunzip)

async function readBars(path: string, interval: Interval): Promise<ReadonlyMap<string, BarColumns>> {
  const packed = await readFile(path)
  let content: Buffer
  try {
    content = await unzip(packed)
  } catch {
    throw new BadTable(path, 'is not a gzip file')
  }
  return parseBarFile(content.toString('utf8'), path, interval === '1d' ? 'daily' : 'intraday')
}
