import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  formatMoney,
  formatPrice,
  formatRate,
  moneyOf,
  one,
  priceOf,
  rateOf,
  valueOf,
  quantityOf,
} from '#money/money.ts'
import { dayNumber, isoDate } from '#time-zone.ts'
import {
  bondRules,
  couponDatesAfter,
  couponPeriod,
  faceMaxOf,
  remainingFace,
  settlementDay,
  couponInstant,
  type Bond,
} from './bond.ts'
import { bill, bono, cetes, note, weekdays } from './examples-testing.ts'
import {
  accruedInterest,
  accruedPer100,
  cleanPrice,
  cleanValue,
  couponValue,
  discountOf,
  modifiedDuration,
  priceAtDiscount,
  yieldAt,
} from './pricing.ts'

const at = dayNumber

describe('the golden vectors of the rulebook (§32, §24)', () => {
  test('a bill of 91 days at 4.975 % costs 98.742431', () => {
    assert.equal(formatPrice(priceAtDiscount(rateOf('0.04975'), 91)).slice(0, 9), '98.742430')
    assert.equal(Number(priceAtDiscount(rateOf('0.04975'), 91)) / 1e8, 98.74243056)
  })

  test('a note of 4.25 % has accrued 115.49 on 10,000 after 100 of 184 days', () => {
    const settles = at('2026-11-23')
    const { start, end } = couponPeriod(note, settles)
    assert.deepEqual([isoDate(start), settles - start, end - start], ['2026-08-15', 100, 184])
    assert.equal(formatMoney(accruedInterest(note, moneyOf('10000'), settles)), '115.49')
    assert.equal(formatPrice(accruedPer100(note, settles)), '1.1548913')
  })

  test('nothing has accrued on a coupon date, and one day of 181 on the next', () => {
    const face = moneyOf('10000')
    assert.equal(formatMoney(accruedInterest(note, face, at('2027-02-15'))), '0.00')
    assert.equal(formatMoney(accruedInterest(note, face, at('2027-02-16'))), '1.17')
    assert.equal(couponValue(note, face), 212_50000000n)
  })

  test('Cetes of 91 days at 7.05 % cost 9.82491 of 9.8249119', () => {
    assert.equal(cetes.matures - at('2026-11-19'), 91)
    assert.equal(formatPrice(cleanPrice(cetes, at('2026-11-19'), rateOf('0.0705'))), '9.82491')
  })

  test('a Bono M of 8 % pays 4.044444 for 100 every 182 days', () => {
    assert.equal(couponValue(bono, moneyOf('100')), 4_04444444n)
  })
})

describe('coupon dates', () => {
  const cases: readonly (readonly [string, Partial<Bond>, string, readonly string[]])[] = [
    [
      'a maturity at a month end has coupons at month ends',
      { issued: at('2026-08-31'), matures: at('2028-02-29') },
      '2026-08-31',
      ['2027-02-28', '2027-08-31', '2028-02-29'],
    ],
    [
      'the end of February is followed by the end of August',
      { issued: at('2026-08-31'), matures: at('2028-08-31') },
      '2027-03-01',
      ['2027-08-31', '2028-02-29', '2028-08-31'],
    ],
    [
      'the 15th stays the 15th',
      { issued: at('2026-05-15'), matures: at('2027-05-15') },
      '2026-05-14',
      ['2026-05-15', '2026-11-15', '2027-05-15'],
    ],
    [
      'a date that is a coupon date begins the next period',
      { issued: at('2026-05-15'), matures: at('2027-05-15') },
      '2026-11-15',
      ['2027-05-15'],
    ],
    [
      'the 30th becomes the end of February',
      { issued: at('2026-08-30'), matures: at('2027-08-30') },
      '2026-12-01',
      ['2027-02-28', '2027-08-30'],
    ],
    ['nothing follows the maturity', { issued: at('2026-05-15'), matures: at('2027-05-15') }, '2027-05-15', []],
  ]
  for (const [title, terms, after, expected] of cases)
    test(title, () => assert.deepEqual(couponDatesAfter({ ...note, ...terms }, at(after)).map(isoDate), expected))

  test('those of a Bono M lie 182 days apart and the first one 182 days after the issue', () => {
    const dates = couponDatesAfter(bono, bono.issued)
    assert.deepEqual(
      dates.map((date) => date - bono.issued),
      [182, 364, 546, 728, 910, 1092],
    )
  })

  test('bills and Cetes have none, and accrue nothing', () => {
    for (const bond of [bill, cetes]) {
      assert.deepEqual(couponDatesAfter(bond, bond.issued), [])
      assert.equal(accruedInterest(bond, moneyOf('1000'), at('2026-12-01')), 0n)
    }
  })
})

