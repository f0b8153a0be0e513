import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFairQueue, type FairQueue } from './fair-queue.ts'

function takeAll(queue: FairQueue<string>): string[] {
  const taken: string[] = []
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item)
  return taken
}

test('serves callers in turn, each in the order of its items', () => {
  const queue = openFairQueue<string>({ most: 10, mostPerCaller: 10 })
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) assert.equal(queue.add(item.slice(0, 1), item), true)
  assert.equal(queue.take(), 'a1')
  assert.equal(queue.add('d', 'd1'), true)
  assert.deepEqual(takeAll(queue), ['b1', 'c1', 'a2', 'd1', 'c2', 'a3'])
  assert.equal(queue.take(), undefined)
})

test('refuses an item of a caller whose share is full, until one of them is taken', () => {
  const queue = openFairQueue<string>({ most: 10, mostPerCaller: 2 })
  assert.deepEqual([queue.add('a', 'a1'), queue.add('a', 'a2'), queue.add('a', 'a3')], [true, true, false])
  assert.equal(queue.add('b', 'b1'), true)
  assert.equal(queue.take(), 'a1')
  assert.deepEqual([queue.add('a', 'a4'), queue.add('a', 'a5')], [true, false])
  assert.deepEqual(takeAll(queue), ['b1', 'a2', 'a4'])
})

test('refuses every item while it is full', () => {
  const queue = openFairQueue<string>({ most: 2, mostPerCaller: 2 })
  assert.deepEqual([queue.add('a', 'a1'), queue.add('b', 'b1'), queue.add('c', 'c1')], [true, true, false])
  queue.take()
  assert.deepEqual([queue.add('c', 'c1'), queue.add('d', 'd1')], [true, false])
})
