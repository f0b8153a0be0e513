import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepPaths, type DayPath } from './path.ts'

/** Counts how often the path of each day is made. */
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

test('looks at earlier days leave the paths of the newest day and of the one before it as they are', () => {
  const { made, pathOf } = openCounted()
  const [before, played] = [pathOf(8), pathOf(9)]
  for (const earlier of [1, 2, 3, 3, 1]) pathOf(earlier)
  assert.equal(pathOf(9), played)
  assert.equal(pathOf(8), before)
  assert.deepEqual(made, [8, 9, 1, 2, 3, 1])
})

test('the day before the newest is kept also when it is asked for after earlier ones', () => {
  const { made, pathOf } = openCounted()
  for (const position of [9, 1, 8, 2, 3, 8, 9]) pathOf(position)
  assert.deepEqual(made, [9, 1, 8, 2, 3])
})

test('the day that was played is kept as the one before the next', () => {
  const { made, pathOf } = openCounted()
  for (const position of [4, 5, 4, 5, 6, 5, 6]) pathOf(position)
  assert.deepEqual(made, [4, 5, 6])
})
