import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

/** The observer of a browser; the test says what comes near. */
class Observer {
  static readonly all: Observer[] = []
  readonly note: (entries: readonly object[]) => void
  readonly seen = new Set<object>()
  constructor(note: (entries: readonly object[]) => void) {
    this.note = note
    Observer.all.push(this)
  }
  observe(element: object): void {
    this.seen.add(element)
  }
  unobserve(element: object): void {
    this.seen.delete(element)
  }
}

async function setUp(context: TestContext) {
  Object.assign(globalThis, { IntersectionObserver: Observer })
  context.after(() => Reflect.deleteProperty(globalThis, 'IntersectionObserver'))
  const { whileNear } = await import('./near-view.ts')
  const happened: string[] = []
  const watch = (name: string) => {
    const element = { name } as never as Element
    const leave = whileNear(element, () => {
      happened.push(`${name} begins`)
      return () => happened.push(`${name} ends`)
    })
    const come = (isIntersecting: boolean) => Observer.all[0]?.note([{ target: element, isIntersecting }])
    return { leave, come }
  }
  return { watch, happened }
}

test('what is far begins nothing, and what leaves the view ends', async (context) => {
  const { watch, happened } = await setUp(context)
  const near = watch('near')
  const far = watch('far')
  near.come(true)
  far.come(false)
  assert.deepEqual(happened, ['near begins'])
  near.come(true)
  assert.deepEqual(happened, ['near begins'])
  near.come(false)
  assert.deepEqual(happened, ['near begins', 'near ends'])
  near.leave()
  far.leave()
  assert.deepEqual(happened, ['near begins', 'near ends'])
})

test('an element that is taken away ends, and is not heard of again', async (context) => {
  const { watch, happened } = await setUp(context)
  const { come, leave } = watch('row')
  come(true)
  leave()
  come(true)
  assert.deepEqual(happened, ['row begins', 'row ends'])
  assert.equal(Observer.all[0]?.seen.size, 0)
})

test('all elements share an observer', async (context) => {
  const { watch } = await setUp(context)
  watch('one').leave()
  watch('other').leave()
  assert.equal(Observer.all.length, 1)
})
