import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { change, type Journal } from '#ledger/ledger.ts'
import { addMoney, formatMoney, money, moneyOf, nothing, priceOf, rateOf, type Money } from '#money/money.ts'
import { isRefusal } from '#refusal.ts'
import { dayMilliseconds } from '#time-zone.ts'
import { bookingsOfRental } from './bookings.ts'
import { letHappen, requestRedemption, type RobotNote, type RobotWorld } from './course.ts'
import { decideRent, redeemRefusal, type RentFacts } from './decisions.ts'
import { isRunning, netOf, newRental, redeemStatusOf, refillsAt, wakeAt, worthBeyond, type Rental } from './rental.ts'
import { slotScheduleText, slotsLeft, type Robot } from './robot.ts'

const minute = 60_000
const hour = 60 * minute
/** 12:00 UTC. */
const start = 1_795_176_000_000 - (1_795_176_000_000 % dayMilliseconds) + 12 * hour
const robot: Robot = {
  id: 101,
  name: { en: 'Granite 30', zh: '花岗岩 30' },
  listPrice: moneyOf('20000'),
  price: moneyOf('20000'),
  cycle: 30,
  offeredFrom: 0,
  offeredUntil: start + dayMilliseconds,
  hashRate: 200,
  slots: 1000,
  scheduleHash: '',
}
const flat = { difficulty: rateOf('100'), coin: priceOf('62000') }
const { price, cycle } = robot
const fresh = (id = 1): Rental => newRental({ id, user: 3, robot: robot.id, price, cycle, createdAt: start })

/** A wallet and a network that a test steps through. */
function openWorld(available = moneyOf('1000'), bend: Partial<RobotWorld> = {}) {
  const journals: Journal[] = []
  let money_ = available
  const world: RobotWorld = {
    facts: () => flat,
    poolLeft: () => 100,
    available: () => money_,
    now: start,
    ...bend,
    post(entry) {
      if (entry.lines.length === 0) return
      journals.push(entry)
      for (const line of entry.lines) if (line.account === 'U.AVAIL') money_ = addMoney(money_, change(line))
    },
  }
  const notes: RobotNote[] = []
  const rentals = new Map<number, Rental>()
  return {
    journals,
    notes,
    available: () => money_,
    pay: (amount: Money) => void (money_ = addMoney(money_, amount)),
    world,
    /** Lets everything happen until an instant after the start. */
    until(after: number, ...begun: readonly Rental[]): Rental {
      for (const rental of begun) rentals.set(rental.id, rental)
      const happened = letHappen([...rentals.values()], start + after, { ...world, now: start + after })
      for (const [id, rental] of happened.rentals) rentals.set(id, rental)
      notes.push(...happened.notes)
      return rentals.get(1) ?? assert.fail()
    },
    set: (rental: Rental) => void rentals.set(rental.id, rental),
    all: () => [...rentals.values()],
  }
}
const kinds = (notes: readonly RobotNote[]): readonly string[] => notes.map(({ kind }) => kind)
const sum = (journals: readonly Journal[], event: string): string =>
  formatMoney(
    journals
      .filter((entry) => entry.event === event)
      .flatMap(({ lines }) => lines)
      .reduce((total, line) => addMoney(total, line.debit), nothing),
  )

