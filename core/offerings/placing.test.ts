import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  decideAllotment,
  decideApplication,
  decideApplicationCancel,
  decideLapse,
  decidePayment,
  decideTopUp,
  type Application,
  type ApplicationOutcome,
} from './application.ts'
import { allotmentCost, applicationAmount } from './application-cost.ts'
import { bookingsOfApplication } from './bookings.ts'
import {
  apply,
  closesAt,
  done,
  facts,
  hongKongPlacing,
  newYorkPlacing,
  opensAt,
  user,
  word,
} from './examples-testing.ts'
import { lotsMax } from './new-issue.ts'
import { payUntilOf, phaseOf, sellableFrom } from './offer.ts'
import { isUnderWay, placingFeeRate, type Placing } from './placing.ts'
import { allottedPosition } from './position.ts'
import { canonical } from '#ledger/ledger.ts'
import { formatMoney, formatRate, money, moneyOf, quantityOf, rate, rateOf } from '#money/money.ts'
import { refusal, type Refusal } from '#refusal.ts'
import { feeTotal } from '#trading/fees.ts'

const { endsAt, allotsAt, unlocksAt, low: price } = hongKongPlacing
const allotted = (application: Application, lots: number, offer: Placing = hongKongPlacing) =>
  decideAllotment(offer, application, { lots, rank: 1, price: offer.high, at: offer.allotsAt })

describe('what a placing costs (rulebook §18, §20.2)', () => {
  test('0.10 %, and the levies in Hong Kong', () => {
    assert.deepEqual(
      (['US', 'HK', 'MX'] as const).map((market) => formatRate(placingFeeRate(market))),
      ['0.001', '0.001085', '0.001'],
    )
  })

  test('five lots of 200 at 50.50 dollars cost 119,233.48 pesos', () => {
    // 50,500.00 and 54.79 are 50,554.79 dollars, at 2.3585 pesos each.
    assert.equal(formatMoney(applicationAmount(hongKongPlacing, quantityOf('1000'), rateOf('2.3585'))), '119233.48')
  })

  test('an allotment is divided into margin, commission and the levies of Hong Kong', () => {
    const of = (offer: Placing) =>
      allotmentCost(offer.high, quantityOf('1000'), { ...offer, conversionRate: rateOf('1') })
    const inHongKong = of(hongKongPlacing)
    assert.equal(formatMoney(inHongKong.cost), '50554.79')
    assert.equal(formatMoney(inHongKong.margin), '50500.00')
    assert.equal(formatMoney(inHongKong.fee.commission), '50.50')
    assert.deepEqual(
      Object.entries(inHongKong.fee.levies).map(([levy, amount]) => [levy, formatMoney(amount)]),
      [
        ['sfc', '1.36'],
        ['afrc', '0.08'],
        ['exchange', '2.85'],
      ],
    )
    const inNewYork = of(newYorkPlacing)
    assert.deepEqual(inNewYork.fee, { commission: moneyOf('12.58'), levies: {} })
  })

  test('an allotment never costs more than its application, and the parts are the whole', () => {
    const number = (least: number, most: number) => fc.integer({ min: least, max: most })
    fc.assert(
      fc.property(
        fc.constantFrom(hongKongPlacing, newYorkPlacing),
        number(1, 800),
        number(0, 800),
        number(100, 250_000),
        (offer, lots, part, mid) => {
          const conversionRate = rate(BigInt(mid) * 10n ** 8n)
          const shares = (count: number) => quantityOf(String((Number(offer.lot) / 1e8) * count))
          const paid = applicationAmount(offer, shares(lots), conversionRate)
          const { cost, margin, fee } = allotmentCost(offer.high, shares(Math.min(lots, part)), {
            ...offer,
            conversionRate,
          })
          assert.ok(cost <= paid && fee.commission >= 0n)
          assert.equal(margin + feeTotal(fee), cost)
        },
      ),
    )
  })
})

