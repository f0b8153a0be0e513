import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as z from 'zod/mini'

import * as accountFields from './account/fields.ts'
import * as fields from './fields.ts'

/** Invisible characters, and those that change the direction of reading. */
const invisible = [
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202e',
  '\u2028',
  '\u2060',
  '\u2066',
  '\u2069',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\u{e0041}',
]
const named: readonly (readonly [string, z.ZodMiniType, (sign: string) => string])[] = [
  ['name', fields.name, (sign) => `An${sign}n`],
  ['line', accountFields.line, (sign) => `An${sign}n`],
  ['passkeyName', accountFields.passkeyName, (sign) => `An${sign}n`],
  ['keyword', fields.keyword, (sign) => `An${sign}n`],
  ['email', accountFields.email, (sign) => `an${sign}n@example.org`],
  ['domain of an email', accountFields.email, (sign) => `ann@exam${sign}ple.org`],
  ['loginName', accountFields.loginName, (sign) => `an${sign}n`],
]
for (const [field, schema, write] of named)
  test(`refuses invisible characters in a ${field}`, () => {
    assert.equal(z.safeDecode(schema, write('') as never).success, true)
    for (const sign of invisible) {
      const code = (sign.codePointAt(0) ?? 0).toString(16)
      assert.equal(z.safeDecode(schema, write(sign) as never).success, false, code)
    }
  })

test('accepts letters of every script and pictographs in names', () => {
  for (const given of ['Ann', 'José Müller', '陈大文', 'Ольга', 'नेहा', 'สมชาย', 'My key 🔑', 'I ❤\ufe0f it'])
    assert.equal(z.safeDecode(fields.name, given).success, true, given)
})
