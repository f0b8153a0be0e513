import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hrefOf, locationOf, readParameters } from './links.ts'

test('percent-encodes parameters in URLs', () => {
  assert.equal(locationOf('home'), '/')
  assert.equal(
    locationOf('stockQuote', { name: 'Tencent Holdings', code: '700', source: 0 }),
    '/pages/quote/stock?name=Tencent+Holdings&code=700&source=0',
  )
  assert.equal(hrefOf('noticeDetail', { id: 5, kind: undefined }), '#/pages/notice/detail?id=5')
  assert.equal(
    locationOf('stockQuote', { name: '腾讯 & 阿里', code: 'A=B' }),
    '/pages/quote/stock?name=%E8%85%BE%E8%AE%AF+%26+%E9%98%BF%E9%87%8C&code=A%3DB',
  )
})

test('reads only the declared parameters, only texts, cut to 200 characters', () => {
  assert.deepEqual(readParameters('stockQuote', { name: 'Apple', code: 'AAPL', evil: '1', source: 7 }), {
    name: 'Apple',
    code: 'AAPL',
  })
  assert.deepEqual(readParameters('noticeDetail', { id: '', kind: 'x'.repeat(500) }), { kind: 'x'.repeat(200) })
  assert.deepEqual(readParameters('home', { constructor: 'x' }), {})
})
