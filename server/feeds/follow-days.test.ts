import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { followDays } from './follow-days.ts'
import { freshQuotes } from './ticker-testing.ts'

/** A feed that lists some keys and records the requests for their days. */
function openListing(...keys: readonly string[]) {
  const asked: string[] = []
  return {
    asked,
    feed: {
      instruments: () => new Map(keys.map((key) => [key, key])),
      day: (key: string, now: number) => {
        asked.push(`${key} ${now}`)
        if (key === 'wrong') throw new Error('no day')
        return undefined
      },
    },
  }
}

const failed = (error: unknown) => assert.fail(String(error))

/** Replaces the timers and `performance.now()`; the result advances both by some milliseconds. */
function stopTime(context: TestContext) {
  let instant = 0
  context.mock.method(performance, 'now', () => instant)
  context.mock.timers.enable({ apis: ['setTimeout'] })
  return (milliseconds: number): void => {
    instant += milliseconds
    context.mock.timers.tick(milliseconds)
  }
}

test('updates every instrument once a minute as of its first tick, after the tick has returned', (context) => {
  const pass = stopTime(context)
  const { asked, feed } = openListing('a', 'b')
  const follower = followDays(feed, failed)
  void follower.tick(60_000, freshQuotes())
  assert.deepEqual(asked, [], 'the tick does not wait for the round')
  pass(1000)
  assert.deepEqual(asked, ['a 60000', 'b 60000'])
  void follower.tick(61_000, freshQuotes())
  pass(1000)
  assert.equal(asked.length, 2)
  void follower.tick(120_500, freshQuotes())
  pass(1000)
  assert.deepEqual(asked.slice(2), ['a 120500', 'b 120500'])
})

test('starts at most one round per second under a fast clock, and none after stop', (context) => {
  const pass = stopTime(context)
  const { asked, feed } = openListing('a')
  const follower = followDays(feed, failed)
  for (let minute = 1; minute <= 20; minute += 1) {
    void follower.tick(minute * 60_000, freshQuotes())
    pass(100)
  }
  assert.deepEqual(asked, ['a 60000', 'a 660000'])
  pass(1000)
  void follower.tick(3_600_000, freshQuotes())
  follower.stop()
  pass(1000)
  assert.equal(asked.length, 2)
})

test('reports an instrument that fails, and starts the next round a minute later', (context) => {
  const pass = stopTime(context)
  const { asked, feed } = openListing('a', 'wrong')
  const errors: unknown[] = []
  const follower = followDays(feed, (error) => errors.push(error))
  void follower.tick(60_000, freshQuotes())
  pass(1000)
  void follower.tick(120_000, freshQuotes())
  pass(1000)
  assert.deepEqual(asked, ['a 60000', 'wrong 60000', 'a 120000', 'wrong 120000'])
  assert.equal(errors.length, 2)
})
