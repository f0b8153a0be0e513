import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { RefusalWord } from '@mex/core/refusal.ts'
import * as z from 'zod/mini'

import { calls } from './areas.ts'
import * as marketFields from './market/fields.ts'
import * as fields from './fields.ts'
import { readRequest } from './reading.ts'
import { maybe, request } from './request.ts'
import { amount, named, price, quantity } from './wire.ts'

test('decodes and encodes an order as in the catalogue', () => {
  const asked = {
    stockCode: 'AAPL',
    market: 'US',
    classify: 'UsStock',
    direction: 0,
    orderType: 0,
    quantity: '100',
    leverage: 5,
    openClose: 0,
  }
  const read = readRequest(calls.trading.createStock.input, asked)
  assert.ok('input' in read)
  assert.deepEqual(
    { ...read.input },
    {
      code: 'AAPL',
      market: 'US',
      classify: 'UsStock',
      side: 'buy',
      type: 'market',
      limit: undefined,
      quantity: 10_000_000_000n,
      leverage: 5,
      purpose: 'open',
      extendedHours: false,
    },
  )
  const written = z.encode(calls.trading.createStock.input, read.input)
  assert.deepEqual(JSON.parse(JSON.stringify(written)), { ...asked, extendedHours: 0 })
})

type Refused = readonly [
  name: string,
  wire: Readonly<Record<string, unknown>>,
  word: RefusalWord | 'passes',
  field?: string,
]
const order = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '1' }
const orders: readonly Refused[] = [
  ['a market order without a price', order, 'passes'],
  ['a market order whose price means nothing', { ...order, limitPrice: 'soon' }, 'passes'],
  ['a market order whose price is below zero', { ...order, limitPrice: '-5' }, 'passes'],
  ['a limit order with a price', { ...order, orderType: 1, limitPrice: '187.35' }, 'passes'],
  ['a limit order without a price', { ...order, orderType: 1 }, 'invalid_parameter', 'limitPrice'],
  [
    'a limit order with an empty price',
    { ...order, orderType: '1', limitPrice: ' ' },
    'invalid_parameter',
    'limitPrice',
  ],
  ['a limit order at zero', { ...order, orderType: 1, limitPrice: 0 }, 'invalid_parameter', 'limitPrice'],
  ['an order that closes', { ...order, openClose: 1 }, 'invalid_parameter', 'openClose'],
  ['an order without a code', { ...order, stockCode: undefined }, 'unknown_instrument', 'stockCode'],
  ['an order without a quantity', { ...order, quantity: null }, 'quantity_missing', 'quantity'],
  ['an order in no market', { ...order, market: 'MARS' }, 'not_tradable', 'market'],
  ['an order with two sides', { ...order, direction: [0, 1] }, 'invalid_parameter', 'direction'],
]
for (const [name, wire, word, field] of orders) {
  test(`${name}: ${word}`, () => {
    const read = readRequest(calls.trading.createStock.input, wire)
    if (word === 'passes') assert.ok('input' in read)
    else assert.deepEqual(read, { refused: word, field })
  })
}

const closes: readonly Refused[] = [
  ['half', { id: 7, type: 'half' }, 'passes'],
  ['a quantity at a limit', { id: '7', quantity: '2', orderType: 1, limitPrice: '3' }, 'passes'],
  ['nothing said', { id: 7 }, 'quantity_missing', 'quantity'],
  ['no position', { type: 'full' }, 'position_not_found', 'id'],
  ['somewhere else', { id: -7, type: 'full' }, 'position_not_found', 'id'],
  ['a third', { id: 7, type: 'third' }, 'invalid_parameter', 'type'],
  ['nothing of it', { id: 7, quantity: '0' }, 'quantity_missing', 'quantity'],
  ['a limit that is not said', { id: 7, type: 'half', orderType: 1 }, 'invalid_parameter', 'limitPrice'],
]
for (const [name, wire, word, field] of closes) {
  test(`closing ${name}: ${word}`, () => {
    const read = readRequest(calls.trading.close.input, wire)
    if (word === 'passes') assert.ok('input' in read)
    else assert.deepEqual(read, { refused: word, field })
  })
}