describe('prices by yield', () => {
  test('a note is at par on its coupon dates when its yield is its coupon', () => {
    for (const date of ['2026-08-15', '2030-02-15', '2034-02-15'])
      assert.equal(formatPrice(cleanPrice(note, at(date), note.couponRate)), '100')
  })

  test('a Bono M is at par when its yield is its coupon', () =>
    assert.equal(formatPrice(cleanPrice(bono, bono.issued + 182, bono.couponRate)), '100'))

  test('a higher yield is a lower price, for every kind', () => {
    for (const bond of [note, bill, cetes, bono]) {
      const prices = ['0.0005', '0.02', '0.05', '0.09', '0.15'].map((each) =>
        cleanPrice(bond, at('2026-11-24'), rateOf(each)),
      )
      assert.deepEqual(
        prices,
        prices.toSorted((one_, other) => (one_ < other ? 1 : -1)),
        bond.code,
      )
      assert.equal(new Set(prices).size, prices.length)
    }
  })

  test('prices lie on steps of 0.001, those of Cetes of 0.00001', () => {
    for (const bond of [note, bill, cetes, bono])
      assert.equal(cleanPrice(bond, at('2026-12-03'), rateOf('0.043217')) % bondRules[bond.kind].priceStep, 0n)
  })

  test('the yield at a price is the one that gives it', () => {
    for (const bond of [note, bill, cetes, bono])
      for (const yearly of ['0.0123', '0.0431', '0.1102']) {
        const price = cleanPrice(bond, at('2026-12-03'), rateOf(yearly))
        const found = yieldAt(bond, at('2026-12-03'), price, rateOf('0.05'))
        assert.equal(cleanPrice(bond, at('2026-12-03'), found), price, `${bond.code} at ${yearly}`)
        assert.ok(Math.abs(Number(found) / 1e12 - Number(yearly)) < 2e-4, `${formatRate(found)} is near ${yearly}`)
      }
  })

  test('a price above par shortly before maturity has a yield below zero', () =>
    assert.ok(yieldAt(bill, at('2027-02-16'), priceOf('100.05'), rateOf('0.04')) < 0n))

  test('a bill of a leap year counts 366 days', () => {
    const leap = { ...bill, issued: at('2027-11-18'), matures: at('2028-02-17') }
    assert.ok(cleanPrice(leap, leap.issued, rateOf('0.04')) > cleanPrice(bill, bill.issued, rateOf('0.04')))
  })

  test('the discount of a bill gives its price again; nothing else has one', () => {
    const price = cleanPrice(bill, at('2026-11-24'), rateOf('0.0412'))
    const discount = discountOf(bill, at('2026-11-24'), price) ?? assert.fail()
    assert.equal(priceAtDiscount(discount, bill.matures - at('2026-11-24')) / 1000n, price / 1000n)
    for (const bond of [note, cetes, bono]) assert.equal(discountOf(bond, at('2026-11-24'), price), undefined)
  })

  test('the modified duration is that of the text books', () => {
    // Par bond of 20 half-years at 4 %: (1 − 1.02^−20) ÷ 0.04 = 8.175717 years.
    const par = { ...note, couponRate: rateOf('0.04'), issued: at('2024-08-15'), matures: at('2034-08-15') }
    assert.equal(formatRate(modifiedDuration(par, par.issued, rateOf('0.04'))).slice(0, 6), '8.1757')
    assert.ok(Math.abs(Number(modifiedDuration(bill, bill.issued, rateOf('0.04'))) / 1e12 - 91 / 365 / 1.00997) < 1e-4)
  })
})

describe('face, money and dates', () => {
  test('10,000 of face at 100.05 costs 10,005.00, and 50 Cetes at 9.82491 cost 491.2455', () => {
    assert.equal(
      cleanValue(note, moneyOf('10000'), priceOf('100.05')),
      valueOf(priceOf('100.05'), quantityOf('100'), one),
    )
    assert.equal(cleanValue(cetes, moneyOf('500'), priceOf('9.82491')), 491_24550000n)
  })

  test('a trade of Wednesday settles on Friday when Thursday is a holiday, one of Friday evening on Tuesday', () => {
    const instant = (text: string): number => instantAt(text)
    assert.equal(isoDate(settlementDay(weekdays, instant('2026-11-25T15:00:00Z'))), '2026-11-27')
    assert.equal(isoDate(settlementDay(weekdays, instant('2026-11-27T23:00:00Z'))), '2026-12-01')
    assert.equal(isoDate(settlementDay(weekdays, instant('2026-11-28T12:00:00Z'))), '2026-12-01')
  })

  test('a coupon of a Saturday is paid at 00:10 of Monday', () =>
    assert.equal(couponInstant(weekdays, at('2026-11-28')), instantAt('2026-11-30T05:10:00Z')))

  test('the face that is left falls day by day to nothing, by whole units; one person may have a tenth', () => {
    const bond = { ...note, totalFace: moneyOf('1000000'), soldOutDays: 7 }
    const left = [0, 1, 3, 6, 7, 8].map((day) => formatMoney(remainingFace(bond, bond.issued + day)))
    assert.deepEqual(left, ['1000000.00', '857100.00', '571400.00', '142800.00', '0.00', '0.00'])
    assert.equal(remainingFace(bond, bond.issued - 2), bond.totalFace)
    assert.equal(formatMoney(faceMaxOf(bond)), '100000.00')
  })
})

/** Milliseconds of a text; the rules themselves never read a clock. */
const instantAt = (text: string): number =>
  dayNumber(text.slice(0, 10)) * 86_400_000 + (Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16))) * 60_000
