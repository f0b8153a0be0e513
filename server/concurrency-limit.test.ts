import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '@mex/core/refusal.ts'
import { openConcurrencyLimit } from './concurrency-limit.ts'

test('runs two tasks at once, queues three in order and refuses the sixth', async () => {
  const limited = openConcurrencyLimit({ concurrency: 2, waitingMax: 3 })
  const began: number[] = []
  const ends: (() => void)[] = []
  const results = [1, 2, 3, 4, 5, 6].map((number) =>
    limited(`caller ${number}`, async () => {
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
  assert.equal(await limited('caller', async () => 'again'), 'again')
})

test('starts the next task after a failed one', async () => {
  const limited = openConcurrencyLimit({ concurrency: 1, waitingMax: 1 })
  const failing = limited('caller', () => Promise.reject(new Error('broken')))
  const next = limited('caller', async () => 'next')
  await assert.rejects(failing, /broken/)
  assert.equal(await next, 'next')
})

/** A limit of one task at a time, held by one caller who also fills its queue. */
function occupied(waitingPerCallerMax: number) {
  const limited = openConcurrencyLimit({ concurrency: 1, waitingMax: 4, waitingPerCallerMax })
  let end = () => {}
  const first = limited('flood', () => new Promise<void>((resolve) => (end = resolve)))
  const done: string[] = []
  const ask = (caller: string) => limited(caller, async () => void done.push(caller))
  const flood = Array.from({ length: 6 }, () => ask('flood'))
  const settle = async () => {
    end()
    await first
    return Promise.all(flood)
  }
  return { ask, done, settle }
}

const refusals = (outcomes: readonly unknown[]): number => outcomes.filter((outcome) => outcome !== undefined).length

test('a caller whose work fills the queue loses a place to another caller, who comes next', async () => {
  const { ask, done, settle } = occupied(4)
  const other = ask('other')
  assert.equal(refusals(await settle()), 3)
  assert.equal(await other, undefined)
  assert.deepEqual(done, ['flood', 'other', 'flood', 'flood'])
})

test('a caller has no more places of the queue than its share', async () => {
  const { ask, done, settle } = occupied(1)
  const others = [ask('second'), ask('third')]
  assert.equal(refusals(await settle()), 5)
  await Promise.all(others)
  assert.deepEqual(done, ['flood', 'second', 'third'])
})