describe('an application for a placing', () => {
  const refusing: readonly (readonly [word: string, outcome: () => ApplicationOutcome | Refusal])[] = [
    ['placing_closed', () => apply(hongKongPlacing, '200', opensAt - 1)],
    ['placing_closed', () => apply(hongKongPlacing, '200', endsAt)],
    [
      'verification_missing',
      () => apply(hongKongPlacing, '200', opensAt, { permission: refusal('verification_missing'), isShort: true }),
    ],
    ['short_not_available', () => apply(hongKongPlacing, '200', opensAt, { isShort: true, hasApplied: true })],
    ['already_subscribed', () => apply(hongKongPlacing, '1', opensAt, { hasApplied: true })],
    ['quantity_missing', () => apply(hongKongPlacing, undefined)],
    ['quantity_missing', () => apply(hongKongPlacing, '0')],
    ['subscription_step', () => apply(hongKongPlacing, '100')],
    ['above_maximum', () => apply(hongKongPlacing, String(200 * (lotsMax(hongKongPlacing) + 1)))],
    ['quote_unavailable', () => apply(hongKongPlacing, '200', opensAt, { conversionRate: undefined })],
    ['insufficient_balance', () => apply(hongKongPlacing, '200', opensAt, { available: moneyOf('23846.69') })],
  ]
  for (const [refused, outcome] of refusing)
    test(`is refused: ${refused}`, () => assert.equal(word(outcome()), refused))

  test('is paid whole, and one person may have a tenth of the offer', () => {
    assert.equal(lotsMax(hongKongPlacing), 1200)
    const { application, journals } = done(apply(hongKongPlacing, '200', opensAt, { available: moneyOf('23846.70') }))
    assert.equal(formatMoney(application.paid), '23846.70')
    assert.deepEqual(
      journals.map(({ event, key }) => [event, key]),
      [['E57', 'E57:11:apply']],
    )
  })

  test('can be added to and cancelled until the window ends, at the rate of the application', () => {
    const { application } = done(apply(hongKongPlacing, '200'))
    const more = { quantity: quantityOf('800'), at: endsAt - 1 }
    const added = done(decideTopUp(hongKongPlacing, application, more, facts))
    assert.equal(added.application.paid, applicationAmount(hongKongPlacing, quantityOf('1000'), rateOf('2.3585')))
    assert.deepEqual(
      added.journals.map(({ event }) => event),
      ['E51'],
    )
    assert.equal(word(decideTopUp(hongKongPlacing, application, { ...more, at: endsAt }, facts)), 'placing_closed')
    const cancelled = done(decideApplicationCancel(hongKongPlacing, added.application, endsAt - 1))
    assert.equal(cancelled.application.refund, added.application.paid)
    assert.deepEqual(
      cancelled.journals.map(({ event }) => event),
      ['E52'],
    )
    assert.equal(word(decideApplicationCancel(hongKongPlacing, added.application, endsAt)), 'order_final')
  })

  test('is settled once its time has come, and nothing is ever to be paid for it', () => {
    const { application } = done(apply(hongKongPlacing, '1000'))
    assert.equal(
      decideAllotment(hongKongPlacing, application, { lots: 1, rank: 1, price, at: allotsAt - 1 }),
      undefined,
    )
    const settled = done(allotted(application, 2))
    assert.deepEqual(
      [settled.application.status, settled.application.allotted, settled.journals.map(({ event }) => event)],
      ['allotted', quantityOf('400'), ['E58']],
    )
    assert.equal(settled.application.cost + settled.application.refund, application.paid)
    const nothing = done(allotted(application, 0))
    assert.deepEqual([nothing.application.status, nothing.application.refund], ['none', application.paid])
    assert.equal(allotted(settled.application, 2), undefined)
    assert.equal(payUntilOf(hongKongPlacing), undefined)
    const unpaid: Application = { ...application, status: 'unpaid', cost: moneyOf('999999') }
    assert.equal(
      word(decidePayment(hongKongPlacing, unpaid, { amount: moneyOf('1'), price, at: allotsAt }, facts.available)),
      'nothing_to_pay',
    )
    assert.equal(decideLapse(hongKongPlacing, unpaid, { price, at: unlocksAt }), undefined)
  })

  test('gives a position that is locked until the lock-up ends', () => {
    const { application } = done(allotted(done(apply(hongKongPlacing, '1000')).application, 2))
    const position = allottedPosition(hongKongPlacing, application, price, allotsAt)
    assert.deepEqual([position.state, position.expiresAt, position.source], ['LOCKED', unlocksAt, 8])
    assert.equal(position.margin + position.openingFee, application.cost)
    const free = { ...hongKongPlacing, lockDays: 0, unlocksAt: allotsAt }
    const open = allottedPosition(free, application, price, allotsAt)
    assert.deepEqual([open.state, open.expiresAt], ['OPEN', undefined])
  })

  test('a row that contradicts its placing is told (rulebook §21)', () => {
    const began = done(apply(hongKongPlacing, '1000'))
    const waiting = began.application
    const settled = done(allotted(waiting, 2)).application
    const cases: readonly (readonly [row: Application, fault: string | undefined])[] = [
      [waiting, undefined],
      [settled, undefined],
      [{ ...settled, settledAt: allotsAt - 1 }, 'was allotted before its time'],
      [{ ...settled, allotted: quantityOf('600') }, 'was allotted 600 shares, should be 400'],
      [{ ...settled, paid: money(settled.paid + 1n) }, 'was paid later'],
      [{ ...settled, lapsed: true }, 'was paid later'],
    ]
    for (const [application, fault] of cases) {
      const { faults } = bookingsOfApplication({ application, steps: [began.step!] }, hongKongPlacing, price)
      if (fault === undefined) assert.deepEqual(faults, [])
      else assert.ok(faults.includes(fault), `${fault}: ${faults.join('; ')}`)
    }
  })

  test('its journals can be told from its row (rulebook §8.5)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(hongKongPlacing, newYorkPlacing),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('wait', 'cancel', 'none', 'part', 'all'),
        (offer, pieces, end) => {
          const rich = moneyOf('90000000')
          const shares = (lots: number) => quantityOf(String((Number(offer.lot) / 1e8) * lots))
          const command = { id: 11, user, at: opensAt, quantity: shares(pieces[0]!) }
          const outcomes = [done(decideApplication(offer, command, { ...facts, available: rich }))]
          const now = () => outcomes.at(-1)!.application
          for (const [index, lots] of pieces.slice(1).entries())
            outcomes.push(
              done(decideTopUp(offer, now(), { quantity: shares(lots), at: index + 1 }, { ...facts, available: rich })),
            )
          if (end === 'cancel') outcomes.push(done(decideApplicationCancel(offer, now(), closesAt - 1)))
          else if (end !== 'wait') {
            const lots = end === 'none' ? 0 : end === 'part' ? 1 : Number(now().quantity / offer.lot)
            outcomes.push(done(allotted(now(), lots, offer)))
          }
          const steps = outcomes.flatMap(({ step }) => (step === undefined ? [] : [step]))
          const bookings = bookingsOfApplication({ application: now(), steps }, offer, offer.high)
          assert.deepEqual(bookings.faults, [])
          const texts = (journals: ReturnType<typeof bookings.journals>) => journals.map(canonical)
          assert.deepEqual(texts(bookings.journals(money(0n))), texts(outcomes.flatMap(({ journals }) => journals)))
        },
      ),
    )
  })
})

test('the phases of a placing, and how long it keeps shorts out', () => {
  const { publishedAt } = hongKongPlacing
  const at = [opensAt - 1, opensAt, endsAt - 1, endsAt, allotsAt - 1, allotsAt, unlocksAt - 1, unlocksAt]
  const phases = ['upcoming', 'open', 'open', 'closed', 'closed', 'allotted', 'allotted', 'listed']
  assert.deepEqual(
    at.map((instant) => phaseOf(hongKongPlacing, instant)),
    phases,
  )
  assert.equal(sellableFrom(hongKongPlacing), unlocksAt)
  assert.deepEqual(
    [publishedAt - 1, publishedAt, unlocksAt - 1, unlocksAt].map((instant) => isUnderWay(hongKongPlacing, instant)),
    [false, true, true, false],
  )
})
