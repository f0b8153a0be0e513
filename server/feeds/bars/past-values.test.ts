import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPastValues } from './past-values.ts'

function counted() {
  const asked: (readonly number[])[] = []
  const compute = async (missing: readonly number[]) => {
    asked.push(missing)
    return missing.map((at) => at * 2)
  }
  return { asked, compute }
}

test('computes only what is missing, and answers in the order of the instants', async () => {
  const valuesOf = openPastValues<number>(100)
  const { asked, compute } = counted()
  assert.deepEqual(await valuesOf('A', [1, 2], compute), [2, 4])
  assert.deepEqual(await valuesOf('A', [3, 2, 1], compute), [6, 4, 2])
  assert.deepEqual(await valuesOf('B', [1], compute), [2])
  assert.deepEqual(asked, [[1, 2], [3], [1]])
})

test('computes many instants in portions', async () => {
  const { asked, compute } = counted()
  const instants = Array.from({ length: 70 }, (_, index) => index)
  await openPastValues<number>(100)('A', instants, compute)
  assert.deepEqual(
    asked.map(({ length }) => length),
    [32, 32, 6],
  )
})

test('keeps a bounded number of values, and forgets the series that was not used for longest', async () => {
  const valuesOf = openPastValues<number>(4)
  const { asked, compute } = counted()
  await valuesOf('A', [1, 2], compute)
  await valuesOf('B', [1, 2], compute)
  await valuesOf('A', [1], compute)
  await valuesOf('C', [1, 2], compute)
  await valuesOf('A', [1, 2], compute)
  assert.equal(asked.length, 3)
  await valuesOf('B', [1, 2], compute)
  assert.equal(asked.length, 4)
})

test('keeps nothing of an answer that failed', async () => {
  const valuesOf = openPastValues<number>(4)
  const { compute } = counted()
  await assert.rejects(
    valuesOf('A', [1], () => Promise.reject(new Error('busy'))),
    /busy/,
  )
  assert.deepEqual(await valuesOf('A', [1], compute), [2])
})
