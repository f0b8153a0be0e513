import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatMoney, moneyOf, one, priceOf, rateOf, subtractMoney, type Money } from '#money/money.ts'
import { isRefusal, type Refusal } from '#refusal.ts'
import { dayMilliseconds, dayNumber, isoDate } from '#time-zone.ts'
import { bookingsOfHolding } from './bookings.ts'
import { couponInstant, type Bond } from './bond.ts'
import { decidePurchase, decideSale, nextEvent, settleDue, type PurchaseFacts, type SaleOutcome } from './decisions.ts'
import { bill, bono, cetes, note, weekdays } from './examples-testing.ts'
import {
  costOf,
  holdingWorth,
  interestToCome,
  periodBalance,
  proceedsOf,
  splitHolding,
  type Holding,
} from './holding.ts'
import { bondQuote, type BondQuote } from './quote.ts'

const mid = rateOf('18.40')
const at = 1_795_000_000_000
const settles = dayNumber('2026-11-23')
/** Ask 100.05 and bid 99.95, as in the vector of §7.3. */
const quote: BondQuote = {
  at,
  phase: 'open',
  settles,
  yield: rateOf('0.0425'),
  price: priceOf('100'),
  ask: priceOf('100.05'),
  bid: priceOf('99.95'),
}
const facts: PurchaseFacts = {
  permission: undefined,
  quote,
  remaining: moneyOf('1000000'),
  boughtBefore: moneyOf('0'),
  openHoldings: 999,
  available: moneyOf('1000000'),
  conversionRate: mid,
}
const buying = (face: string, more: Partial<PurchaseFacts> = {}, bond: Bond = note) =>
  decidePurchase(bond, { id: 7, user: 3, face: moneyOf(face), at }, { ...facts, ...more })
const word = (outcome: unknown): string | undefined => (isRefusal(outcome) ? outcome.refused : undefined)
function bought(face = '10000', bond: Bond = note): Holding {
  const outcome = buying(face, { available: moneyOf('100000000') }, bond)
  if (isRefusal(outcome)) assert.fail(outcome.refused)
  return outcome.holding
}
const selling = (holding: Holding, face: string | undefined, more: Partial<BondQuote> = {}) =>
  decideSale(
    note,
    holding,
    { id: 8, face: face === undefined ? undefined : moneyOf(face), at },
    { quote: { ...quote, ...more }, conversionRate: mid, openHoldings: 999 },
  )
const sold = (outcome: SaleOutcome | Refusal): SaleOutcome =>
  isRefusal(outcome) ? assert.fail(outcome.refused) : outcome
const due = (bond: Bond, holding: Holding, now: number) =>
  settleDue(bond, holding, { calendar: weekdays, conversionRateAt: () => mid, now })
const shown = (amount: Money): string => formatMoney(amount)

describe('a purchase', () => {
  test('of 10,000 at 100.05 with 115.49 accrued costs 186,217.02 and is worth 184.01 less (rulebook §32)', () => {
    const cost = costOf(note, moneyOf('10000'), quote, mid)
    assert.equal(shown(cost), '186217.02')
    assert.equal(shown(subtractMoney(cost, proceedsOf(note, moneyOf('10000'), quote, mid))), '184.01')
    assert.equal(shown(subtractMoney(holdingWorth(note, bought(), quote, mid), bought().cost)), '-184.01')
    assert.equal(shown(periodBalance(note, moneyOf('10000'), settles)), '10115.49')
  })

  const refused: readonly (readonly [string, string, Partial<PurchaseFacts>, Bond?])[] = [
    ['not_found', '100', { quote: undefined }],
    ['market_closed', '100', { quote: { ...quote, phase: 'closed' } }],
    ['below_face_minimum', '99', {}],
    ['below_face_minimum', '90', {}, cetes],
    ['incorrect_amount', '150', {}],
    ['incorrect_amount', '105', {}, cetes],
    ['sold_out', '1000', { remaining: moneyOf('900') }],
    ['sold_out', '1000', { boughtBefore: moneyOf('4999100') }],
    ['quote_unavailable', '100', { conversionRate: undefined }],
    ['too_many_orders', '100', { openHoldings: 1000 }],
    ['insufficient_balance', '10000', { available: moneyOf('186217.01') }],
  ]
  for (const [expected, face, more, bond] of refused)
    test(`of ${face} is refused: ${expected}`, () => assert.equal(word(buying(face, more, bond)), expected))

  test('takes the last cent that suffices, a tenth of an issue, and practice hours', () => {
    assert.equal(word(buying('10000', { available: moneyOf('186217.02') })), undefined)
    assert.equal(word(buying('900', { remaining: moneyOf('900') })), undefined)
    assert.equal(word(buying('1000', { boughtBefore: moneyOf('4999000') })), undefined)
    assert.equal(word(buying('100', { quote: { ...quote, phase: 'practice' } })), undefined)
  })

  test('in practice hours costs 0.10 more than the middle, else 0.05; Cetes a tenth of that', () => {
    const of = (bond: Bond, phase: BondQuote['phase']) => {
      const made = bondQuote(bond, { at, phase, settles, yield: rateOf('0.05') })
      return [made.ask - made.price, made.price - made.bid].map((half) => Number(half) / 1e8)
    }
    assert.deepEqual(
      [of(note, 'open'), of(note, 'practice'), of(cetes, 'open')],
      [
        [0.05, 0.05],
        [0.1, 0.1],
        [0.005, 0.005],
      ],
    )
  })
})

