import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { RefusalWord } from '@mex/core/refusal.ts'

import { passwordRules } from './account/refusals.ts'
import { billTexts } from './wallet/bills.ts'
import { everyCall } from './calls.ts'
import { labels, labelOf } from './labels.ts'
import { depositReasonTexts, withdrawalReasonTexts } from './funding/reasons.ts'
import { closeReasonTexts, endReasonTexts } from './trading/reasons.ts'
import {
  isRefusalWord,
  missingTexts,
  reasonTexts,
  refusalCode,
  refusalOfCode,
  refusals,
  refusalText,
  systemText,
} from './refusals.ts'
import { fill, textIn, type Text } from './text.ts'
import { wireObjectOf } from './wire.ts'

const codes: Readonly<Record<RefusalWord, number>> = {
  invalid_parameter: 1000,
  missing_field: 1001,
  incorrect_amount: 1002,
  not_found: 1003,
  wrong_state: 1004,
  too_many_requests: 1005,
  duplicate_request: 1006,
  request_key_reused: 1007,
  unavailable: 1008,
  file_too_large: 1009,
  upload_failed: 1010,
  try_again: 1011,
  text_too_long: 1012,
  wrong_credentials: 1100,
  too_many_attempts: 1101,
  username_taken: 1102,
  email_taken: 1103,
  code_incorrect: 1104,
  code_expired: 1105,
  code_too_soon: 1106,
  password_format: 1107,
  passwords_differ: 1108,
  wrong_password: 1109,
  invitation_invalid: 1110,
  security_number_real: 1111,
  pay_password_missing: 1112,
  pay_password_wrong: 1113,
  pay_password_locked: 1114,
  pay_password_exists: 1115,
  agreement_missing: 1116,
  passkey_invalid: 1120,
  verification_missing: 1200,
  verification_pending: 1201,
  already_verified: 1202,
  document_number_real: 1203,
  submissions_used_up: 1204,
  permission_missing: 1210,
  permission_pending: 1211,
  permission_open: 1212,
  insufficient_balance: 1300,
  unknown_wallet: 1301,
  wallets_equal: 1302,
  transfer_settled: 1303,
  not_settled: 1304,
  currency_missing: 1310,
  proof_missing: 1311,
  deposit_too_small: 1312,
  amount_above_limit: 1313,
  card_missing: 1320,
  address_invalid: 1321,
  withdrawal_too_small: 1322,
  daily_limit: 1323,
  withdrawals_paused: 1324,
  card_number_real: 1330,
  too_many_cards: 1331,
  card_in_use: 1332,
  unknown_instrument: 1400,
  quote_unavailable: 1401,
  market_closed: 2000,
  auction_closed: 2230,
  trading_halted: 2001,
  quantity_missing: 2002,
  quantity_step: 2003,
  price_step: 2004,
  price_far: 2005,
  leverage_not_allowed: 2006,
  short_not_available: 2007,
  order_too_large: 2008,
  order_final: 2009,
  not_tradable: 2010,
  too_many_orders: 2011,
  expires_soon: 2012,
  order_not_changeable: 2013,
  order_filled: 2014,
  order_unchanged: 2015,
  position_not_found: 2100,
  quantity_not_closable: 2101,
  position_locked: 2102,
  margin_not_possible: 2103,
  subscription_closed: 2200,
  already_subscribed: 2201,
  above_maximum: 2202,
  subscription_step: 2203,
  nothing_to_pay: 2204,
  placing_closed: 2210,
  block_too_small: 2220,
  block_too_large: 2221,
  below_face_minimum: 2300,
  holding_unavailable: 2301,
  sold_out: 2302,
  amount_outside: 2500,
  product_not_open: 2501,
  quantify_full: 2502,
  follow_amount: 2400,
  subscription_ended: 2401,
  capacity_reached: 2402,
  robot_unavailable: 2600,
  mining_quota_used: 2601,
  robot_not_redeemable: 2602,
  chat_muted: 2700,
  alert_passed: 2800,
  too_many_alerts: 2801,
  device_unknown: 2802,
  group_exists: 2810,
  too_many_groups: 2811,
}

const texts: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  refusals,
  missingTexts,
  reasonTexts,
  passwordRules,
  labels,
  endReasonTexts,
  closeReasonTexts,
  depositReasonTexts,
  withdrawalReasonTexts,
  billTexts,
}

const places = (template: string): readonly string[] => [...template.matchAll(/\{(\w+)\}/g)].map(([place]) => place)
const chinese = /\p{Script=Han}/u

test('every refusal has the unique code of the catalogue', () => {
  assert.deepEqual(Object.fromEntries(Object.entries(refusals).map(([word, { code }]) => [word, code])), codes)
  assert.equal(new Set(Object.values(codes)).size, Object.keys(codes).length)
  for (const [word, code] of Object.entries(codes)) {
    assert.ok(isRefusalWord(word))
    assert.equal(refusalCode(word), code)
    assert.equal(refusalOfCode(code), word)
  }
  assert.equal(refusalOfCode(200), undefined)
})