describe('a rented robot (rulebook §26.2)', () => {
  test('finds a pool after 60 seconds, locates it after 60, starts after 120, and mines', () => {
    const steps = openWorld()
    const at = (after: number) => steps.until(after, ...(after === 0 ? [fresh()] : [])).status
    assert.deepEqual([0, 59_999, 60_000, 119_999, 120_000, 239_999, 240_000].map(at), [
      'finding',
      'finding',
      'locating',
      'locating',
      'starting',
      'starting',
      'mining',
    ])
    assert.deepEqual(kinds(steps.notes), ['found', 'connecting', 'mining'])
  })

  test('stays in the first status while the pool is full, and tries again with each tick', () => {
    let left = 0
    const steps = openWorld(moneyOf('1000'), { poolLeft: () => left })
    assert.equal(steps.until(21 * minute, fresh()).status, 'finding')
    assert.deepEqual(
      steps.notes.map(({ kind, at }) => [kind, (at - start) / minute]),
      [
        ['failed', 1],
        ['failed', 10],
        ['failed', 20],
      ],
    )
    left = 1
    assert.equal(steps.until(30 * minute).status, 'locating')
    const mining = steps.until(40 * minute)
    assert.deepEqual([mining.status, mining.ticks, mining.mined], ['mining', 4, 1])
  })

  test('earns 855.36, pays 360.00 of energy and 400.00 of rent in 30 days if nothing moves (rulebook §32)', () => {
    const steps = openWorld()
    const before = steps.available()
    const ended = steps.until(30 * dayMilliseconds, fresh())
    assert.deepEqual([ended.status, ended.ticks, ended.mined, ended.energy], ['expired', 4320, 4320, 144])
    assert.equal(formatMoney(netOf(ended)), '95.36')
    assert.deepEqual([sum(steps.journals, 'E83'), sum(steps.journals, 'E81')], ['360.00', '400.00'])
    const over = steps.until(31 * dayMilliseconds + minute)
    assert.equal(redeemStatusOf(over), 'done')
    assert.equal(sum(steps.journals, 'E82'), '855.36')
    assert.equal(formatMoney(money(steps.available() - before)), '20095.36')
    assert.deepEqual(bookingsOfRental(over).faults, [])
    assert.deepEqual(kinds(steps.notes).slice(-3), ['expired', 'redeeming', 'redeemed'])
  })

  test('stops when its 24 hours of energy are used, and goes on after a transfer that pays six units', () => {
    const steps = openWorld(nothing)
    // Its own income is all that the wallet gets: nothing before 00:05.
    const stopped = steps.until(dayMilliseconds + 10 * minute, { ...fresh(), paidOn: 1_000_000 })
    assert.deepEqual([stopped.status, stopped.energy, stopped.ticks, stopped.mined], ['stopped', 0, 145, 144])
    assert.equal(steps.notes.at(-1)?.kind, 'insufficient')
    steps.pay(moneyOf('0.42'))
    const waiting = steps.until(dayMilliseconds + 20 * minute)
    assert.deepEqual([waiting.status, waiting.energy], ['stopped', 5])
    assert.equal(formatMoney(steps.available()), '0.01')
    steps.pay(moneyOf('5'))
    const resumed = steps.until(dayMilliseconds + 30 * minute)
    assert.deepEqual([resumed.status, resumed.mined], ['mining', 144])
    assert.equal(steps.notes.at(-1)?.kind, 'resumed')
    assert.equal(steps.until(dayMilliseconds + 40 * minute).mined, 145)
  })

  test('ends on its day also while it is stopped, and pays unpaid energy from the residual', () => {
    const steps = openWorld(nothing)
    const ended = steps.until(30 * dayMilliseconds, { ...fresh(), paidOn: 1_000_000 })
    assert.deepEqual([ended.status, ended.mined, ended.ticks], ['expired', 144, 4320])
    const asked = requestRedemption(ended, start + 30 * dayMilliseconds, steps.world).rentals.get(1)
    assert.deepEqual(
      [asked?.redemption?.kind, formatMoney(asked?.redemption?.energyUnpaid ?? nothing)],
      ['expired', '12.00'],
    )
    assert.equal(formatMoney(asked?.redemption?.refund ?? nothing), '19588.00')
  })

  test('redeems early: unearned rent less 5 % comes back, and nothing more happens to it', () => {
    const steps = openWorld()
    const held = steps.until(dayMilliseconds, fresh())
    const before = steps.available()
    const { rentals } = requestRedemption(held, start + dayMilliseconds, {
      ...steps.world,
      now: start + dayMilliseconds,
    })
    const asked = rentals.get(1) ?? assert.fail()
    const { redemption } = asked
    // 400.00 × 144 / 4320 = 13.34 are earned; 386.66 are not, of which 19.34 are kept.
    assert.deepEqual(
      [redemption?.unearned, redemption?.fee, redemption?.refund].map((each) => formatMoney(each ?? nothing)),
      ['386.66', '19.34', '19967.32'],
    )
    assert.equal(formatMoney(worthBeyond(asked)), '367.32')
    assert.deepEqual([isRunning(asked), refillsAt(asked)], [false, undefined])
    steps.set(asked)
    const paid = steps.available()
    assert.equal(redeemStatusOf(steps.until(dayMilliseconds + minute - 1)), 'processing')
    assert.equal(steps.available(), paid, 'nothing happens while it is processed')
    const done = steps.until(2 * dayMilliseconds)
    assert.equal(redeemStatusOf(done), 'done')
    assert.equal(formatMoney(money(steps.available() - paid)), '19967.32')
    assert.equal(wakeAt(done), undefined)
    assert.ok(paid > before, 'its income was paid with the request')
    assert.equal(money(steps.available() + price - moneyOf('21000') - price), netOf(done))
  })
})

