import assert from 'node:assert/strict'
import { test } from 'node:test'

import { addressOf, isPath, isTab, locationOf, readParameters } from './addresses.ts'

test('addresses hold plain texts', () => {
  assert.equal(locationOf('/'), '/')
  assert.equal(
    locationOf('/pages/quote/stock', { name: 'Tencent Holdings', code: '700', source: 0 }),
    '/pages/quote/stock?name=Tencent+Holdings&code=700&source=0',
  )
  assert.equal(addressOf('/pages/notice/detail', { id: 5, kind: undefined }), '#/pages/notice/detail?id=5')
  assert.equal(
    locationOf('/pages/quote/stock', { name: '腾讯 & 阿里', code: 'A=B' }),
    '/pages/quote/stock?name=%E8%85%BE%E8%AE%AF+%26+%E9%98%BF%E9%87%8C&code=A%3DB',
  )
})

test('only what the page reads is read, and only texts', () => {
  assert.deepEqual(readParameters('/pages/quote/stock', { name: 'Apple', code: 'AAPL', evil: '1', source: 7 }), {
    name: 'Apple',
    code: 'AAPL',
  })
  assert.deepEqual(readParameters('/pages/notice/detail', { id: '', kind: 'x'.repeat(500) }), { kind: 'x'.repeat(200) })
  assert.deepEqual(readParameters('/', { constructor: 'x' }), {})
})

test('paths and tabs', () => {
  assert.ok(isPath('/pages/trade/index'))
  assert.ok(!isPath('/pages/nowhere'))
  assert.ok(!isPath('toString'))
  assert.ok(isTab('/pages/trade/index'))
  assert.ok(!isTab('/pages/trade/detail'))
})
