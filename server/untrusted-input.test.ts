import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSafeInput, readJsonInput } from './untrusted-input.ts'

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const nestedNames = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
const row = (values: number): string => `[${Array.from({ length: values }, () => '1').join()}]`

describe('accepts JSON with', () => {
  for (const [what, text, value] of [
    ['sixteen levels', nested(16), JSON.parse(nested(16))],
    ['sixteen levels of names', nestedNames(16), JSON.parse(nestedNames(16))],
    ['two thousand values', row(2000), Array.from({ length: 2000 }, () => 1)],
    ['brackets and commas in a text', JSON.stringify('[{,'.repeat(5000)), '[{,'.repeat(5000)],
    ['quotes and backslashes in a text', String.raw`["\"[","\\","\\\"["]`, ['"[', '\\', '\\"[']],
    ['a long text', JSON.stringify('x'.repeat(8_000_000)), 'x'.repeat(8_000_000)],
    ['a text with an escaped backslash before u0000', String.raw`"\\u0000"`, String.raw`\u0000`],
    [
      'the names constructor and toString without a prototype',
      '{"constructor":1,"toString":"x"}',
      { constructor: 1, toString: 'x' },
    ],
  ] as const)
    test(what, () => assert.deepEqual(readJsonInput(text), { value }))
})

describe('refuses JSON with', () => {
  for (const [what, text] of [
    ['seventeen levels', nested(17)],
    ['seventeen levels of names', nestedNames(17)],
    ['seventeen levels behind an escaped quote', String.raw`["\\",${nested(16)}]`],
    ['two thousand and one values', row(2001)],
    ['a NUL in a text', String.raw`{"a":"x\u0000"}`],
    ['a NUL in a name', String.raw`{"\u0000":1}`],
    ['a NUL deep inside', String.raw`[[{"a":["\u0000"]}]]`],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['__proto__ with an escaped letter', String.raw`{"a":[{"\u005f_proto__":1}]}`],
    ['constructor.prototype', '{"constructor":{"prototype":{}}}'],
    ['no text', ''],
    ['half an object', '{"a":1'],
    ['half a text', '"abc'],
    ['only closing brackets', ']'.repeat(100)],
  ] as const)
    test(what, () => assert.equal(readJsonInput(text), undefined))

  for (const [what, text] of [
    ['millions of levels', nested(4_000_000)],
    ['millions of open brackets', '['.repeat(8_000_000)],
    ['millions of values', row(2_000_000)],
    ['millions of spaces', ' '.repeat(8_000_000)],
    ['a number of millions of digits', '1'.repeat(8_000_000)],
    ['millions of empty texts', '"'.repeat(8_000_000)],
    ['millions of escapes', `"${'\\"'.repeat(4_000_000)}"`],
    ['millions of backslashes', `"${'\\'.repeat(8_000_000)}"`],
  ] as const)
    test(`${what}, within 50 ms, before parsing`, () => {
      // Twice, because the first run may have to compile. The parser alone takes ten times as long for each.
      readJsonInput(text)
      const began = performance.now()
      assert.equal(readJsonInput(text), undefined)
      const took = performance.now() - began
      assert(took < 50, `${took} ms`)
    })
})

test('refuses a query or form with a NUL or the name __proto__', () => {
  assert(isSafeInput({ a: 'x', b: ['y', 'z'], constructor: '1' }))
  for (const fields of [{ a: '\0' }, { 'a\0': '' }, { a: ['x', '\0'] }, JSON.parse('{"__proto__":"1"}')])
    assert(!isSafeInput(fields))
})
