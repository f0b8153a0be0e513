import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatDecimal } from '@mex/core/money/decimal.ts'
import { dayNumber, isoDate } from '@mex/core/time-zone.ts'
import { mergeBars, parseBarFile, volumeAt } from './bar-file.ts'

const daily = 'symbol,date,open,high,low,close,adj_close,volume'
const intraday = 'symbol,time_utc,open,high,low,close,adj_close,volume'
const table = (header: string, ...rows: string[]): string => [header, ...rows, ''].join('\n')

test('parses rows into columns, with prices as integers in units of 1e-8', () => {
  const text = table(
    daily,
    'AAPL,2026-03-05,249.4,249.47,247.3,248.3597,248.1,1508778',
    'AAPL,2026-03-06,248,250,247,249,,',
    'CL=F,2020-04-20,17.73,17.85,-40.32,-37.63,,247947',
    'X,2026-03-05,0.093078885,0.093078885,0.093078885,0.093078885,,12.5',
  )
  const files = parseBarFile(text, 'daily/x.csv.gz', 'daily')
  assert.deepEqual([...files.keys()], ['AAPL', 'CL=F', 'X'])
  const apple = files.get('AAPL') ?? assert.fail()
  assert.deepEqual([...apple.times], [dayNumber('2026-03-05'), dayNumber('2026-03-06')])
  assert.deepEqual(
    [apple.open[0], apple.high[0], apple.low[0], apple.close[0]],
    [24_940_000_000n, 24_947_000_000n, 24_730_000_000n, 24_835_970_000n],
  )
  assert.deepEqual(
    [0, 1].map((row) => volumeAt(apple, row)),
    [150_877_800_000_000n, 0n],
  )
  assert.equal(files.get('CL=F')?.low[0], -4_032_000_000n)
  const other = files.get('X') ?? assert.fail()
  assert.deepEqual([other.close[0], volumeAt(other, 0)], [9_307_889n, 1_250_000_000n])
})

test('parses intraday times as UTC; accepts Windows line endings and a byte order mark', () => {
  const text = `\uFEFF${intraday}\r\nA,2026-03-19T13:30:00Z,1,1,1,1,,5\r\n`
  const bars = parseBarFile(text, 'f', 'intraday').get('A') ?? assert.fail()
  assert.deepEqual([...bars.times], [Date.UTC(2026, 2, 19, 13, 30)])
})

test('skips a row without a close; the close replaces other empty prices', () => {
  const text = table(daily, 'A,2026-03-05,,,,7,,', 'A,2026-03-06,1,2,1,,,', 'A,2026-03-09,5,,,7,,')
  const bars = parseBarFile(text, 'f', 'daily').get('A') ?? assert.fail()
  const seven = 700_000_000n
  assert.deepEqual([...bars.open], [seven, 500_000_000n])
  assert.deepEqual([...bars.high], [seven, seven])
  assert.deepEqual([...bars.low], [seven, 500_000_000n])
})

test('parses every decimal exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n }), fc.bigInt(0n, 10n ** 24n), (raw, large) => {
      const [text, volume] = [formatDecimal(raw, 8, 0), formatDecimal(large, 8, 0)]
      const bars = parseBarFile(table(daily, `A,2026-03-05,${text},${text},${text},${text},,${volume}`), 'f', 'daily')
      assert.equal(bars.get('A')?.close[0], raw)
      assert.equal(volumeAt(bars.get('A') ?? assert.fail(), 0), large)
    }),
  )
})

test('refuses an invalid row and names its file and line', () => {
  const good = 'A,2026-03-05,1,2,1,2,,5'
  const cases: [string, RegExp][] = [
    ['', /f:1: the first line is not/],
    ['symbol,date,open\n', /f:1: the first line is not/],
    [table(intraday, good), /f:1: the first line is not/],
    [table(daily, good, 'A,2026-03-06,1,2,1'), /f:3: there are 5 cells, not 8/],
    [table(daily, good, `${good},9`), /f:3: there are 9 cells/],
    [table(daily, ',2026-03-05,1,2,1,2,,5'), /f:2: the symbol is missing/],
    [table(daily, good, good), /f:3: the time is not later/],
    [table(daily, 'A,2026-02-30,1,2,1,2,,5'), /f:2: the time "2026-02-30"/],
    [table(daily, 'A,2026-03-05T00:00:00Z,1,2,1,2,,5'), /f:2: the time/],
    [table(daily, 'A,2026-03-05,1e3,2,1,2,,5'), /f:2: "1e3" is not a number/],
    [table(daily, 'A,2026-03-05,1,2,1,NaN,,5'), /f:2: "NaN" is not a number/],
    [table(daily, 'A,2026-03-05,1,2,.5,1,,5'), /f:2: "\.5" is not a number/],
    [table(daily, 'A,2026-03-05,1,2,1,2.,,5'), /f:2: "2\." is not a number/],
    [table(daily, 'A,2026-03-05,1,2,-,2,,5'), /f:2: "-" is not a number/],
    [table(daily, 'A,2026-03-05,1,2,1,3,,5'), /f:2: open and close do not lie/],
    [table(daily, 'A,2026-03-05,1,2,1.5,2,,5'), /f:2: open and close do not lie/],
    [table(daily, 'A,2026-03-05,1,90071993,1,2,,5'), /f:2: a price is too large/],
    [table(daily, 'A,2026-03-05,1,2,1,2,,-5'), /f:2: the volume is below zero/],
    [table(daily, 'A,2026-03-05,1,2,1,2,,9223372036854775808'), /f:2: the volume is too large/],
    [
      table(daily, good, 'B,2026-03-05,1,2,1,2,,5', 'A,2026-03-06,1,2,1,2,,5'),
      /f:4: the rows of A are not consecutive/,
    ],
  ]
  for (const [text, message] of cases) assert.throws(() => parseBarFile(text, 'f', 'daily'), message, text)
})