for (const [table, entries] of Object.entries(texts)) {
  test(`${table} stand in both languages with the same places for values`, () => {
    for (const [name, { en, zh }] of Object.entries(entries)) {
      assert.ok(en.trim() !== '' && !chinese.test(en), `${name} in English`)
      assert.ok(zh.trim() !== '' && chinese.test(zh), `${name} in Chinese`)
      assert.deepEqual(places(zh).toSorted(), places(en).toSorted(), name)
    }
  })
}

test('every field of every request has a label', () => {
  for (const { area, name, call } of everyCall) {
    for (const field of Object.keys(wireObjectOf(call.input)?.shape ?? {})) {
      assert.ok(Object.hasOwn(labels, field), `${area}.${name} has the field ${field}`)
    }
  }
})

const said: readonly [string, Parameters<typeof refusalText>[0], string, string][] = [
  ['email', { refused: 'missing_field', field: 'email' }, 'Please Enter Email', '请输入邮箱'],
  ['user ID', { refused: 'missing_field', field: 'username' }, 'Please Enter User ID', '请输入用户名'],
  [
    'code',
    { refused: 'missing_field', field: 'emailCode' },
    'Please Enter Email Verification Code',
    '请输入邮箱验证码',
  ],
  ['password', { refused: 'missing_field', field: 'password' }, 'Please Enter Password', '请输入密码'],
  ['no text of its own', { refused: 'missing_field', field: 'month' }, 'Please enter month', '请输入月份'],
  ['a field', { refused: 'invalid_parameter', field: 'pageNum' }, 'Invalid parameter: page', '参数无效：页码'],
  ['in a list', { refused: 'invalid_parameter', field: 'list.3.stkcode' }, 'Invalid parameter: code', '参数无效：代码'],
  ['no field', { refused: 'invalid_parameter' }, 'Invalid parameter: request', '参数无效：请求内容'],
  [
    'unknown field',
    { refused: 'invalid_parameter', field: '__proto__' },
    'Invalid parameter: request',
    '参数无效：请求内容',
  ],
  [
    'lot',
    { refused: 'quantity_step', values: { lot: '100' } },
    'Quantity must be a multiple of 100',
    '数量必须是 100 的整数倍',
  ],
  [
    'leverage',
    { refused: 'leverage_not_allowed', values: { n: '5' } },
    'Leverage not allowed (max 5)',
    '不支持该杠杆（最高 5 倍）',
  ],
  [
    'rule',
    { refused: 'password_format', field: 'password', values: { rule: 'company' } },
    'Password format is wrong: 8 to 20 letters and digits',
    '密码格式错误：8 至 20 位字母和数字',
  ],
  [
    'reason',
    { refused: 'too_many_requests', values: { reason: 'network_uploads', n: '500' } },
    'Your network has uploaded 500 MB of pictures today, which is the limit. Please try again tomorrow',
    '您所在的网络今天已上传 500 MB 图片，已达上限，请明天再试',
  ],
  [
    'a reason without a text',
    { refused: 'unavailable', values: { reason: '__proto__' } },
    'This service is temporarily unavailable',
    '该服务暂时不可用',
  ],
  [
    'the request key',
    { refused: 'invalid_parameter', field: 'idempotency-key' },
    'Invalid parameter: request key',
    '参数无效：请求标识',
  ],
  [
    'two values',
    { refused: 'not_settled', values: { amount: '12.50', date: '2026-11-23' } },
    '12.50 is not settled until 2026-11-23',
    '12.50 将于 2026-11-23 完成交收',
  ],
]
for (const [name, refusal, en, zh] of said) {
  test(`a refusal says it in words: ${name}`, () => {
    assert.equal(refusalText(refusal, 'en'), en)
    assert.equal(refusalText(refusal, 'zh-CN'), zh)
  })
}

test('converts the template to Traditional Chinese and leaves values unchanged', () => {
  const traditional = (simplified: string): string => simplified.replaceAll('数', '數').replaceAll('亚', '亞')
  const refusal = { refused: 'quantity_step', values: { lot: '数' } } as const
  assert.equal(refusalText(refusal, 'zh-TW', traditional), '數量必须是 数 的整數倍')
  assert.equal(refusalText(refusal, 'zh-CN', traditional), '数量必须是 数 的整数倍')
  assert.equal(labelOf('quantity', 'zh-TW', traditional), '數量')
})

test('leaves a placeholder without a value empty, and does not expand values', () => {
  assert.equal(fill('{a}-{b}-{toString}', { a: '{b}', b: '$&' }), '{b}-$&-')
  assert.equal(textIn({ en: 'x {n}', zh: '中 {n}' }, 'en', undefined, {}), 'x ')
})

const system = [
  [200, 'Success', '成功'],
  [401, 'Login Expired', '登录已过期'],
  [403, 'Login Expired', '登录已过期'],
  [404, 'The URL does not exist', '请求的地址不存在'],
  [413, 'The request is too large', '请求内容过大'],
  [500, 'network error', '网络错误'],
  [503, 'Under maintenance', '系统维护中'],
] as const
test('system answers have the texts of the specification', () => {
  for (const [code, en, zh] of system) {
    assert.equal(systemText(code, 'en'), en)
    assert.equal(systemText(code, 'zh-CN'), zh)
  }
})
