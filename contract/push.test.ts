import assert from 'node:assert/strict'
import { test } from 'node:test'

import { moneyOf, priceOf, quantityOf, percent } from '@mex/core/money/money.ts'
import * as z from 'zod/mini'

import { clientMessage, readFrame, writeFrame, type Frame } from './frames.ts'
import {
  chatChannel,
  listChannel,
  parseChannel,
  quoteChannel,
  systemChannel,
  userChannel,
  type Channel,
} from './push.ts'

const channels: readonly [string, Channel | undefined][] = [
  [quoteChannel('US', 'AAPL'), { kind: 'quote', market: 'US', code: 'AAPL' }],
  [quoteChannel('US', 'BRK.B'), { kind: 'quote', market: 'US', code: 'BRK.B' }],
  [quoteChannel('GLOBAL', '^GSPC'), { kind: 'quote', market: 'GLOBAL', code: '^GSPC' }],
  [listChannel('gainers-US'), { kind: 'list', name: 'gainers-US' }],
  [userChannel, { kind: 'user' }],
  [chatChannel, { kind: 'chat' }],
  [systemChannel, { kind: 'system' }],
  ['quote.MARS.AAPL', undefined],
  ['quote.US', undefined],
  ['quote.US.', undefined],
  ['quote.US.A B', undefined],
  ['quote.US. AAPL', undefined],
  [`quote.US.${'A'.repeat(21)}`, undefined],
  ['quote', undefined],
  ['list.', undefined],
  ['list.a.b', undefined],
  ['list.a b', undefined],
  ['user.7', undefined],
  ['chat.7', undefined],
  ['__proto__', undefined],
  ['', undefined],
]
test('parses channel names', () => {
  for (const [text, channel] of channels) assert.deepEqual(parseChannel(text), channel, text)
})

const messages: readonly [unknown, boolean][] = [
  [{ op: 'auth', token: 'abc' }, true],
  [{ op: 'sub', ch: ['user'], cid: 'a1' }, true],
  [{ op: 'unsub', ch: ['user', 'quote.US.AAPL'] }, true],
  [{ op: 'ping', cid: 7 }, true],
  [{ op: 'auth' }, false],
  [{ op: 'auth', token: '' }, false],
  [{ op: 'auth', token: 'x'.repeat(201) }, false],
  [{ op: 'sub', ch: [] }, false],
  [{ op: 'sub', ch: 'user' }, false],
  [{ op: 'sub', ch: [7] }, false],
  [{ op: 'sub', ch: ['x'.repeat(81)] }, false],
  [{ op: 'sub', ch: Array.from({ length: 151 }, () => 'user') }, false],
  [{ op: 'ping', cid: 'x'.repeat(65) }, false],
  [{ op: 'chat', text: 'x'.repeat(2000), cid: 1 }, true],
  [{ op: 'chat', image: '/file/x' }, true],
  [{ op: 'chat', text: 'x'.repeat(2001) }, false],
  [{ op: 'chat', text: 7 }, false],
  [{ op: 'shout' }, false],
  [{}, false],
  [null, false],
  ['ping', false],
  [[{ op: 'ping' }], false],
]
test('accepts only valid client messages', () => {
  for (const [message, fine] of messages) {
    assert.equal(z.safeParse(clientMessage, message).success, fine, JSON.stringify(message)?.slice(0, 60))
  }
})

const quote: Frame<'quote'> = {
  channel: 'quote.US.AAPL',
  type: 'quote',
  sequence: 42,
  at: 1_795_186_801_000,
  data: {
    code: 'AAPL',
    last: priceOf('187.35'),
    change: priceOf('-1.2'),
    changeRatio: percent(-64n),
    open: priceOf('188'),
    high: priceOf('188.5'),
    low: priceOf('187.1'),
    previousClose: priceOf('188.55'),
    volume: quantityOf('1200'),
    bid: priceOf('187.34'),
    ask: undefined,
    phase: 'regular',
    sinceClose: false,
    quoteId: 'q1',
    publicPrice: undefined,
  },
}

test('sends the age of a price only for a public source, and reads it back', () => {
  const publicPrice = { quotedAt: 1_795_186_800_000, delaySeconds: 900, phase: 'regular', doubt: 'late' } as const
  const sent = { ...quote, data: { ...quote.data, publicPrice } }
  const wire = JSON.parse(JSON.stringify(writeFrame(sent))) as { data: { publicPrice?: unknown } }
  assert.deepEqual(wire.data.publicPrice, {
    quoteTimestamp: 1_795_186_800,
    delaySec: 900,
    session: 'regular',
    doubt: 'late',
  })
  assert.deepEqual(readFrame(wire), sent)
  assert(!JSON.stringify(writeFrame(quote)).includes('publicPrice'))
})

test('encodes a frame with the catalogue’s names and decodes it unchanged', () => {
  const wire = JSON.parse(JSON.stringify(writeFrame(quote))) as unknown
  assert.deepEqual(wire, {
    ch: 'quote.US.AAPL',
    type: 'quote',
    seq: 42,
    ts: 1_795_186_801,
    data: {
      stock_code: 'AAPL',
      price_nominal: '187.35',
      change: '-1.2',
      change_ratio: '-0.64',
      open: '188',
      high: '188.5',
      low: '187.1',
      preClose: '188.55',
      volume: '1200',
      bid: '187.34',
      ask: null,
      session: 'regular',
      sinceClose: false,
      quoteId: 'q1',
    },
  })
  assert.deepEqual(readFrame(wire), quote)
})

const frames: readonly Frame[] = [
  { channel: 'list.hot', type: 'list', sequence: 1, at: 0, data: [quote.data, quote.data] },
  {
    channel: 'user',
    type: 'wallet',
    sequence: 2,
    at: 1000,
    data: {
      wallet: 'US_STOCK',
      currency: 'USD',
      available: moneyOf('1'),
      used: moneyOf('0'),
      total: moneyOf('1'),
      equity: moneyOf('-1'),
      profit: moneyOf('-2'),
      unsettled: moneyOf('0'),
    },
  },
  { channel: 'user', type: 'transfer', sequence: 3, at: 1000, data: { id: 91, status: 'cancelled' } },
  { channel: 'user', type: 'message', sequence: 4, at: 1000, data: { unread: 0 } },
  { channel: 'system', type: 'session', sequence: 5, at: 1000, data: { market: 'HK', phase: 'lunch' } },
  { channel: 'system', type: 'halt', sequence: 6, at: 1000, data: { market: 'US', code: 'AAPL', halted: true } },
  { channel: 'system', type: 'maintenance', sequence: 7, at: 1000, data: { from: 2000, to: 3000 } },
  {
    channel: 'system',
    type: 'disclosure',
    sequence: 8,
    at: 1000,
    data: { mode: 'sim', simulated: true, predictable: false },
  },
]
test('every kind of frame decodes to what was encoded', () => {
  for (const frame of frames) {
    assert.deepEqual(readFrame(JSON.parse(JSON.stringify(writeFrame(frame)))), frame, frame.type)
  }
})

test('rejects data that is not a frame', () => {
  const wire = writeFrame(quote) as Record<string, unknown>
  for (const broken of [
    null,
    'x',
    [],
    {},
    { ...wire, type: 'weather' },
    { ...wire, type: 'toString' },
    { ...wire, seq: '42' },
    { ...wire, data: null },
    { ...wire, data: { ...(wire['data'] as object), price_nominal: 'high' } },
  ]) {
    assert.equal(readFrame(broken), undefined, JSON.stringify(broken))
  }
})
