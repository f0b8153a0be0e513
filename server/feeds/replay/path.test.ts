import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepPaths, type DayPath } from './path.ts'

/** Records the days whose path is computed. */
function openCounted() {
  const made: number[] = []
  const pathOf = keepPaths((position): DayPath => {
    made.push(position)
    return {
      tickAt: () => undefined,
      soFar: () => undefined,
      candles: () => [],
      quotedBefore: () => [],
      quotedAfter: () => [],
    }
  })
  return { made, pathOf }
}

test('requests for earlier days do not evict the paths of the newest day and of the one before it', () => {
  const { made, pathOf } = openCounted()
  const [before, played] = [pathOf(8), pathOf(9)]
  for (const earlier of [1, 2, 3, 3, 1]) pathOf(earlier)
  assert.equal(pathOf(9), played)
  assert.equal(pathOf(8), before)
  assert.deepEqual(made, [8, 9, 1, 2, 3, 1])
})

test('keeps the day before the newest also when it is requested after earlier days', () => {
  const { made, pathOf } = openCounted()
  for (const position of [9, 1, 8, 2, 3, 8, 9]) pathOf(position)
  assert.deepEqual(made, [9, 1, 8, 2, 3])
})

test('keeps the newest day as the day before the next one', () => {
  const { made, pathOf } = openCounted()
  for (const position of [4, 5, 4, 5, 6, 5, 6]) pathOf(position)
  assert.deepEqual(made, [4, 5, 6])
})
