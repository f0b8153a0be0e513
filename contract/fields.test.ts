import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { RefusalWord } from '@mex/core/refusal.ts'
import * as z from 'zod/mini'

import * as accountFields from './account/fields.ts'
import * as generalFields from './fields.ts'
import * as marketFields from './market/fields.ts'
import { readRequest } from './reading.ts'
import { request } from './request.ts'
import * as tradingFields from './trading/fields.ts'
import * as walletFields from './wallet/fields.ts'
import { amount, flag } from './wire.ts'

const fields = { ...generalFields, ...accountFields, ...marketFields, ...tradingFields, ...walletFields }

/** Values that no field accepts. */
const nonsense: readonly unknown[] = [
  [],
  [1],
  {},
  { length: 1 },
  { toString: 1 },
  true,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  'a\u0000b',
  '\u0000',
  '\ud800',
  'x'.repeat(10_000),
  '１２３',
  '٣',
  "'; drop table orders; --",
  '\u202egnp',
]
const noNumbers: readonly unknown[] = [
  'abc',
  '1e3',
  '1E-7',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '1_000',
  '1,000',
  '+1',
  '.5',
  '5.',
  '1.2.3',
  '--1',
  '- 1',
  '1 2',
  '½',
  '1\u00a02',
  1e21,
  1e-9,
]
const notPositive: readonly unknown[] = ['0', '0.00', '-1', '-0.01', 0, -1, '-0']

type Row = readonly [
  name: string,
  schema: z.ZodMiniType,
  missing: RefusalWord,
  wrong: RefusalWord,
  bad: readonly unknown[],
  good: readonly unknown[],
]

