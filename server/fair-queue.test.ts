import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFairQueue, type FairQueue } from './fair-queue.ts'

function takeAll(queue: FairQueue<string>): string[] {
  const taken: string[] = []
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item)
  return taken
}

test('serves callers in turn, and the items of one caller in the order of arrival', () => {
  const queue = openFairQueue<string>({ most: 10, mostPerCaller: 10 })
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) assert.equal(queue.add(item.slice(0, 1), item), undefined)
  assert.equal(queue.take(), 'a1')
  assert.equal(queue.add('d', 'd1'), undefined)
  assert.deepEqual(takeAll(queue), ['b1', 'c1', 'a2', 'd1', 'c2', 'a3'])
  assert.equal(queue.take(), undefined)
})

test('refuses an item of a caller whose quota is full, until one of its items is taken', () => {
  const queue = openFairQueue<string>({ most: 10, mostPerCaller: 2 })
  assert.deepEqual([queue.add('a', 'a1'), queue.add('a', 'a2'), queue.add('a', 'a3')], [undefined, undefined, 'a3'])
  assert.equal(queue.add('b', 'b1'), undefined)
  assert.equal(queue.take(), 'a1')
  assert.deepEqual([queue.add('a', 'a4'), queue.add('a', 'a5')], [undefined, 'a5'])
  assert.deepEqual(takeAll(queue), ['b1', 'a2', 'a4'])
})

/** A queue with a capacity of three, filled by `a`. */
function fill(): FairQueue<string> {
  const queue = openFairQueue<string>({ most: 3, mostPerCaller: 3 })
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item)
  return queue
}

test('a full queue drops the newest item of the longest lane for a caller with fewer, until both have as many', () => {
  const queue = fill()
  assert.deepEqual([queue.add('b', 'b1'), queue.add('b', 'b2')], ['a3', 'b2'])
  assert.deepEqual([queue.add('c', 'c1'), queue.add('c', 'c2'), queue.add('a', 'a4')], ['a2', 'c2', 'a4'])
  // Each caller now has one item.
  assert.equal(queue.add('d', 'd1'), 'd1')
  assert.deepEqual(takeAll(queue), ['a1', 'b1', 'c1'])
})

test('a full queue with one item per caller refuses a new caller, until an item is taken', () => {
  const queue = openFairQueue<string>({ most: 2, mostPerCaller: 2 })
  assert.deepEqual([queue.add('a', 'a1'), queue.add('b', 'b1'), queue.add('c', 'c1')], [undefined, undefined, 'c1'])
  queue.take()
  assert.deepEqual([queue.add('c', 'c1'), queue.add('d', 'd1')], [undefined, 'd1'])
})

test('a shared item moves to the caller whose turn for it comes sooner', () => {
  const queue = fill()
  queue.share('a3', 'b')
  queue.share('a1', 'c')
  // `b` already has as many items as wait before this one, so it stays.
  queue.share('a2', 'b')
  queue.share('taken', 'd')
  assert.equal(queue.add('d', 'd1'), 'a2')
  assert.deepEqual(takeAll(queue), ['a1', 'a3', 'd1'])
})

test('a shared item counts toward the quota of its new caller and no longer toward that of the old one', () => {
  const queue = fill()
  queue.share('a2', 'b')
  assert.equal(queue.take(), 'a1')
  assert.deepEqual([queue.add('b', 'b2'), queue.add('a', 'a4')], [undefined, 'a4'])
  assert.deepEqual(takeAll(queue), ['a2', 'a3', 'b2'])
})