describe('the result', () => {
  const walk = (at: number) => ({
    difficulty: rateOf((100 + (at - start) / dayMilliseconds / 10).toFixed(6)),
    coin: priceOf((62_000 + 900 * ((((at - start) / 600_000) * 7) % 13)).toFixed(2)),
  })
  /** Just after the daily income has come, it is taken away. */
  const drains = [0, 1, 2].map((day) => (12 + 24 * day) * hour + 6 * minute)
  /** One robot or three share a wallet; transfers come and go on their way. */
  const run = (instants: readonly number[], count: number) => {
    const steps = openWorld(moneyOf('3'), { facts: walk })
    const begun = Array.from({ length: count }, (_, place) => ({
      ...fresh(place + 1),
      createdAt: start + place * 7 * minute,
      turnsAt: start + place * 7 * minute + minute,
    }))
    let isFirst = true
    for (const at of instants) {
      steps.until(at, ...(isFirst ? begun : []))
      isFirst = false
      // Whoever moves money lets everything happen first: both runs have these instants.
      if (drains.includes(at)) steps.pay(money(0n - steps.available()))
      if (at === 40 * hour + 3 * minute) steps.pay(moneyOf('2.34'))
      if (at === 90 * hour) steps.pay(moneyOf('50'))
    }
    return {
      rentals: steps.all().map((rental) => ({ ...rental, changedAt: 0, redeemedAt: 0 })),
      notes: steps.notes,
      journals: steps.journals.map(({ key, lines }) => [key, lines]),
    }
  }
  const often = Array.from({ length: 33 * 24 * 12 }, (_, index) => index * 5 * minute)
  const withMoney = [...new Set([...often, ...drains, 40 * hour + 3 * minute, 90 * hour])].toSorted(
    (one, other) => one - other,
  )
  const rarely = [0, ...drains, 40 * hour + 3 * minute, 90 * hour, 33 * dayMilliseconds - 5 * minute].toSorted(
    (one, other) => one - other,
  )

  for (const count of [1, 3])
    test(`of ${count} robots with a poor wallet is the same however late it is computed`, () => {
      const [one, other] = [run(withMoney, count), run(rarely, count)]
      assert.ok(kinds(one.notes).includes('insufficient') && kinds(one.notes).includes('resumed'))
      assert.deepEqual(other, one)
    })

  test('is not computed past an instant at which the coin has no price', () => {
    const steps = openWorld(moneyOf('1000'), { facts: (at) => (at > start + hour ? undefined : flat) })
    const rental = steps.until(5 * hour, fresh())
    assert.equal(rental.ticks, 6)
  })

  test('wakes in time: with the statuses, every hour, at 00:05 and at the end; every tick while it is stopped', () => {
    const steps = openWorld()
    const wakes = [0, minute, 2 * minute, 4 * minute, hour, 2 * hour].map((after) => {
      const rental = steps.until(after, ...(after === 0 ? [fresh()] : []))
      return ((wakeAt(rental) ?? 0) - start) / minute
    })
    assert.deepEqual(wakes, [1, 2, 4, 60, 120, 180])
    const night = steps.until(12 * hour)
    assert.equal(((wakeAt(night) ?? 0) - start) / minute, 12 * 60 + 5)
    assert.equal(((wakeAt({ ...night, status: 'stopped', energy: 0, paidOn: 1_000_000 }) ?? 0) - start) / minute, 730)
  })
})

