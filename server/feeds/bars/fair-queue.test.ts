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
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) assert.equal(queue.add(item.slice(0, 1), item), undefined)
  assert.equal(queue.take(), 'a1')
  assert.equal(queue.add('d', 'd1'), undefined)
  assert.deepEqual(takeAll(queue), ['b1', 'c1', 'a2', 'd1', 'c2', 'a3'])
  assert.equal(queue.take(), undefined)
})

test('refuses an item of a caller whose share is full, until one of them is taken', () => {
  const queue = openFairQueue<string>({ most: 10, mostPerCaller: 2 })
  assert.deepEqual([queue.add('a', 'a1'), queue.add('a', 'a2'), queue.add('a', 'a3')], [undefined, undefined, 'a3'])
  assert.equal(queue.add('b', 'b1'), undefined)
  assert.equal(queue.take(), 'a1')
  assert.deepEqual([queue.add('a', 'a4'), queue.add('a', 'a5')], [undefined, 'a5'])
  assert.deepEqual(takeAll(queue), ['b1', 'a2', 'a4'])
})

/** A queue of three places that `a` has filled. */
function fill(): FairQueue<string> {
  const queue = openFairQueue<string>({ most: 3, mostPerCaller: 3 })
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item)
  return queue
}

test('a full queue gives a place of the caller with the most items to one with fewer, until they have as many', () => {
  const queue = fill()
  assert.deepEqual([queue.add('b', 'b1'), queue.add('b', 'b2')], ['a3', 'b2'])
  assert.deepEqual([queue.add('c', 'c1'), queue.add('c', 'c2'), queue.add('a', 'a4')], ['a2', 'c2', 'a4'])
  // Everybody has one place.
  assert.equal(queue.add('d', 'd1'), 'd1')
  assert.deepEqual(takeAll(queue), ['a1', 'b1', 'c1'])
})

test('a full queue whose places are taken by one caller each refuses the next, until one is taken', () => {
  const queue = openFairQueue<string>({ most: 2, mostPerCaller: 2 })
  assert.deepEqual([queue.add('a', 'a1'), queue.add('b', 'b1'), queue.add('c', 'c1')], [undefined, undefined, 'c1'])
  queue.take()
  assert.deepEqual([queue.add('c', 'c1'), queue.add('d', 'd1')], [undefined, 'd1'])
})

test('an item that another caller wants too moves to the one whose turn for it comes sooner', () => {
  const queue = fill()
  queue.share('a3', 'b')
  queue.share('a1', 'c')
  // A caller who has as many items before it leaves it where it is.
  queue.share('a2', 'b')
  queue.share('taken', 'd')
  assert.equal(queue.add('d', 'd1'), 'a2')
  assert.deepEqual(takeAll(queue), ['a1', 'a3', 'd1'])
})

test('a shared item counts for whom it has moved to, and leaves the place of the other free', () => {
  const queue = fill()
  queue.share('a2', 'b')
  assert.equal(queue.take(), 'a1')
  assert.deepEqual([queue.add('b', 'b2'), queue.add('a', 'a4')], [undefined, 'a4'])
  assert.deepEqual(takeAll(queue), ['a2', 'a3', 'b2'])
})
