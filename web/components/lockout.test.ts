import assert from 'node:assert/strict'
import { test } from 'node:test'

import { CallFailure } from '#data/failure.ts'
import { clockText, lockedSecondsOf } from './lockout.ts'

test('reads the seconds of a lockout from the refusal', () => {
  const locked = new CallFailure(1101, 'Too many attempts', { m: '15', s: '841' })
  assert.equal(lockedSecondsOf(locked, 'too_many_attempts'), 841)
  assert.equal(lockedSecondsOf(locked, 'pay_password_locked'), undefined)
  assert.equal(lockedSecondsOf(undefined, 'too_many_attempts'), undefined)
  for (const details of [{}, { s: '0' }, { s: 'soon' }, { s: null }])
    assert.equal(lockedSecondsOf(new CallFailure(1101, '', details), 'too_many_attempts'), undefined)
})

test('formats seconds as m:ss or h:mm:ss', () => {
  const cases: readonly [number, string][] = [
    [1, '0:01'],
    [59, '0:59'],
    [60, '1:00'],
    [841, '14:01'],
    [3600, '1:00:00'],
    [86_399, '23:59:59'],
  ]
  for (const [seconds, text] of cases) assert.equal(clockText(seconds), text)
})
