import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { paced } from './paced.ts'

/** Frames of a browser, drawn by hand, and a clock that stands still between them. */
function setUp(context: TestContext) {
  const frames: (() => void)[] = []
  let now = 0
  context.mock.timers.enable({ apis: ['setTimeout'] })
  context.mock.method(performance, 'now', () => now)
  Object.assign(globalThis, { requestAnimationFrame: (draw: () => void) => frames.push(draw) })
  context.after(() => Reflect.deleteProperty(globalThis, 'requestAnimationFrame'))
  let runs = 0
  const ask = paced(() => (runs += 1), 250)
  const pass = (milliseconds: number): void => {
    now += milliseconds
    context.mock.timers.tick(milliseconds)
    for (const draw of frames.splice(0)) draw()
  }
  return { ask, pass, runs: () => runs }
}

test('work that was asked for many times runs once, in the next frame', (context) => {
  const { ask, pass, runs } = setUp(context)
  for (let times = 0; times < 50; times += 1) ask()
  assert.equal(runs(), 0)
  pass(16)
  assert.equal(runs(), 1)
  pass(1000)
  assert.equal(runs(), 1)
})

test('what is asked for soon after a run waits until the time is over, and is not lost', (context) => {
  const { ask, pass, runs } = setUp(context)
  ask()
  pass(16)
  for (let times = 0; times < 10; times += 1) {
    ask()
    pass(20)
  }
  assert.equal(runs(), 1)
  pass(50)
  assert.equal(runs(), 2)
})

test('after a rest, work runs in the next frame again', (context) => {
  const { ask, pass, runs } = setUp(context)
  ask()
  pass(16)
  pass(300)
  ask()
  pass(16)
  assert.equal(runs(), 2)
})
