import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  applicationStates,
  decideAllotment,
  decideApplication,
  decideApplicationCancel,
  decideLapse,
  decidePayment,
  decideTopUp,
  missingPayment,
  type Application,
  type ApplicationOutcome,
  type ApplicationStatus,
} from './application.ts'
import { affordableLots, allotmentCost, applicationAmount, costAt, lotsCovered } from './application-cost.ts'
import { bookingsOfApplication } from './bookings.ts'
import { apply, closesAt, done, facts, hongKongOffer, opensAt, singleOffer, user, word } from './examples-testing.ts'
import { finalPrice, lotsMax, offerPhase, type NewIssue } from './new-issue.ts'
import { canonical } from '#ledger/ledger.ts'
import { formatMoney, formatPrice, money, moneyOf, one, priceOf, quantityOf, rate, rateOf } from '#money/money.ts'
import { refusal, type Refusal } from '#refusal.ts'
import { feeTotal } from '#trading/fees.ts'

describe('the price and the limits of an offer', () => {
  test('the price grows with the coverage until it is 15 times covered (rulebook §20.1)', () => {
    const cases: readonly (readonly [lots: number, expected: string])[] = [
      [1, '12.4'],
      [37_500, '13.3'],
      [75_000, '14.2'],
      [900_000, '14.2'],
    ]
    for (const [lots, expected] of cases)
      assert.equal(formatPrice(finalPrice({ ...hongKongOffer, book: [{ id: 'a', lots }] })), expected)
    assert.equal(formatPrice(finalPrice({ ...singleOffer, book: [{ id: 'a', lots: 1 }] })), '20')
  })

  test('a person may apply for a tenth of the offer, in Hong Kong for as much as pool B has', () => {
    assert.equal(lotsMax(singleOffer), 10_000)
    assert.equal(lotsMax(hongKongOffer), 2500)
  })

  test('the phases of an offer', () => {
    const { endsAt, allotsAt, listsAt } = hongKongOffer
    const at = [opensAt - 1, opensAt, endsAt - 1, endsAt, allotsAt - 1, allotsAt, listsAt - 1, listsAt]
    const phases = ['upcoming', 'open', 'open', 'closed', 'closed', 'allotted', 'allotted', 'listed']
    assert.deepEqual(
      at.map((instant) => offerPhase(hongKongOffer, instant)),
      phases,
    )
  })
})

describe('what applications cost (rulebook §20.2)', () => {
  const terms = { feeRate: hongKongOffer.feeRate, conversionRate: one }
  const whole = { ...hongKongOffer, prefunded: one }

  test('golden vectors', () => {
    assert.equal(formatMoney(costAt(priceOf('10.00'), quantityOf('1000'), terms)), '10100.85')
    const at = { ...whole, high: priceOf('1.37') }
    const first = applicationAmount(at, quantityOf('200'), one)
    const both = applicationAmount(at, quantityOf('500'), one)
    assert.equal(formatMoney(both), '691.91')
    assert.equal(formatMoney(money(first + applicationAmount(at, quantityOf('300'), one))), '691.90')
    assert.equal(formatMoney(applicationAmount(hongKongOffer, quantityOf('5000'), rateOf('2.3585'))), '169142.29')
  })

  test('an allotment never costs more than its application, and the fee never less than nothing', () => {
    const cents = (least: number, most: number) => fc.integer({ min: least, max: most })
    fc.assert(
      fc.property(
        cents(100, 9000),
        cents(700, 1000),
        cents(1, 400),
        cents(1, 400),
        fc.boolean(),
        cents(22_000, 25_000),
        (high, share, lots, part, isFree, mid) => {
          const conversionRate = rate(BigInt(mid) * 10n ** 8n)
          const feeRate = isFree ? rateOf('0') : hongKongOffer.feeRate
          const highest = priceOf((high / 100).toFixed(2))
          const at = priceOf((Math.floor((high * share) / 1000) / 100).toFixed(2))
          const [asked, got] = [quantityOf(String(lots * 50)), quantityOf(String(Math.min(lots, part) * 50))]
          const paid = applicationAmount({ high: highest, prefunded: one, feeRate }, asked, conversionRate)
          const { cost, margin, fee } = allotmentCost(at, got, { feeRate, conversionRate, market: 'HK' })
          assert.ok(cost <= paid)
          assert.equal(margin + feeTotal(fee), cost)
          assert.ok(fee.commission >= 0n)
          if (isFree) assert.equal(margin, cost)
        },
      ),
    )
  })

  test('the most that can be paid for is the most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000_000 }), (cents) => {
        const available = money(BigInt(cents))
        const lots = affordableLots(hongKongOffer, 2500, available, one)
        const amount = (count: number) => applicationAmount(hongKongOffer, quantityOf(String(count * 500)), one)
        assert.ok(lots === 0 || amount(lots) <= available)
        assert.ok(lots === 2500 || amount(lots + 1) > available)
        const covered = lotsCovered(hongKongOffer.high, hongKongOffer.lot, 2500, available, terms)
        assert.equal(covered, lots)
      }),
    )
  })
})