const rows: readonly Row[] = [
  [
    'username',
    fields.username,
    'missing_field',
    'invalid_parameter',
    ['abc', 'a b c d', 'ünïcode', 'a'.repeat(51), 'me@x', 1234],
    ['abcd', 'A_b-9', 'a'.repeat(50)],
  ],
  [
    'login name',
    fields.loginName,
    'missing_field',
    'wrong_credentials',
    ['a'.repeat(51), 7],
    ['me', 'me@home.example'],
  ],
  ['login password', fields.loginPassword, 'missing_field', 'wrong_credentials', ['a'.repeat(257), 7], ['x', '密码']],
  [
    'email',
    fields.email,
    'missing_field',
    'invalid_parameter',
    ['a', '@', 'a@', '@b', 'a b@c', 'a@b@c', `${'a'.repeat(50)}@b`, 'a\n@b', 5],
    ['a@b', 'me@example.org'],
  ],
  [
    'email code',
    fields.emailCode,
    'missing_field',
    'code_incorrect',
    ['12345', '1234567', '12345a', '１２３４５６', '-12345', '1e5', 123456],
    ['000000', '123456'],
  ],
  [
    'code purpose',
    fields.emailCodePurpose,
    'invalid_parameter',
    'invalid_parameter',
    ['Register', 'card', 1],
    ['register', 'resetPassword', 'payPassword'],
  ],
  [
    'password',
    fields.password('registration'),
    'missing_field',
    'password_format',
    ['abc', 'a b', 'pässwor', 'a'.repeat(129), 'semi;', 1234],
    ['abcd', 'a!@#$%^&*-_™€<>+=', 'with space', 'a'.repeat(128)],
  ],
  [
    'changed password',
    fields.password('change'),
    'missing_field',
    'password_format',
    ['abcde', 'pass é', 'a'.repeat(129)],
    ['abcdef', 'a'.repeat(20)],
  ],
  [
    'company password',
    fields.password('company'),
    'missing_field',
    'password_format',
    ['abcdefg', 'a!', 'a'.repeat(129)],
    ['abcdefgh', 'A1'.repeat(10)],
  ],
  [
    'company user name',
    fields.companyUsername,
    'missing_field',
    'invalid_parameter',
    ['ab', 'a_b', 'a-b', 'a b', 'ünï', 'a'.repeat(16), 123],
    ['abc', 'A1b2', 'a'.repeat(15)],
  ],
  [
    'phone number',
    fields.phoneNumber,
    'missing_field',
    'invalid_parameter',
    ['1234', '+1234', '12345x', '55.55.55', '1'.repeat(21), 12_345],
    ['12345', '+52 55-0000 1234', '1'.repeat(20)],
  ],
  [
    'transaction password',
    fields.payPassword,
    'missing_field',
    'password_format',
    ['12345', 'a'.repeat(21), 123_456],
    ['123456', 'a b-c!', 'a'.repeat(20)],
  ],
  [
    'invitation code',
    fields.invitationCode,
    'invitation_invalid',
    'invitation_invalid',
    ['ABCDE', 'ABCDEFG', 'ILOU00', 123456],
    ['ABCDEF', '012345', 'abcdef'],
  ],
  [
    'agreement',
    fields.agree,
    'agreement_missing',
    'agreement_missing',
    [false, 'false', 0, 'yes', 2, 'TRUE'],
    ['true', 1, '1'],
  ],
  [
    'id',
    fields.id,
    'not_found',
    'not_found',
    [...noNumbers, ...notPositive, '1.5', 1.5, '9'.repeat(16)],
    [1, '1', 999_999_999_999_999],
  ],
  [
    'position id',
    fields.idOf('position_not_found'),
    'position_not_found',
    'position_not_found',
    [...noNumbers, ...notPositive],
    [8121],
  ],
  ['keyword', fields.keyword, 'invalid_parameter', 'invalid_parameter', [7], ['苹果', 'a'.repeat(50), '%_\\', "'"]],
  [
    'code',
    fields.code,
    'unknown_instrument',
    'unknown_instrument',
    ['A B', 'A/B', '苹果', 'a'.repeat(21), 'AAPL;', '../x', 700],
    ['AAPL', '^GSPC', 'BRK.B', 'EURUSD=X', '0700'],
  ],
  [
    'market',
    fields.market('not_tradable'),
    'not_tradable',
    'not_tradable',
    ['us', 'XX', 1, '__proto__'],
    ['US', 'HK', 'MX', 'FUT', 'FX', 'GLOBAL'],
  ],
  [
    'class',
    fields.classify,
    'not_tradable',
    'not_tradable',
    ['usstock', 'US', 0, 'constructor'],
    ['UsStock', 'HK', 'MX', 'Future', 'Forex'],
  ],
  [
    'source',
    fields.source('not_tradable'),
    'not_tradable',
    'not_tradable',
    [...noNumbers, 1, 6, '-1', '00', 98, 1.5],
    [0, '0', 2, 3, 11, 99, '101'],
  ],
  [
    'side',
    fields.side,
    'invalid_parameter',
    'invalid_parameter',
    [...noNumbers, 2, -1, '00', 'buy', 0.5],
    [0, 1, '0', '1'],
  ],
  ['order type', fields.orderType, 'invalid_parameter', 'invalid_parameter', [...noNumbers, 2, 'limit'], [0, '1']],
  ['purpose', fields.purpose, 'invalid_parameter', 'invalid_parameter', [...noNumbers, 2, 'open'], [0, '1']],
  [
    'quantity',
    fields.quantity,
    'quantity_missing',
    'quantity_missing',
    [...noNumbers, ...notPositive, '0.000000001', '1'.repeat(30)],
    ['1', 100, '0.01', '0.00000001', '100.000'],
  ],
  [
    'limit price',
    fields.limit,
    'invalid_parameter',
    'invalid_parameter',
    [...noNumbers, ...notPositive, '0.000000001'],
    ['187.35', 0.5],
  ],
  [
    'amount',
    amount,
    'incorrect_amount',
    'incorrect_amount',
    [...noNumbers, ...notPositive, '0.001', '1.234', '1'.repeat(13)],
    ['0.01', '12', '12.5', '999999999999.99', 7],
  ],
  [
    'account',
    fields.walletType,
    'unknown_wallet',
    'unknown_wallet',
    [...noNumbers, 0, '0', 10, -1, 'OVERVIEW', 'BANK', '01'],
    [1, '9', 'BALANCE', 'us_stock'],
  ],
  [
    'account or all',
    fields.walletOrOverview,
    'unknown_wallet',
    'unknown_wallet',
    [10, 'everything', '00'],
    [0, '0', 'Overview', 8],
  ],
  ['currency', fields.currency, 'currency_missing', 'currency_missing', ['usd', 'EUR', 'US', 1], ['USD', 'MXN', 'HKD']],
  [
    'time zone',
    fields.timeZone,
    'invalid_parameter',
    'invalid_parameter',
    ['Nowhere/City', '+25:00', '+5', '../etc', 'UTC;', 8],
    ['UTC', 'America/Mexico_City', 'Asia/Hong_Kong', '+05:30', '-08:00', 'Etc/GMT+5'],
  ],
  [
    'month',
    fields.month,
    'invalid_parameter',
    'invalid_parameter',
    ['2026-13', '2026-00', '2026-1', '26-01', '2026/01', 202601, '0000-01', '1899-12', '3000-01', '9999-12'],
    ['2026-01', '2026-12', '1900-01', '2999-12'],
  ],
  [
    'date',
    fields.date,
    'invalid_parameter',
    'invalid_parameter',
    ['2026-02-30', '2026-13-01', '20260101', '2026-1-1', 20260101, '0000-01-01', '1899-12-31', '9999-12-31'],
    ['2026-02-28', '2024-02-29', '1900-01-01', '2999-12-31'],
  ],
  [
    'instant',
    fields.instant,
    'invalid_parameter',
    'invalid_parameter',
    [...noNumbers, -1, '1795186800000', 1.5],
    [0, 1795186800, '1795186800'],
  ],
  [
    'chart period',
    fields.chartPeriod,
    'invalid_parameter',
    'invalid_parameter',
    ['1d', '5m', 1],
    ['intraday', '1D', '1W', '1M', '3M', '1Y'],
  ],
  ['quote id', fields.quoteId, 'not_found', 'not_found', ['a b', 'a'.repeat(101), 5], ['US:AAPL@1795186800000']],
  [
    'language',
    fields.language,
    'invalid_parameter',
    'invalid_parameter',
    ['fr', 'zh', 'EN', 1],
    ['en', 'zh-CN', 'zh-TW'],
  ],
  ['part', fields.portion, 'invalid_parameter', 'invalid_parameter', ['quarter', 1], ['half', 'full']],
  ['flag', flag, 'invalid_parameter', 'invalid_parameter', [2, 'yes', -1, 'true'], [0, 1, '0', '1']],
]