describe('to rent', () => {
  const facts: RentFacts = {
    permission: undefined,
    slotsLeft: 10,
    poolLeft: 10,
    running: 0,
    available: moneyOf('100000'),
  }
  const renting = (more: Partial<RentFacts> = {}, count = 1, at = start) =>
    decideRent(robot, { ids: Array.from({ length: count }, (_, id) => id + 1), user: 3, at }, { ...facts, ...more })
  const word = (outcome: unknown) =>
    isRefusal(outcome as object) ? (outcome as { refused: string }).refused : undefined

  const refused: readonly (readonly [string, Partial<RentFacts>, number, number?])[] = [
    ['wrong_state', { permission: { refused: 'wrong_state' } }, 1],
    ['robot_unavailable', {}, 1, robot.offeredUntil],
    ['robot_unavailable', {}, 1, -1],
    ['robot_unavailable', { slotsLeft: 1 }, 2],
    ['mining_quota_used', { running: 5 }, 1],
    ['mining_quota_used', { running: 3 }, 3],
    ['mining_quota_used', { poolLeft: 0 }, 1],
    ['insufficient_balance', { available: moneyOf('19999.99') }, 1],
    ['insufficient_balance', { available: moneyOf('59999.99') }, 3],
  ]
  for (const [expected, more, count, at] of refused)
    test(`${count} with ${Object.keys(more).join()} ${at ?? ''} is refused: ${expected}`, () =>
      assert.equal(word(renting(more, count, at)), expected))

  test('takes the last slot, the fifth robot and the last cent', () => {
    for (const more of [{ slotsLeft: 1 }, { running: 4 }, { poolLeft: 1 }, { available: price }])
      assert.equal(word(renting(more)), undefined)
  })

  test('posts rent and residual of each, and is worth what was paid', () => {
    const outcome = renting({}, 2)
    if (isRefusal(outcome)) assert.fail(outcome.refused)
    assert.deepEqual(
      outcome.journals.map(({ key, lines }) => [
        key,
        lines.map(({ account, debit, credit }) => [account, formatMoney(money(credit - debit))]),
      ]),
      [1, 2].map((id) => [
        `E80:${id}:rent`,
        [
          ['U.AVAIL', '-20000.00'],
          ['U.PRODUCT', '19600.00'],
          ['SYS.DEFERRED_RENT', '400.00'],
        ],
      ]),
    )
    assert.equal(formatMoney(worthBeyond(outcome.rentals[0] ?? fresh())), '400.00')
  })

  test('may be ended after 24 hours and never twice', () => {
    const rental = fresh()
    assert.equal(redeemRefusal(rental, start + dayMilliseconds - 1)?.refused, 'robot_not_redeemable')
    assert.equal(redeemRefusal(rental, start + dayMilliseconds), undefined)
    assert.equal(redeemRefusal({ ...rental, status: 'expired' }, start), undefined)
    const asked = requestRedemption(rental, start + dayMilliseconds, openWorld().world).rentals.get(1) ?? assert.fail()
    assert.equal(redeemRefusal(asked, start + 2 * dayMilliseconds)?.refused, 'robot_not_redeemable')
  })
})

test('the slots that are left follow the plan alone, and its text is hashed', () => {
  const taken = [
    { at: 10, slots: 600 },
    { at: 20, slots: 500 },
  ]
  assert.deepEqual(
    [9, 10, 20].map((at) => slotsLeft(robot, taken, at)),
    [1000, 400, 0],
  )
  assert.equal(slotScheduleText('ab', taken), 'ab\n10:600\n20:500\n')
})