describe('an application', () => {
  test('is refused for these reasons', () => {
    const pending = refusal('verification_pending')
    const cases: readonly (readonly [ApplicationOutcome | Refusal, string])[] = [
      [apply(hongKongOffer, '500', opensAt - 1), 'subscription_closed'],
      [apply(hongKongOffer, '500', closesAt), 'subscription_closed'],
      [apply(hongKongOffer, '500', opensAt, { permission: pending }), 'verification_pending'],
      [apply(hongKongOffer, '500', opensAt, { hasApplied: true }), 'already_subscribed'],
      [apply(hongKongOffer, '0'), 'quantity_missing'],
      [apply(hongKongOffer, '750'), 'subscription_step'],
      [apply(hongKongOffer, '1250500'), 'above_maximum'],
      [apply(hongKongOffer, '500', opensAt, { conversionRate: undefined }), 'quote_unavailable'],
      [apply(hongKongOffer, '500', opensAt, { available: moneyOf('16914.21') }), 'insufficient_balance'],
    ]
    for (const [outcome, expected] of cases) assert.equal(word(outcome), expected)
    assert.equal(word(apply(hongKongOffer, '500', opensAt, { available: moneyOf('16914.22') })), undefined)
  })

  test('can be added to: pieces cost what one application costs', () => {
    const first = done(apply(hongKongOffer, '1000')).application
    const more = done(decideTopUp(hongKongOffer, first, { quantity: quantityOf('1500'), at: 5 }, facts))
    const once = done(apply(hongKongOffer, '2500')).application
    assert.equal(more.application.paid, once.paid)
    assert.equal(more.application.quantity, once.quantity)
    const refused = (quantity: string, at: number, available = facts.available) =>
      word(decideTopUp(hongKongOffer, first, { quantity: quantityOf(quantity), at }, { ...facts, available }))
    assert.equal(refused('500', closesAt), 'subscription_closed')
    assert.equal(refused('100', 5), 'subscription_step')
    assert.equal(refused('1249500', 5), 'above_maximum')
    assert.equal(refused('500', 5, moneyOf('16914.20')), 'insufficient_balance')
  })

  test('can be cancelled until the offer closes, twice without harm', () => {
    const { application } = done(apply(hongKongOffer, '1000'))
    const cancelled = done(decideApplicationCancel(hongKongOffer, application, closesAt - 1))
    assert.equal(cancelled.application.refund, application.paid)
    assert.deepEqual(done(decideApplicationCancel(hongKongOffer, cancelled.application, closesAt + 1)).journals, [])
    assert.equal(word(decideApplicationCancel(hongKongOffer, application, closesAt)), 'order_final')
  })

  test('follows the machine of rulebook §20.3', () => {
    const table: Readonly<Record<ApplicationStatus, readonly string[]>> = {
      applied: ['top_up', 'cancel', 'allot', 'allot_unpaid', 'allot_none'],
      unpaid: ['pay', 'lapse', 'lapse_none'],
      cancelled: [],
      allotted: [],
      none: [],
    }
    const events = [...new Set(Object.values(table).flat())] as Parameters<typeof applicationStates.can>[1][]
    for (const state of applicationStates.all)
      for (const event of events)
        assert.equal(applicationStates.can(state, event), table[state].includes(event), `${state} ${event}`)
  })
})