test('reads dividends and splits from their columns, and without a column from adjusted closes', () => {
  const actionsIn = (header: string, rows: readonly string[]): readonly string[] =>
    (parseBarFile(table(header, ...rows), 'f', 'daily').get('A') ?? assert.fail()).actions.map(
      ({ time, dividend, to, from }) => `${isoDate(time)} ${formatDecimal(dividend, 8, 0)} ${to}:${from}`,
    )
  const cases: [header: string, rows: readonly string[], expected: readonly string[]][] = [
    // A quarter of a dollar: 100 × (1 − 0.9975).
    [daily, ['A,2026-03-05,,,,100,99.75,', 'A,2026-03-06,,,,101,101,'], ['2026-03-06 0.25 1:1']],
    // Less than a cent is rounding, more than a quarter is no dividend, and without adjusted closes nothing is known.
    [daily, ['A,2026-03-05,,,,100,99.996,', 'A,2026-03-06,,,,101,101,'], []],
    [daily, ['A,2026-03-05,,,,100,70,', 'A,2026-03-06,,,,101,101,'], []],
    [daily, ['A,2026-03-05,,,,100,,', 'A,2026-03-06,,,,101,101,', 'A,2026-03-09,,,,101,,'], []],
    [
      `${daily},dividend,split`,
      ['A,2026-03-05,,,,100,,,9,2:1', 'A,2026-03-06,,,,101,,,0.24,', 'A,2026-03-09,,,,25,,,0,4:1'],
      ['2026-03-06 0.24 1:1', '2026-03-09 0 4:1'],
    ],
    [
      `${daily},split,dividend`,
      ['A,2026-03-05,,,,1,,,,', 'A,2026-03-06,,,,10,,,0.1,0.02', 'A,2026-03-09,,,,10,,,1.5,'],
      ['2026-03-06 0.02 1:10', '2026-03-09 0 3:2'],
    ],
    // The adjusted closes are adjusted for the split too.
    [
      `${daily},split`,
      ['A,2026-03-05,,,,400,99.75,,', 'A,2026-03-06,,,,101,101,,4', 'A,2026-03-09,,,,101,101,,1'],
      ['2026-03-06 1 4:1'],
    ],
  ]
  for (const [header, rows, expected] of cases) assert.deepEqual(actionsIn(header, rows), expected, rows.join(' '))
})

test('refuses dividends and splits that cannot be', () => {
  const both = `${daily},dividend,split`
  const good = 'A,2026-03-05,1,2,1,2,,5,,'
  const cases: [string, RegExp][] = [
    [table(`${daily},dividend,dividend`, good), /f:1: the first line is not/],
    [table(`${daily},bonus`, good), /f:1: the first line is not/],
    [table(`${daily},`, good), /f:1: the first line is not/],
    [table(both, good, 'A,2026-03-06,1,2,1,2,,5,0.1'), /f:3: there are 9 cells, not 10/],
    [table(both, good, 'A,2026-03-06,1,2,1,2,x,5,,'), /f:3: "x" is not a number/],
    [table(both, good, 'A,2026-03-06,1,2,1,2,,5,-1,'), /f:3: "-1" is not a dividend/],
    [table(both, good, 'A,2026-03-06,1,2,1,2,,5,2,'), /f:3: a dividend is not below the close before it/],
    ...['x', '4:0', '0:4', '-2', '4:1:1', '4/1'].map((split): [string, RegExp] => [
      table(both, good, `A,2026-03-06,1,2,1,2,,5,,${split}`),
      /f:3: ".*" is not a split, such as 4:1/,
    ]),
    [table(both, good, 'A,2026-03-06,,,,,,,0.1,'), /f:3: a row with a dividend or a split needs a close/],
  ]
  for (const [text, message] of cases) assert.throws(() => parseBarFile(text, 'f', 'daily'), message, text)
  const intradayTable = table(`${intraday},split`, 'A,2026-03-19T13:30:00Z,1,1,1,1,,5,')
  assert.throws(() => parseBarFile(intradayTable, 'f', 'intraday'), /f:1: the first line is not/)
})

test('merges two files in order of time; the first file wins at equal times', () => {
  const read = (rows: string[]) => parseBarFile(table(daily, ...rows), 'f', 'daily').get('A') ?? assert.fail()
  const merged = mergeBars([
    read(['A,2026-03-06,1,1,1,1,,', 'A,2026-03-09,1,1,1,1,,']),
    read(['A,2026-03-05,2,2,2,2,,', 'A,2026-03-06,2,2,2,2,,']),
  ])
  assert.deepEqual([...merged.close], [200_000_000n, 100_000_000n, 100_000_000n])
})

test('a merged day has the dividend of the file that it is taken from', () => {
  const read = (rows: string[]) =>
    parseBarFile(table(`${daily},dividend`, ...rows), 'f', 'daily').get('A') ?? assert.fail()
  const { actions } = mergeBars([
    read(['A,2026-03-05,,,,100,,,', 'A,2026-03-06,,,,100,,,0.5']),
    read(['A,2026-03-05,,,,100,,,', 'A,2026-03-06,,,,100,,,0.7', 'A,2026-03-09,,,,100,,,0.9']),
  ])
  assert.deepEqual(
    actions.map(({ time, dividend }) => [isoDate(time), dividend]),
    [
      ['2026-03-06', 50_000_000n],
      ['2026-03-09', 90_000_000n],
    ],
  )
})
