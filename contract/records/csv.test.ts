import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from './csv.ts'

const lineOf = (...fields: readonly string[]): string => csvOf([fields]).slice(1)

test('a file begins with the UTF-8 byte order mark, and lines end as RFC 4180 requires', () => {
  assert.equal(
    csvOf([
      ['a', 'b'],
      ['划转', ''],
    ]),
    '\uFEFFa,b\r\n划转,\r\n',
  )
  assert.equal(csvOf([]), '\uFEFF')
})

test('quotes cells that contain commas, quotes or line breaks', () => {
  assert.equal(lineOf('a,b', 'say "hi"', 'two\nlines', 'plain'), '"a,b","say ""hi""","two\nlines",plain\r\n')
})

test('keeps amounts as numbers and escapes formulas', () => {
  assert.equal(lineOf('-12.50', '0', '1234567.89'), '-12.50,0,1234567.89\r\n')
  for (const text of ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '-', '--5', '-5e3', '+5', '\t=1', '=cmd|x'])
    assert.match(lineOf(text), /^"?'/, text)
  assert.equal(lineOf('=HYPERLINK("http://x","y")'), `"'=HYPERLINK(""http://x"",""y"")"\r\n`)
  assert.equal(lineOf('a=1', '1-1'), 'a=1,1-1\r\n')
})