describe('an allotment', () => {
  const { allotsAt, payUntil } = hongKongOffer
  const applied = (offer: NewIssue, quantity: string): ApplicationOutcome => done(apply(offer, quantity))
  const allotted = (offer: NewIssue, application: Application, lots: number, at = allotsAt) =>
    decideAllotment(offer, application, { lots, rank: 1, price: priceOf('20'), at })

  test('gives back what it does not cost, and all of it without a lot', () => {
    const { application } = applied(hongKongOffer, '5000')
    const price = priceOf('11.80')
    const outcome = done(decideAllotment(hongKongOffer, application, { lots: 1, rank: 1, price, at: allotsAt }))
    assert.equal(formatMoney(outcome.application.cost), '14055.49')
    assert.equal(outcome.application.refund, application.paid - outcome.application.cost)
    const without = done(decideAllotment(hongKongOffer, application, { lots: 0, rank: 9, price, at: allotsAt }))
    assert.deepEqual([without.application.status, without.application.refund], ['none', application.paid])
    assert.equal(decideAllotment(hongKongOffer, application, { lots: 1, rank: 1, price, at: allotsAt - 1 }), undefined)
    assert.equal(
      decideAllotment(hongKongOffer, outcome.application, { lots: 1, rank: 1, price, at: allotsAt }),
      undefined,
    )
  })

  test('waits for what is missing, until its deadline', () => {
    const price = priceOf('20')
    const { application } = applied(singleOffer, '100')
    // 100 shares at 20 are 2,000 dollars, half of which was paid.
    const unpaid = done(allotted(singleOffer, application, 10)).application
    const missing = missingPayment(unpaid)
    assert.equal(missing, moneyOf('2358.50'))
    const pay = (amount: string, at: number, available = facts.available) =>
      decidePayment(singleOffer, unpaid, { amount: moneyOf(amount), price, at }, available)
    assert.equal(word(pay('2358.49', payUntil - 1)), 'incorrect_amount')
    assert.equal(word(pay('2358.50', payUntil)), 'nothing_to_pay')
    assert.equal(word(pay('2358.50', payUntil - 1, moneyOf('2358.49'))), 'insufficient_balance')
    const paid = done(pay('2358.50', payUntil - 1))
    assert.deepEqual([paid.application.status, paid.application.refund, paid.journals.length], ['allotted', 0n, 2])
    assert.equal(
      word(decidePayment(singleOffer, paid.application, { amount: missing, price, at: 0 }, missing)),
      'nothing_to_pay',
    )
    // The deadline leaves the five lots that the paid money covers.
    assert.equal(decideLapse(singleOffer, unpaid, { price, at: payUntil - 1 }), undefined)
    const lapsed = done(decideLapse(singleOffer, unpaid, { price, at: payUntil }))
    assert.deepEqual([lapsed.application.status, lapsed.application.allotted], ['allotted', quantityOf('50')])
    assert.equal(lapsed.application.refund, 0n)
    const one = done(decideLapse(singleOffer, { ...unpaid, paid: moneyOf('10') }, { price, at: payUntil }))
    assert.deepEqual([one.application.status, one.application.refund], ['none', moneyOf('10')])
  })

  test('a row that contradicts its offer or its draw is told (rulebook §20.2, §20.3)', () => {
    const { endsAt, payUntil: deadline } = singleOffer
    const price = singleOffer.low
    const rich = moneyOf('90000000')
    const began = done(apply(singleOffer, '100'))
    const steps = [began.step!]
    const waiting = began.application
    const drawn = { lots: 10, rank: 1, price, at: allotsAt }
    const unpaid = done(decideAllotment(singleOffer, waiting, drawn)).application
    const payment = { amount: missingPayment(unpaid), price, at: deadline - 1 }
    const paid = done(decidePayment(singleOffer, unpaid, payment, rich)).application
    const lapsed = done(decideLapse(singleOffer, unpaid, { price, at: deadline })).application
    const none = done(decideAllotment(singleOffer, waiting, { ...drawn, lots: 0 })).application
    const cancelled = done(decideApplicationCancel(singleOffer, waiting, endsAt - 1)).application
    const all = quantityOf('100')
    const cases: readonly (readonly [row: Application, fault: string | undefined, at?: number])[] = [
      ...[waiting, unpaid, paid, lapsed, none, cancelled].map((row) => [row, undefined] as const),
      [waiting, 'asked for 100 shares while the offer was closed', endsAt],
      [waiting, 'asked for 100 shares while the offer was closed', opensAt - 1],
      [{ ...waiting, drawn: { lots: 1, rank: 1 } }, 'has a result before its draw'],
      [{ ...cancelled, allotted: all }, 'has a result before its draw'],
      [{ ...cancelled, settledAt: endsAt }, 'was cancelled after the close'],
      [{ ...none, settledAt: allotsAt - 1 }, 'was allotted before its time'],
      [{ ...none, drawn: undefined }, 'has a result without a draw'],
      [{ ...paid, drawn: { lots: 9, rank: 1 } }, 'was allotted 100 shares, should be 90'],
      [{ ...paid, settledAt: deadline }, 'was paid after the deadline'],
      [{ ...lapsed, settledAt: deadline - 1 }, 'ended before the deadline of its payment'],
      [{ ...lapsed, allotted: all }, 'was allotted 100 shares, should be 50'],
      [{ ...unpaid, cost: moneyOf('1') }, 'cost is 1.00, should be 4717.00'],
      [{ ...unpaid, paid: unpaid.cost }, 'waits for money that was paid'],
    ]
    for (const [row, fault, at = opensAt] of cases) {
      const { faults } = bookingsOfApplication({ application: row, steps: [{ ...steps[0]!, at }] }, singleOffer, price)
      if (fault === undefined) assert.deepEqual(faults, [])
      else assert.ok(faults.includes(fault), `${fault}: ${faults.join('; ')}`)
    }
  })

  test('its journals can be told from its row (rulebook §8.5)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(hongKongOffer, singleOffer),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('wait', 'cancel', 'none', 'pay', 'lapse'),
        (offer, pieces, end) => {
          const price = offer.low
          const rich = moneyOf('90000000')
          const shares = (lots: number) => quantityOf(String((Number(offer.lot) / 1e8) * lots))
          const command = { id: 11, user, at: opensAt, quantity: shares(pieces[0]!) }
          const outcomes = [done(decideApplication(offer, command, { ...facts, available: rich }))]
          const now = () => outcomes.at(-1)!.application
          for (const [index, lots] of pieces.slice(1).entries())
            outcomes.push(
              done(decideTopUp(offer, now(), { quantity: shares(lots), at: index + 1 }, { ...facts, available: rich })),
            )
          if (end === 'cancel') outcomes.push(done(decideApplicationCancel(offer, now(), 50)))
          else if (end !== 'wait') {
            const lots = end === 'none' ? 0 : Number(now().quantity / offer.lot)
            outcomes.push(done(decideAllotment(offer, now(), { lots, rank: 1, price, at: allotsAt })))
            if (now().status === 'unpaid')
              outcomes.push(
                end === 'pay'
                  ? done(decidePayment(offer, now(), { amount: missingPayment(now()), price, at: allotsAt + 1 }, rich))
                  : done(decideLapse(offer, now(), { price, at: payUntil })),
              )
          }
          const steps = outcomes.flatMap(({ step }) => (step === undefined ? [] : [step]))
          const bookings = bookingsOfApplication({ application: now(), steps }, offer, price)
          assert.deepEqual(bookings.faults, [])
          const texts = (journals: ReturnType<typeof bookings.journals>) => journals.map(canonical)
          assert.deepEqual(texts(bookings.journals(money(0n))), texts(outcomes.flatMap(({ journals }) => journals)))
        },
      ),
    )
  })
})
