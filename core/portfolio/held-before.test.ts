import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quantityOf, value, type Quantity } from '#money/money.ts'
import { heldBefore, type HeldChange } from './held-before.ts'

const cost = (amount: number) => value(BigInt(amount) * 10n ** 8n)
const held = (units: string, paid: number) => ({ quantity: quantityOf(units), cost: cost(paid) })
const opened = (at: number, units: string, paid: number): HeldChange => ({ at, kind: 'opened', ...held(units, paid) })
const closed = (at: number, units: string, paid: number): HeldChange => ({ at, kind: 'closed', ...held(units, paid) })
const split = (at: number, before: Quantity): HeldChange => ({ at, kind: 'split', quantity: before })

const cases: readonly {
  readonly title: string
  readonly now: ReturnType<typeof held>
  readonly changes: readonly HeldChange[]
  readonly expected: readonly (readonly [number, ReturnType<typeof held>])[]
}[] = [
  {
    title: 'nothing changed: it held what it holds',
    now: held('10', 1000),
    changes: [],
    expected: [
      [1, held('10', 1000)],
      [9, held('10', 1000)],
    ],
  },
  {
    title: 'a fill is there from just after its instant on',
    now: held('10', 1000),
    changes: [opened(5, '4', 400), opened(7, '6', 600)],
    expected: [
      [5, held('0', 0)],
      [6, held('4', 400)],
      [7, held('4', 400)],
      [8, held('10', 1000)],
    ],
  },
  {
    title: 'a closed part was held with its share of the cost',
    now: held('0', 0),
    changes: [opened(2, '10', 1000), closed(5, '4', 400), closed(8, '6', 600)],
    expected: [
      [2, held('0', 0)],
      [3, held('10', 1000)],
      [6, held('6', 600)],
      [9, held('0', 0)],
    ],
  },
  {
    title: 'before a split it held the old shares at the same cost, also when a fraction was closed with it',
    now: held('7', 933),
    changes: [opened(1, '5', 1000), split(4, quantityOf('5')), closed(4, '0.5', 67)],
    expected: [
      [2, held('5', 1000)],
      [4, held('5', 1000)],
      [5, held('7', 933)],
    ],
  },
]

for (const { title, now, changes, expected } of cases)
  test(title, () => {
    const instants = expected.map(([at]) => at)
    assert.deepEqual(
      heldBefore(now, changes, instants),
      expected.map(([, each]) => each),
    )
  })

test('any list of fills and closings leads from nothing to what is held, in whatever order they are given', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const changes: HeldChange[] = []
    let [units, paid] = [0, 0]
    for (let at = 1; at <= 20; at += 1) {
      const draw = (seed * 7919 + at * 104_729) % 97
      const isOpening = units === 0 || draw % 2 === 0
      const amount = isOpening ? 1 + (draw % 9) : Math.min(units, 1 + (draw % 5))
      changes.push(isOpening ? opened(at, String(amount), amount * 3) : closed(at, String(amount), amount * 3))
      units += isOpening ? amount : -amount
      paid += isOpening ? amount * 3 : -amount * 3
    }
    const [first, last] = heldBefore(held(String(units), paid), changes.toReversed(), [1, 21])
    assert.deepEqual([first, last], [held('0', 0), held(String(units), paid)])
  }
})
