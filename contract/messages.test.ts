import assert from 'node:assert/strict'
import { test } from 'node:test'

import { moneyOf } from '@mex/core/money/money.ts'

import { messageKinds, messageReasons } from './areas.ts'
import { messageText, moneyInMessage } from './messages.ts'

const placesOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted()

for (const [name, { title, content }] of Object.entries(messageKinds)) {
  test(`${name} names the same values in both languages`, () => {
    for (const { en, zh } of [title, content]) {
      assert.deepEqual(placesOf(zh), placesOf(en))
      assert.match(zh, /[\u4e00-\u9fff]/)
      assert.doesNotMatch(en, /[\u4e00-\u9fff]/)
    }
  })
}

test('a message is in the language of its reader', () => {
  const values = { reason: 'IMAGE_UNREADABLE' }
  assert.match(messageText('kyc_refused', values, 'en').content, /: the picture could not be read\./)
  assert.match(messageText('kyc_refused', values, 'zh-CN').content, /：图片无法识别。/)
  const traditional = (text: string): string => text.replaceAll('认证', '認證')
  assert.equal(messageText('kyc_verified', {}, 'zh-TW', traditional).title, '身份認證已通过')
})

test('inserts values unchanged, translates reasons, and takes a value’s text of the reader’s language', () => {
  const device = { en: 'Chrome on Windows', zh: 'Windows 上的 Chrome' }
  assert.match(messageText('signed_in', { device }, 'zh-CN').content, /：Windows 上的 Chrome。/)
  assert.match(messageText('signed_in', { device: '{name}' }, 'en').content, /: \{name\}\./)
  assert.match(messageText('passkey_added', { name: 'KYC' }, 'en').content, /“KYC”/)
  assert.match(messageText('kyc_refused', { reason: 'SOMETHING_NEW' }, 'en').content, /: SOMETHING_NEW\./)
})

test('gives a general title to a message kind of a newer version', () => {
  assert.equal(messageText('toString', {}, 'en').title, 'Message')
  assert.equal(messageText('something_new', {}, 'zh-CN').title, '消息')
})

test('every reason has both languages', () => {
  for (const { en, zh } of Object.values(messageReasons)) assert(en.length > 5 && /[\u4e00-\u9fff]/.test(zh))
})

test('writes amounts as the page does: with their symbol, and thousands apart', () => {
  assert.equal(moneyInMessage(moneyOf('1234567.5'), 'MXN'), 'MX$1,234,567.50')
  assert.equal(moneyInMessage(moneyOf('-999.99'), 'USD'), '-$999.99')
  assert.equal(moneyInMessage(moneyOf('0'), 'HKD'), 'HK$0.00')
  assert.equal(moneyInMessage(moneyOf('42.73'), 'SUSD'), 'SUSD 42.73')
})
