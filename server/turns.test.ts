import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '@mex/core/refusal.ts'
import { openTurns } from './turns.ts'

test('two at once, three wait, and the sixth is sent away; whoever waits comes in order', async () => {
  const inTurn = openTurns({ atOnce: 2, waitingMax: 3 })
  const began: number[] = []
  const ends: (() => void)[] = []
  const asked = [1, 2, 3, 4, 5, 6].map((number) =>
    inTurn(async () => {
      began.push(number)
      await new Promise<void>((end) => ends.push(end))
      return number
    }),
  )
  // One turn of the event loop is enough to be sent away; whoever waits would not be here by then.
  const sixth = await Promise.race([asked[5], new Promise((next) => setImmediate(next))])
  assert.deepEqual(sixth, refusal('unavailable'))
  assert.deepEqual(began, [1, 2])
  for (let done = 0; done < 5; done += 1) {
    ends[done]?.()
    await new Promise((next) => setImmediate(next))
    assert.equal(began.length, Math.min(done + 3, 5))
  }
  assert.deepEqual(await Promise.all(asked.slice(0, 5)), [1, 2, 3, 4, 5])
  assert.equal(await inTurn(async () => 'again'), 'again')
})

test('work that fails gives its turn on', async () => {
  const inTurn = openTurns({ atOnce: 1, waitingMax: 1 })
  const failing = inTurn(() => Promise.reject(new Error('broken')))
  const next = inTurn(async () => 'next')
  await assert.rejects(failing, /broken/)
  assert.equal(await next, 'next')
})
