import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from './clock.ts'
import { openMemberClock } from './member-clock.ts'

const start = Date.UTC(2026, 10, 20, 16)
/** A tick at every full second. */
const nextTick = (after: number): number => (Math.floor(after / 1000) + 1) * 1000

function open() {
  const machine = openSteppedClock(start)
  return { machine, clock: openMemberClock({ clock: machine, nextTick, handled: start }) }
}

test('the clock of a server runs up to the next tick, and on when that one is handled', () => {
  const { machine, clock } = open()
  machine.set(start + 400)
  assert.equal(clock.now(), start + 400)
  machine.set(start + 1700)
  assert.equal(clock.now(), start + 999)
  assert.equal(clock.free.now(), start + 1700)
  clock.learn(start + 1000)
  assert.equal(clock.now(), start + 1700)
})

test('a clock that is behind reads later than every tick that was handled', () => {
  const { machine, clock } = open()
  clock.learn(start + 5000)
  assert.equal(clock.now(), start + 5001)
  machine.set(start + 5400)
  assert.equal(clock.now(), start + 5400)
})

test('the clock never goes back, by an older tick or by the clock that it follows', () => {
  const { machine, clock } = open()
  machine.set(start + 900)
  assert.equal(clock.now(), start + 900)
  clock.follow(start + 300)
  clock.learn(start - 1000)
  assert.equal(clock.now(), start + 900)
  assert.equal(clock.free.now(), start + 300)
  machine.advance(650)
  assert.equal(clock.now(), start + 950)
})

test('who waits for a tick that is due asks again a little later, not at once', () => {
  const { machine, clock } = open()
  machine.set(start + 500)
  assert.equal(clock.wait(start + 1000), 500)
  machine.set(start + 1500)
  assert.ok(clock.wait(start + 1000) >= 1)
})