/** Some nonsense is sense for a few fields: free text may be anything that can be stored, consent may be `true`. */
const accepted = new Map<string, readonly unknown[]>([
  ['company password', ["'; drop table orders; --"]],
  ['changed password', ["'; drop table orders; --"]],
  ['password', ["'; drop table orders; --"]],
  ['agreement', [true]],
  ['flag', [true]],
  ['keyword', ['１２３', '٣', "'; drop table orders; --", '\u202egnp']],
  ['login name', ['１２３', '٣', "'; drop table orders; --", '\u202egnp']],
  ['login password', ['１２３', '٣', "'; drop table orders; --", '\u202egnp']],
])

for (const [name, schema, missing, wrong, bad, good] of rows) {
  const read = (value: unknown) => readRequest(request({ field: schema }), { field: value })
  test(`${name}: refuses with its own word`, () => {
    for (const absent of [undefined, null, '', ' ', '\t\n', '\ufeff']) {
      const outcome = read(absent)
      assert.ok('refused' in outcome && outcome.refused === missing, `${JSON.stringify(absent)} is ${missing}`)
      assert.equal(outcome.field, 'field')
    }
    const fine = accepted.get(name) ?? []
    for (const value of [...bad, ...nonsense.filter((each) => !fine.includes(each))]) {
      const outcome = read(value)
      const shown = JSON.stringify(value)?.slice(0, 40)
      assert.ok('refused' in outcome, `${shown} is refused`)
      const expected =
        wrong === 'invalid_parameter' && name === 'keyword' ? ['invalid_parameter', 'text_too_long'] : [wrong]
      assert.ok(expected.includes(outcome.refused), `${shown} is ${outcome.refused}, not ${wrong}`)
      assert.equal(outcome.field, 'field')
    }
  })
  test(`${name}: accepts what the rule allows, and spaces around it`, () => {
    for (const value of good) {
      const outcome = read(value)
      assert.ok('input' in outcome, `${JSON.stringify(value)} passes`)
      const spaced = read(typeof value === 'string' ? `  ${value}\n` : value)
      assert.deepEqual(spaced, outcome)
      const written = z.encode(request({ field: schema }), outcome.input)
      assert.deepEqual(readRequest(request({ field: schema }), written), outcome)
    }
  })
}

test('the refusal of a long text states its maximum length', () => {
  const outcome = readRequest(request({ keyword: fields.keyword }), { keyword: 'x'.repeat(51) })
  assert.deepEqual(outcome, { refused: 'text_too_long', field: 'keyword', values: { n: '50' } })
})

test('the refusal of a password names the broken rule', () => {
  const password = readRequest(request({ password: fields.password('registration') }), { password: 'abc' })
  assert.deepEqual(password, { refused: 'password_format', field: 'password', values: { rule: 'registration' } })
})

test('refuses a line of more than fifty characters and states the limit', () => {
  const read = (line: string) => readRequest(request({ line: fields.line }), { line })
  for (const line of ['a', '名', 'a'.repeat(50)]) assert.deepEqual(read(line), { input: { line } })
  assert.deepEqual(read('a'.repeat(51)), { refused: 'text_too_long', field: 'line', values: { n: '50' } })
  for (const line of ['', '  ']) assert.deepEqual(read(line), { refused: 'missing_field', field: 'line' })
  assert.deepEqual(read('a\u0007b'), { refused: 'invalid_parameter', field: 'line' })
})

test('stores an email in lower case', () => {
  assert.deepEqual(readRequest(request({ email: fields.email }), { email: ' Me@Example.ORG ' }), {
    input: { email: 'me@example.org' },
  })
})
