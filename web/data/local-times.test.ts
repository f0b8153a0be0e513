import assert from 'node:assert/strict'
import { test } from 'node:test'

import { formatTimestamp } from '#text/format-time.ts'
import { withLocalTimes } from './local-times.ts'

test('rewrites a UTC instant in a server message in the time zone of the device', () => {
  const instant = Date.UTC(2026, 10, 22, 7, 23)
  const here = formatTimestamp(instant)
  assert.equal(
    withLocalTimes('Transaction password locked until 2026-11-22 07:23 UTC'),
    `Transaction password locked until ${here}`,
  )
  assert.equal(withLocalTimes('聊天已禁言至 2026-11-22 07:23 UTC'), `聊天已禁言至 ${here}`)
})

test('leaves a message without an instant unchanged', () => {
  for (const text of ['', 'Market closed', 'Statements of 2026-11 only', '2026-11-22 07:23']) {
    assert.equal(withLocalTimes(text), text)
  }
})
