import { divide, magnitude } from '@mex/core/money/decimal.ts'
import { dayMilliseconds, parseIsoDate } from '@mex/core/time-zone.ts'
import { BadTable } from '#feeds/csv.ts'

/**
 * Bars of one symbol, oldest first. Prices are integers in units of 1e-8, as `Price` is. The columns are in shared
 * memory, so that worker threads read them without a copy.
 */
export type BarColumns = {
  /** Daily: day numbers of the exchange's dates. Intraday: instants at which the bars start, epoch milliseconds. */
  readonly times: Float64Array
  readonly open: BigInt64Array
  readonly high: BigInt64Array
  readonly low: BigInt64Array
  readonly close: BigInt64Array
  /** Whole units, and the remainder in 1e-8: a coin's volume in dollars does not fit in 64 bits of 1e-8. */
  readonly volumeUnits: BigInt64Array
  readonly volumeRest: Int32Array
  /** Of daily bars, oldest first. */
  readonly actions: readonly RowAction[]
}

/** What a daily row says about a dividend or a split: from its date on, a share comes without them. */
export type RowAction = {
  /** Day number of the exchange's date. */
  readonly time: number
  /** On a share of the day before, in units of 1e-8; 0 if there is none. */
  readonly dividend: bigint
  /** Each `from` shares became `to`: 1 and 1 if there was no split. */
  readonly to: bigint
  readonly from: bigint
}

const volumeUnit = 100_000_000n

/** The largest volume that a column of whole units holds. */
const largestVolume = (2n ** 63n - 1n) * volumeUnit

/** The volume of a row in units of 1e-8, as `Quantity` is. */
export const volumeAt = ({ volumeUnits, volumeRest }: BarColumns, row: number): bigint =>
  volumeUnits[row]! * volumeUnit + BigInt(volumeRest[row]!)

/** Whether the second column is an exchange's date or the UTC start of a bar. */
export type BarKind = 'daily' | 'intraday'

const headers: Record<BarKind, string> = {
  daily: 'symbol,date,open,high,low,close,adj_close,volume',
  intraday: 'symbol,time_utc,open,high,low,close,adj_close,volume',
}

/** Columns that a daily file may have at its end: only with `split` are its prices those of their day. */
const optionalColumns = ['dividend', 'split'] as const
type OptionalColumn = (typeof optionalColumns)[number]

/** The optional columns in the order of a header; undefined when it is not a header of this kind. */
function optionalOf(header: string, kind: BarKind): readonly OptionalColumn[] | undefined {
  if (header === headers[kind]) return []
  if (kind === 'intraday' || !header.startsWith(`${headers.daily},`)) return undefined
  const names = header.slice(headers.daily.length + 1).split(',')
  const found = names.flatMap((name) => optionalColumns.find((column) => column === name) ?? [])
  return found.length === names.length && new Set(found).size === found.length ? found : undefined
}

/** Paths are computed with doubles, which hold integers exactly up to this limit: a price of about 90 million. */
const largestPrice = BigInt(Number.MAX_SAFE_INTEGER)

type Lists = Record<'open' | 'high' | 'low' | 'close' | 'volume', bigint[]> & {
  times: number[]
  actions: RowAction[]
  /** The adjusted close of the newest row, if it has one. */
  adjusted: bigint | undefined
}

const noRows = (): Lists => ({
  times: [],
  open: [],
  high: [],
  low: [],
  close: [],
  volume: [],
  actions: [],
  adjusted: undefined,
})

/**
 * Parses a whole file of bars into columns by symbol. The rows of a symbol must be consecutive, with ascending times.
 * Throws `BadTable` with file and line for the first invalid row: a file is never partly accepted.
 */
export function parseBarFile(text: string, file: string, kind: BarKind): ReadonlyMap<string, BarColumns> {
  const timeOf = kind === 'daily' ? memoizedDays() : memoizedInstants()
  const found = new Map<string, Lists>()
  let symbol = ''
  let current: Lists | undefined
  let line = 0
  let columns: readonly OptionalColumn[] = []
  for (const row of linesOf(text)) {
    line += 1
    if (line === 1) {
      const found = optionalOf(row, kind)
      if (found === undefined) throw new BadTable(`${file}:1`, `the first line is not "${headers[kind]}"`)
      columns = found
      continue
    }
    const cells = row.split(',')
    if (current === undefined || cells[0] !== symbol) {
      symbol = cells[0] ?? ''
      if (found.has(symbol)) throw new BadTable(`${file}:${line}`, `the rows of ${symbol} are not consecutive`)
      current = noRows()
      found.set(symbol, current)
    }
    const problem = addRow(current, cells, timeOf, kind === 'daily' ? columns : undefined)
    if (problem !== undefined) throw new BadTable(`${file}:${line}`, problem)
  }
  if (line === 0) throw new BadTable(`${file}:1`, `the first line is not "${headers[kind]}"`)
  return new Map(Array.from(found, ([name, lists]) => [name, columnsOf(lists)]))
}

