import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '@mex/core/refusal.ts'
import { openConcurrencyLimit } from './concurrency-limit.ts'

test('runs two tasks at once, queues three in order and refuses the sixth', async () => {
  const limited = openConcurrencyLimit({ concurrency: 2, waitingMax: 3 })
  const began: number[] = []
  const ends: (() => void)[] = []
  const results = [1, 2, 3, 4, 5, 6].map((number) =>
    limited(async () => {
      began.push(number)
      await new Promise<void>((end) => ends.push(end))
      return number
    }),
  )
  // A refusal resolves within one turn of the event loop; a queued task would not.
  const sixth = await Promise.race([results[5], new Promise((next) => setImmediate(next))])
  assert.deepEqual(sixth, refusal('unavailable'))
  assert.deepEqual(began, [1, 2])
  for (let done = 0; done < 5; done += 1) {
    ends[done]?.()
    await new Promise((next) => setImmediate(next))
    assert.equal(began.length, Math.min(done + 3, 5))
  }
  assert.deepEqual(await Promise.all(results.slice(0, 5)), [1, 2, 3, 4, 5])
  assert.equal(await limited(async () => 'again'), 'again')
})

test('starts the next task after a failed one', async () => {
  const limited = openConcurrencyLimit({ concurrency: 1, waitingMax: 1 })
  const failing = limited(() => Promise.reject(new Error('broken')))
  const next = limited(async () => 'next')
  await assert.rejects(failing, /broken/)
  assert.equal(await next, 'next')
})