describe('a sale', () => {
  test('of everything waits for its fixed amount; of a part it leaves the rest', () => {
    const whole = sold(selling(bought(), undefined))
    assert.deepEqual([whole.sold.status, whole.sold.id, whole.rest], ['redeeming', 7, undefined])
    assert.equal(shown(whole.sold.redemption?.proceeds ?? moneyOf('0')), '186033.01')
    const part = sold(selling(bought(), '4000'))
    assert.deepEqual([part.sold.id, shown(part.sold.face), part.rest?.id], [8, '4000.00', 7])
    assert.equal(part.sold.cost + (part.rest?.cost ?? 0n), bought().cost)
  })

  const refused: readonly (readonly [string, string | undefined, Partial<BondQuote>, Partial<Holding>])[] = [
    ['holding_unavailable', '10100', {}, {}],
    ['holding_unavailable', undefined, {}, { status: 'redeeming' }],
    ['holding_unavailable', undefined, {}, { status: 'redeemed' }],
    ['holding_unavailable', undefined, { settles: note.matures }, {}],
    ['below_face_minimum', '50', {}, {}],
    ['below_face_minimum', '150', {}, {}],
    ['market_closed', undefined, { phase: 'closed' }, {}],
  ]
  for (const [expected, face, more, holding] of refused)
    test(`of ${face ?? 'everything'} (${JSON.stringify(holding)}) is refused: ${expected}`, () =>
      assert.equal(word(selling({ ...bought(), ...holding }, face, more)), expected))

  test('of a part is refused beyond a thousand holdings, and of everything is not', () => {
    const facts = { quote, conversionRate: mid, openHoldings: 1000 }
    const sale = (face?: Money) => word(decideSale(note, bought(), { id: 8, face, at }, facts))
    assert.deepEqual([sale(moneyOf('100')), sale(moneyOf('10000')), sale()], ['too_many_orders', undefined, undefined])
  })

  test('without a rate is refused: quote_unavailable', () =>
    assert.equal(
      word(
        decideSale(
          note,
          bought(),
          { id: 8, face: undefined, at },
          { quote, conversionRate: undefined, openHoldings: 0 },
        ),
      ),
      'quote_unavailable',
    ))

  test('splits cost and interest without losing a cent, whatever the parts', () => {
    const whole = { ...bought('700'), received: moneyOf('10.01') }
    for (const face of ['100', '300', '600']) {
      const [part, rest] = splitHolding(whole, moneyOf(face), 9)
      assert.deepEqual(
        [part.cost + rest.cost, part.received + rest.received, part.face + rest.face],
        [whole.cost, whole.received, whole.face],
      )
    }
  })
})