function* linesOf(text: string): Generator<string> {
  let start = text.startsWith('\uFEFF') ? 1 : 0
  while (start < text.length) {
    const next = text.indexOf('\n', start)
    const end = next === -1 ? text.length : next
    yield text.slice(start, text[end - 1] === '\r' ? end - 1 : end)
    start = end + 1
  }
}

/** Adds a row; returns an error message when it is invalid. `columns` are the optional ones, undefined in intraday files. */
function addRow(
  bars: Lists,
  cells: readonly string[],
  timeOf: (text: string) => number | undefined,
  columns: readonly OptionalColumn[] | undefined,
): string | undefined {
  const width = 8 + (columns?.length ?? 0)
  if (cells.length !== width) return `there are ${cells.length} cells, not ${width}`
  if (cells[0] === '') return 'the symbol is missing'
  const time = timeOf(cells[1]!)
  if (time === undefined) return `the time "${cells[1]}" has the wrong format`
  const last = bars.times.at(-1)
  if (last !== undefined && time <= last) return 'the time is not later than that of the row before'
  const [open, high, low, close] = [cells[2]!, cells[3]!, cells[4]!, cells[5]!].map(decimal)
  const volume = decimal(cells[7]!)
  for (const [value, cell] of [
    [open, 2],
    [high, 3],
    [low, 4],
    [close, 5],
    [volume, 7],
  ] as const) {
    if (value === undefined && cells[cell] !== '') return `"${cells[cell]}" is not a number`
  }
  // An empty cell means "not available": a row without a close is no bar, and the close replaces other empty prices.
  if (close === undefined)
    return columns?.some((_, index) => !/^0*(\.0*)?$/.test(cells[8 + index]!)) === true
      ? 'a row with a dividend or a split needs a close'
      : undefined
  const opened = open ?? close
  const top = high ?? (opened > close ? opened : close)
  const bottom = low ?? (opened < close ? opened : close)
  if (top < opened || top < close || bottom > opened || bottom > close) {
    return 'open and close do not lie between low and high'
  }
  if (magnitude(top) > largestPrice || magnitude(bottom) > largestPrice) return 'a price is too large'
  if (volume !== undefined && volume < 0n) return 'the volume is below zero'
  if (volume !== undefined && volume > largestVolume) return 'the volume is too large'
  const problem = columns === undefined ? undefined : addAction(bars, cells, { time, close, columns })
  if (problem !== undefined) return problem
  bars.times.push(time)
  bars.open.push(opened)
  bars.high.push(top)
  bars.low.push(bottom)
  bars.close.push(close)
  bars.volume.push(volume ?? 0n)
  return undefined
}

/** An adjusted close tells a dividend to a tenth of a cent; less than a cent is its rounding. */
const [dividendStep, dividendLeast] = [100_000n, 1_000_000n]

/** Adds what a daily row says about a dividend and a split; returns an error message when it is invalid. */
function addAction(
  bars: Lists,
  cells: readonly string[],
  { time, close, columns }: { time: number; close: bigint; columns: readonly OptionalColumn[] },
): string | undefined {
  const cellOf = (column: OptionalColumn): string | undefined =>
    columns.includes(column) ? cells[8 + columns.indexOf(column)] : undefined
  const [adjusted, told, split] = [decimal(cells[6]!), cellOf('dividend'), cellOf('split')]
  if (adjusted === undefined && cells[6] !== '') return `"${cells[6]}" is not a number`
  const ratio = split === undefined ? noSplit : splitOf(split)
  if (ratio === undefined) return `"${split}" is not a split, such as 4:1`
  const given = told === undefined || told === '' ? 0n : decimal(told)
  if (given === undefined || given < 0n) return `"${told}" is not a dividend`
  const before = bars.close.at(-1)
  const dividend = told === undefined ? dividendBy(bars, close, adjusted, ratio) : given
  bars.adjusted = adjusted
  if (dividend === 0n && ratio === noSplit) return undefined
  if (before === undefined) return undefined
  if (dividend >= before && dividend > 0n) return 'a dividend is not below the close before it'
  bars.actions.push({ time, dividend, ...ratio })
  return undefined
}

const noSplit = { to: 1n, from: 1n } as const

/** '4:1', or the number of new shares for each old one; 0 and nothing mean no split. Undefined if it is none of these. */
function splitOf(text: string): { readonly to: bigint; readonly from: bigint } | undefined {
  if (text === '') return noSplit
  const [, new_, old] = /^(\d{1,6}):(\d{1,6})$/.exec(text) ?? []
  const [to, from] = new_ === undefined ? [decimal(text), volumeUnit] : [BigInt(new_), BigInt(old!)]
  if (to === undefined || to < 0n || from === 0n || (to === 0n && new_ !== undefined)) return undefined
  if (to === 0n || to === from) return noSplit
  const common = greatestCommonDivisor(to, from)
  return { to: to / common, from: from / common }
}

const greatestCommonDivisor = (one: bigint, other: bigint): bigint =>
  other === 0n ? one : greatestCommonDivisor(other, one % other)

