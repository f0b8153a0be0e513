import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClock, type Machine } from './clock.ts'

const second = 1000
const hour = 3600 * second

/** A machine whose clocks a test moves. */
function openMachine() {
  let wall = Date.UTC(2026, 10, 20, 15)
  let awake = 0
  let up = 0
  const machine: Machine = { wall: () => wall, awake: () => awake, up: () => up }
  return {
    machine,
    pass: (milliseconds: number): void => {
      wall += milliseconds
      awake += milliseconds
      up += milliseconds
    },
    sleep: (milliseconds: number): void => {
      wall += milliseconds
      up += milliseconds
    },
    set: (by: number): void => {
      wall += by
    },
  }
}

type Change = readonly ['pass' | 'sleep' | 'set', milliseconds: number]

/** What the market clock says has passed after these changes, and by how much it was told that the clock was set. */
const cases: readonly { name: string; changes: readonly Change[]; passed: number; sets: readonly number[] }[] = [
  { name: 'time passes', changes: [['pass', hour]], passed: hour, sets: [] },
  { name: 'the machine sleeps', changes: [['sleep', 8 * hour]], passed: 8 * hour, sets: [] },
  { name: 'the clock is set forwards', changes: [['set', hour]], passed: 0, sets: [hour] },
  { name: 'the clock is set back', changes: [['set', -hour]], passed: 0, sets: [-hour] },
  {
    name: 'the clock is set forwards, and back again',
    changes: [
      ['pass', second],
      ['set', 24 * hour],
      ['pass', second],
      ['set', -24 * hour],
      ['pass', second],
    ],
    passed: 3 * second,
    sets: [24 * hour, -24 * hour],
  },
  {
    name: 'the clock is set while the machine sleeps',
    changes: [
      ['sleep', hour],
      ['set', 2 * hour],
    ],
    passed: hour,
    sets: [2 * hour],
  },
  {
    name: 'a time service corrects the clock bit by bit',
    changes: Array.from({ length: 40 }, (_, index): Change => (index % 2 === 0 ? ['pass', second] : ['set', 200])),
    passed: 20 * second + 20 * 200,
    sets: [],
  },
]

for (const { name, changes, passed, sets } of cases)
  for (const speed of [1, 60])
    test(`${name}, ${speed} times as fast`, () => {
      const { machine, ...moved } = openMachine()
      const told: number[] = []
      const start = Date.UTC(2026, 0, 5)
      const clock = openClock({ machine, speed, start, onSet: (by) => told.push(by) })
      for (const [kind, by] of changes) {
        moved[kind](by)
        clock.now()
      }
      assert.equal(clock.now() - start, passed * speed)
      assert.deepEqual(told, sets)
    })

test('the market clock stands still while a small correction back is made up for', () => {
  const { machine, pass, set } = openMachine()
  const clock = openClock({ machine })
  const start = clock.now()
  pass(second)
  assert.equal(clock.now() - start, second)
  set(-500)
  assert.equal(clock.now() - start, second)
  pass(200)
  assert.equal(clock.now() - start, second)
  pass(500)
  assert.equal(clock.now() - start, second + 200)
})

test('the wait for an instant is wall-clock time', () => {
  const { machine, pass } = openMachine()
  const clock = openClock({ machine, speed: 60 })
  const instant = clock.now() + 60 * second
  assert.equal(clock.wait(instant), second)
  pass(2 * second)
  assert.equal(clock.wait(instant), 0)
})

test('the clock of this machine agrees with its wall clock', () => {
  const clock = openClock()
  const before = Date.now()
  const now = clock.now()
  assert(Math.abs(now - before) < 50, `${now - before} ms`)
})