describe('what is due (rulebook §24.2, §32)', () => {
  const coupon = dayNumber('2027-02-15')
  const payment = couponInstant(weekdays, coupon)
  const settled = (day: string): Holding => ({ ...bought(), settles: dayNumber(day), couponsUntil: dayNumber(day) })
  const soldFor = (day: string): Holding => sold(selling({ ...bought() }, undefined, { settles: dayNumber(day) })).sold

  test('bought to settle before the coupon date: 212.50 dollars; on it or after: nothing', () => {
    const paid = due(note, settled('2027-02-12'), payment)
    assert.deepEqual(
      paid.coupons.map(({ date, amount }) => [isoDate(date), shown(amount)]),
      [['2027-02-15', '3910.00']],
    )
    for (const day of ['2027-02-15', '2027-02-16']) assert.deepEqual(due(note, settled(day), payment).coupons, [])
  })

  test('sold to settle on the coupon date: the coupon; before it: none', () => {
    assert.equal(due(note, soldFor('2027-02-15'), payment).coupons.length, 1)
    assert.equal(due(note, soldFor('2027-02-12'), payment + 5 * dayMilliseconds).coupons.length, 0)
  })

  test('nothing a moment before, the same a year later in one run as day by day', () => {
    assert.equal(due(note, bought(), payment - 1).holding.couponsUntil, settles)
    const late = due(note, bought(), payment + 400 * dayMilliseconds)
    let [daily, count] = [bought(), 0]
    for (let now = payment; now <= payment + 400 * dayMilliseconds; now += dayMilliseconds) {
      const outcome = due(note, daily, now)
      daily = outcome.holding
      count += outcome.coupons.length
    }
    assert.deepEqual(
      [count, daily.received, daily.interest],
      [late.coupons.length, late.holding.received, late.holding.interest],
    )
  })

  test('without a rate waits', () => {
    const outcome = settleDue(note, bought(), { calendar: weekdays, conversionRateAt: () => undefined, now: payment })
    assert.deepEqual([outcome.coupons, outcome.holding], [[], bought()])
  })

  test('at maturity the last coupon and the face come, the face at ten', () => {
    const holding = { ...bought('1000', bono), couponsUntil: bono.matures - 182 }
    const midnight = couponInstant(weekdays, bono.matures)
    const first = due(bono, holding, midnight)
    assert.deepEqual([first.holding.status, first.coupons.length], ['redeeming', 1])
    const second = due(bono, first.holding, midnight + 9 * 3_600_000 + 50 * 60_000)
    assert.deepEqual([second.holding.status, second.journals.map(({ event }) => event)], ['redeemed', ['E64']])
    assert.equal(nextEvent(bono, weekdays, second.holding), undefined)
    assert.deepEqual(due(bono, second.holding, midnight + 90 * dayMilliseconds).journals, [])
  })

  test('bills have no coupons, and pay their face', () => {
    const over = due(bill, bought('1000', bill), couponInstant(weekdays, bill.matures) + dayMilliseconds)
    assert.deepEqual([over.coupons, over.holding.status], [[], 'redeemed'])
    assert.equal(shown(over.holding.redemption?.proceeds ?? moneyOf('0')), '18400.00')
  })
})

test('interest to come counts the coupon that is earned and not yet paid', () => {
  const holding = bought()
  const before = interestToCome(note, holding, dayNumber('2027-02-12'))
  const on = interestToCome(note, holding, dayNumber('2027-02-15'))
  const later = interestToCome(note, holding, dayNumber('2027-02-16'))
  assert.ok(before < on && on < later, `${before} ${on} ${later}`)
  assert.equal(on, 212_50000000n)
})

test('the worth falls to the bid while it is held, stays fixed when sold, and is the face when it is too late to sell', () => {
  const { sold: waiting } = sold(selling(bought(), undefined))
  assert.equal(holdingWorth(note, waiting, { bid: priceOf('1'), settles }, mid), waiting.redemption?.proceeds)
  assert.equal(holdingWorth(bill, bought('100', bill), { bid: undefined, settles: bill.matures }, one), moneyOf('100'))
})

test('the journals of a holding follow from its rows, and contradictions are told', () => {
  const outcome = buying('10000')
  if (isRefusal(outcome)) return assert.fail(outcome.refused)
  const { purchase, holding } = outcome
  const payment = couponInstant(weekdays, dayNumber('2027-02-15'))
  const { holding: paid, coupons } = due(note, holding, payment)
  const stored = { holding: paid, purchase, siblings: [paid], coupons, allCoupons: coupons }
  const { journals, faults } = bookingsOfHolding(stored)
  assert.deepEqual([journals(moneyOf('0')).map(({ event }) => event), faults], [['E60', 'E61'], []])
  const wrong = (change: Partial<Holding>): readonly string[] => {
    const changed = { ...paid, ...change }
    return bookingsOfHolding({ ...stored, holding: changed, siblings: [changed] }).faults
  }
  assert.match(wrong({ face: moneyOf('9900') }).join(), /face of its purchase/)
  assert.match(wrong({ cost: moneyOf('1') }).join(), /cost of its purchase/)
  assert.match(wrong({ received: moneyOf('1') }).join(), /interest of its purchase/)
  assert.match(wrong({ status: 'redeeming' }).join(), /contradicts/)
  assert.match(wrong({ redeemedAt: 5 }).join(), /has ended/)
})