/**
 * The dividend that lowered the adjusted closes before this row: D = c₋₁ × (1 − f₋₁ ÷ f) with f = adjusted close ÷ close,
 * as data vendors compute it (CRSP). More than a quarter of the price is a spin-off or an error, not a dividend.
 */
function dividendBy(
  { close: closes, adjusted: adjustedBefore }: Lists,
  close: bigint,
  adjusted: bigint | undefined,
  { to, from }: { readonly to: bigint; readonly from: bigint },
): bigint {
  const before = closes.at(-1)
  if (before === undefined || adjustedBefore === undefined || adjusted === undefined) return 0n
  if (before <= 0n || close <= 0n || adjusted <= 0n || adjustedBefore <= 0n) return 0n
  const exact = before - divide(adjustedBefore * close * to, adjusted * from, 'near')
  const dividend = divide(exact, dividendStep, 'near') * dividendStep
  return dividend >= dividendLeast && dividend * 4n <= before ? dividend : 0n
}

const [zero, nine, point] = [48, 57, 46]

/**
 * A decimal number in units of 1e-8; a ninth decimal rounds half away from zero. Undefined when the text is not a
 * decimal. Like `parseDecimal`, but faster for millions of cells: below 80 million every step is an exact double.
 */
function decimal(text: string): bigint | undefined {
  const first = text.startsWith('-') ? 1 : 0
  let digits = 0
  let decimals = -1
  for (let index = first; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === point && decimals === -1) decimals = 0
    else if (code < zero || code > nine) return undefined
    else if (decimals === -1) digits = digits * 10 + code - zero
    else {
      if (decimals < 8) digits = digits * 10 + code - zero
      else if (decimals === 8 && code >= zero + 5) digits += 1
      decimals += 1
    }
  }
  const lastCode = text.charCodeAt(text.length - 1)
  if (text.length <= first || lastCode === point || text.charCodeAt(first) === point) return undefined
  const missing = 8 - Math.min(8, Math.max(0, decimals))
  const exact = digits < 9_000_000_000_000_000
  const size = exact ? BigInt(digits) * powers[missing]! : longDecimal(text.slice(first))
  return first === 1 ? -size : size
}

const powers = Array.from({ length: 9 }, (_, exponent) => 10n ** BigInt(exponent))

function longDecimal(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  const size = BigInt(whole + fraction.slice(0, 8).padEnd(8, '0'))
  return (fraction[8] ?? '0') >= '5' ? size + 1n : size
}

/** Parses dates with a cache: a file has the same days for every symbol. */
function memoizedDays(): (text: string) => number | undefined {
  const known = new Map<string, number | undefined>()
  return (text) => {
    if (!known.has(text)) known.set(text, parseIsoDate(text))
    return known.get(text)
  }
}

/** YYYY-MM-DDTHH:MM:SSZ as epoch milliseconds. */
function memoizedInstants(): (text: string) => number | undefined {
  const dayOf = memoizedDays()
  const pattern = /^T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)Z$/
  return (text) => {
    const day = dayOf(text.slice(0, 10))
    const match = pattern.exec(text.slice(10))
    if (day === undefined || match === null) return undefined
    return day * dayMilliseconds + ((Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3])) * 1000
  }
}

function columnsOf(lists: Omit<Lists, 'adjusted'>): BarColumns {
  const times = new Float64Array(new SharedArrayBuffer(8 * lists.times.length))
  times.set(lists.times)
  const volumeRest = new Int32Array(new SharedArrayBuffer(4 * lists.times.length))
  volumeRest.set(lists.volume.map((volume) => Number(volume % volumeUnit)))
  return {
    times,
    open: sharedColumn(lists.open),
    high: sharedColumn(lists.high),
    low: sharedColumn(lists.low),
    close: sharedColumn(lists.close),
    volumeUnits: sharedColumn(lists.volume.map((volume) => volume / volumeUnit)),
    volumeRest,
    actions: lists.actions,
  }
}

function sharedColumn(values: readonly bigint[]): BigInt64Array {
  const column = new BigInt64Array(new SharedArrayBuffer(8 * values.length))
  column.set(values)
  return column
}

/** Merges the bars of several files of one symbol in order of time; the earlier file in `parts` wins at equal times. */
export function mergeBars(parts: readonly BarColumns[]): BarColumns {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const rows = parts.flatMap((part, rank) => Array.from(part.times, (time, index) => ({ part, rank, time, index })))
  rows.sort((left, right) => left.time - right.time || left.rank - right.rank)
  const actionsByTime = new Map(parts.map((part) => [part, new Map(part.actions.map((one) => [one.time, one]))]))
  const kept = rows.filter(({ time }, position) => time !== rows[position - 1]?.time)
  return columnsOf({
    times: kept.map(({ time }) => time),
    open: kept.map(({ part, index }) => part.open[index]!),
    high: kept.map(({ part, index }) => part.high[index]!),
    low: kept.map(({ part, index }) => part.low[index]!),
    close: kept.map(({ part, index }) => part.close[index]!),
    volume: kept.map(({ part, index }) => volumeAt(part, index)),
    actions: kept.flatMap(({ part, time }) => actionsByTime.get(part)?.get(time) ?? []),
  })
}