const person = { email: 'me@example.org', emailCode: '123456', password: 'abcd', passwordConfirm: 'abcd', agree: true }
const registrations: readonly Refused[] = [
  ['everything', person, 'passes'],
  ['an invitation', { ...person, invitationCode: 'abcdef' }, 'passes'],
  ['nothing', {}, 'missing_field', 'email'],
  ['no code', { ...person, emailCode: '' }, 'missing_field', 'emailCode'],
  ['no password', { ...person, password: '   ' }, 'missing_field', 'password'],
  ['another second password', { ...person, passwordConfirm: 'abce' }, 'passwords_differ', 'passwordConfirm'],
  ['no second password', { ...person, passwordConfirm: undefined }, 'passwords_differ', 'passwordConfirm'],
  ['no agreement', { ...person, agree: false }, 'agreement_missing', 'agree'],
]
for (const [name, wire, word, field] of registrations) {
  test(`registering with ${name}: ${word}`, () => {
    const read = readRequest(calls.account.register.input, wire)
    if (word === 'passes') assert.ok('input' in read)
    else assert.deepEqual(read, { refused: word, field })
  })
}

test('a refusal of a list names the row that is wrong', () => {
  const read = (list: unknown) => readRequest(calls.market.venues.input, { list })
  assert.ok('input' in read([{ stkcode: 'AAPL', stkName: null }]))
  assert.deepEqual(read([{ stkcode: 'AAPL' }, { stkcode: 700 }]), {
    refused: 'invalid_parameter',
    field: 'list.1.stkcode',
  })
  assert.deepEqual(read('AAPL'), { refused: 'invalid_parameter', field: 'list' })
  assert.deepEqual(read([['AAPL']]), { refused: 'invalid_parameter', field: 'list.0' })
  assert.ok('refused' in read(Array.from({ length: 51 }, () => ({ stkcode: 'AAPL' }))))
})

test('a page has 10 rows unless it is said, and never more than 50', () => {
  const read = (wire: unknown) => readRequest(request(fields.paging), wire)
  const cases: readonly [unknown, unknown][] = [
    [{}, { pageNum: 1, pageSize: 10 }],
    [
      { pageNum: null, pageSize: '' },
      { pageNum: 1, pageSize: 10 },
    ],
    [
      { pageNum: '2', pageSize: '50' },
      { pageNum: 2, pageSize: 50 },
    ],
    [
      { pageNum: 3, pageSize: 51 },
      { pageNum: 3, pageSize: 50 },
    ],
    [
      { pageNum: 3, pageSize: 100_000 },
      { pageNum: 3, pageSize: 50 },
    ],
  ]
  for (const [wire, input] of cases) assert.deepEqual(read(wire), { input })
  for (const field of ['pageNum', 'pageSize']) {
    for (const value of [0, -1, 1.5, '1.5', 'x', '1e3', [], {}, true, '9'.repeat(16)]) {
      assert.deepEqual(read({ [field]: value }), { refused: 'invalid_parameter', field })
    }
  }
  assert.deepEqual(read({ pageNum: 1_000_001 }), { refused: 'invalid_parameter', field: 'pageNum' })
})

test('accepts only an object as a request, and reads only its own known fields', () => {
  const schema = request({ code: named('stockCode', marketFields.code), market: maybe(fields.keyword) })
  for (const wire of [null, undefined, [], 'stockCode', 1, true]) {
    assert.deepEqual(readRequest(schema, wire), { refused: 'invalid_parameter' })
  }
  const polluted: unknown = JSON.parse('{"stockCode":"AAPL","__proto__":{"market":"US"},"constructor":1,"extra":{}}')
  const read = readRequest(schema, polluted)
  assert.ok('input' in read)
  assert.equal(read.input.code, 'AAPL')
  assert.equal(read.input.market, undefined)
  assert.deepEqual(readRequest(schema, Object.create({ stockCode: 'AAPL' })), {
    refused: 'unknown_instrument',
    field: 'stockCode',
  })
})

test('accepts only exact numbers', () => {
  const read = (schema: z.ZodMiniType, value: unknown) => z.safeDecode(schema, value)
  assert.equal(read(price, 187.35).data, 18_735_000_000n)
  assert.equal(read(quantity, 100).data, 10_000_000_000n)
  assert.equal(read(amount, 0.1).data, 10n)
  assert.equal(read(amount, 0.1 + 0.2).success, false)
})
