import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { simulatedAddress } from './coin-addresses.ts'
import { practiceCard, type Card } from './cards.ts'
import type { FundingAsset } from './coins.ts'
import { publishedRate } from '#money/conversion.ts'
import { formatMoney, money, moneyOf, nothing, rate, rateOf } from '#money/money.ts'
import { isRefusal, type Refusal } from '#refusal.ts'
import {
  decideAsset,
  decidePayout,
  decideWithdrawal,
  decideWithdrawalByOperator,
  decideWithdrawalReview,
  paused,
  pausedUntil,
  payoutOf,
  receivedOf,
  usableAmount,
  withdrawalFee,
  type Withdrawal,
  type WithdrawalFacts,
  type WithdrawalOutcome,
  type WithdrawalVerdict,
} from './withdrawals.ts'

const start = Date.UTC(2026, 10, 20, 16)
const hour = 3_600_000
const published = publishedRate({ base: 'USD', quote: 'MXN' }, rateOf('18.4000'))
const address = simulatedAddress(new Uint8Array(20))
const coinCard: Card = {
  id: 4,
  user: 7,
  details: { kind: 'coin', coin: 'SUSD', network: 'SIMCHAIN', address },
  createdAt: 0,
  changedAt: 0,
}
const unsettled = [{ releaseDate: '2026-11-24', amount: moneyOf('300') }]

function apply(amount: string, asset: FundingAsset, facts: Partial<WithdrawalFacts> = {}): WithdrawalOutcome | Refusal {
  const command = { id: 3, user: 7, amount: moneyOf(amount), at: start }
  return decideWithdrawal(command, {
    card: coinCard,
    target: address,
    asset,
    available: moneyOf('100000'),
    unsettled: [],
    appliedToday: nothing,
    published,
    ...facts,
  })
}

function applied(amount: string, asset: FundingAsset): Withdrawal {
  const outcome = apply(amount, asset)
  assert.ok(!isRefusal(outcome))
  return outcome.withdrawal
}

test('refuses each invalid request with its own refusal', () => {
  const cases: [string, FundingAsset, Partial<WithdrawalFacts>, string | undefined][] = [
    ['9.99', 'MXN', {}, 'withdrawal_too_small'],
    ['10', 'MXN', {}, undefined],
    ['9.99', 'SMXN', {}, 'withdrawal_too_small'],
    // 2.00 USD cost 36.892 MXN, rounded down on the way.
    ['36.89', 'USD', {}, 'withdrawal_too_small'],
    ['36.90', 'USD', {}, undefined],
    ['36.89', 'SUSD', {}, 'withdrawal_too_small'],
    ['100', 'SUSD', { published: undefined }, 'quote_unavailable'],
    ['100', 'MXN', { published: undefined }, undefined],
    ['100000.01', 'MXN', {}, 'insufficient_balance'],
    ['99700', 'MXN', { unsettled }, undefined],
    ['99700.01', 'MXN', { unsettled }, 'not_settled'],
    ['100', 'MXN', { appliedToday: moneyOf('4999900') }, undefined],
    ['100.01', 'MXN', { appliedToday: moneyOf('4999900') }, 'daily_limit'],
  ]
  for (const [amount, asset, facts, word] of cases) {
    const outcome = apply(amount, asset, facts)
    assert.equal(isRefusal(outcome) ? outcome.refused : undefined, word, `${amount} ${asset}`)
  }
  const why = apply('99700.01', 'MXN', { unsettled })
  assert.ok(isRefusal(why))
  assert.deepEqual(why.values, { amount: '300.00', date: '2026-11-24' })
  const small = apply('1', 'SUSD')
  assert.ok(isRefusal(small))
  assert.deepEqual(small.values, { n: '2.00 SUSD' })
})

test('an accepted withdrawal waits two minutes (E10), with the rate of its application', () => {
  const outcome = apply('18446', 'SUSD')
  assert.ok(!isRefusal(outcome))
  const { withdrawal, journal } = outcome
  assert.equal(journal?.event, 'E10')
  assert.deepEqual([withdrawal.state, withdrawal.dueAt], ['pending', start + 120_000])
  assert.equal(withdrawal.conversion?.rate, published.sellRate)
  assert.equal(formatMoney(receivedOf(withdrawal)), '999.00')
})

test('charges one coin for a coin withdrawal and nothing for a bank withdrawal', () => {
  assert.deepEqual(
    (['SUSD', 'SMXN', 'SHKD', 'USD', 'MXN', 'HKD'] as const).map((asset) => formatMoney(withdrawalFee(asset))),
    ['1.00', '1.00', '1.00', '0.00', '0.00', '0.00'],
  )
  assert.deepEqual(payoutOf(moneyOf('50'), 'SMXN', undefined), {
    conversion: undefined,
    gross: moneyOf('50'),
    fee: moneyOf('1'),
    receive: moneyOf('49'),
  })
})

const review = (withdrawal: Withdrawal, more: { now?: number; hasCard?: boolean } = {}) =>
  decideWithdrawalReview(withdrawal, { now: start + 120_000, hasCard: true, transaction: 'ab', ...more })

test('the review approves a due withdrawal, with the transaction of a coin withdrawal', () => {
  assert.equal(review(applied('100', 'SUSD'), { now: start + 119_999 }), undefined)
  const coin = review(applied('100', 'SUSD'))
  assert.deepEqual([coin?.withdrawal.state, coin?.withdrawal.transaction, coin?.journal], ['approved', 'ab', undefined])
  const bank = review(applied('100', 'MXN'))
  assert.deepEqual([bank?.withdrawal.state, bank?.withdrawal.transaction], ['approved', undefined])
  assert.ok(bank !== undefined)
  assert.equal(review(bank.withdrawal), undefined)
})

test('the review returns a withdrawal only for the listed reasons (E12)', () => {
  const cases: [Withdrawal, boolean, string][] = [
    [applied('100', 'SUSD'), false, 'TARGET_REMOVED'],
    [applied('100', 'MXN'), false, 'TARGET_REMOVED'],
    [{ ...applied('100', 'SUSD'), target: 'sim1wrong' }, true, 'TARGET_INVALID'],
  ]
  for (const [withdrawal, hasCard, reason] of cases) {
    const outcome = review(withdrawal, { hasCard })
    assert.ok(outcome !== undefined)
    assert.deepEqual(
      [outcome.withdrawal.state, outcome.withdrawal.reason, outcome.journal?.event],
      ['refused', reason, 'E12'],
    )
    assert.equal(review(outcome.withdrawal), undefined)
    assert.equal(decidePayout(outcome.withdrawal, 'done', start + hour), undefined)
  }
})

test('a payout is paid once (E11, E11x), or returned when the chain did not take it (E12)', () => {
  const later = start + 130_000
  const cases: [FundingAsset, string][] = [
    ['SUSD', 'E11x'],
    ['SMXN', 'E11'],
    ['USD', 'E11x'],
    ['MXN', 'E11'],
  ]
  for (const [asset, event] of cases) {
    const approved = review(applied('100', asset))?.withdrawal
    assert.ok(approved !== undefined)
    assert.equal(decidePayout(approved, 'waiting', later), undefined)
    const paid = decidePayout(approved, 'done', later)
    assert.deepEqual([paid?.withdrawal.state, paid?.withdrawal.endedAt, paid?.journal?.event], ['paid', later, event])
    assert.ok(paid !== undefined)
    assert.equal(decidePayout(paid.withdrawal, 'failed', later), undefined)
    const failed = decidePayout(approved, 'failed', later)
    assert.deepEqual([failed?.withdrawal.reason, failed?.journal?.event], ['CHAIN_UNAVAILABLE', 'E12'])
  }
  assert.equal(decidePayout(applied('100', 'MXN'), 'done', later), undefined)
})

test('a reset stops withdrawals for a day; a new card does not', () => {
  assert.equal(pausedUntil(start, undefined, undefined), undefined)
  assert.equal(pausedUntil(start, start - 24 * hour, undefined), undefined)
  assert.equal(pausedUntil(start, start - 24 * hour + 1, undefined), start + 1)
  assert.equal(pausedUntil(start, undefined, start), undefined)
  assert.deepEqual(paused(start).values, { t: '2026-11-20 16:00 UTC' })
})

test('the usable amount excludes unsettled money and is never negative', () => {
  assert.equal(usableAmount(moneyOf('1000'), unsettled), moneyOf('700'))
  assert.equal(usableAmount(moneyOf('200'), unsettled), nothing)
})

test('pays a bank card in the requested currency, and a coin account in its coin', () => {
  const bank = { ...coinCard, details: practiceCard }
  const cases: [Card, FundingAsset | undefined, FundingAsset | 'currency_missing'][] = [
    [coinCard, undefined, 'SUSD'],
    [coinCard, 'SUSD', 'SUSD'],
    [coinCard, 'SMXN', 'currency_missing'],
    [coinCard, 'USD', 'currency_missing'],
    [bank, undefined, 'MXN'],
    [bank, 'HKD', 'HKD'],
    [bank, 'SUSD', 'currency_missing'],
  ]
  for (const [card, asked, expected] of cases) {
    const asset = decideAsset(card, asked)
    assert.equal(isRefusal(asset) ? asset.refused : asset, expected)
  }
})

test('the payout is never worth more than the amount withdrawn', () => {
  const mids = fc.bigInt({ min: 50_000n, max: 25_000_000n }).map((micro) => rate(micro * 1_000_000n))
  fc.assert(
    fc.property(mids, fc.bigInt({ min: 1n, max: 10n ** 9n }), (mid, cents) => {
      const pair = publishedRate({ base: 'USD', quote: 'MXN' }, mid)
      const payout = payoutOf(money(cents), 'SUSD', pair)
      assert.ok(payout !== undefined)
      // In units of 10⁻¹⁴ MXN.
      assert.ok(payout.gross * mid <= cents * 10n ** 12n)
      assert.equal(payout.receive, payout.gross - payout.fee)
    }),
  )
})

test('an operator decides earlier, only once, and only as the review would', () => {
  const now = start + 1
  const wrongAddress = { ...applied('100', 'SUSD'), target: 'sim1wrong' }
  const cases: [Withdrawal, WithdrawalVerdict, boolean, unknown[] | string][] = [
    [applied('100', 'SUSD'), 'approve', true, ['approved', undefined, undefined, 'ab']],
    [applied('100', 'MXN'), 'approve', true, ['approved', undefined, undefined, undefined]],
    [applied('100', 'MXN'), 'approve', false, 'card_missing'],
    [wrongAddress, 'approve', true, 'address_invalid'],
    [wrongAddress, 'TARGET_INVALID', true, ['refused', 'TARGET_INVALID', 'E12', undefined]],
    [wrongAddress, 'TARGET_REMOVED', true, 'invalid_parameter'],
    [wrongAddress, 'TARGET_REMOVED', false, ['refused', 'TARGET_REMOVED', 'E12', undefined]],
    [applied('100', 'MXN'), 'TARGET_INVALID', true, 'invalid_parameter'],
    [applied('100', 'MXN'), 'TARGET_INVALID', false, 'invalid_parameter'],
    [applied('100', 'SUSD'), 'TARGET_INVALID', true, 'invalid_parameter'],
    [applied('100', 'MXN'), 'TARGET_REMOVED', false, ['refused', 'TARGET_REMOVED', 'E12', undefined]],
    [applied('100', 'MXN'), 'TARGET_REMOVED', true, 'invalid_parameter'],
    [applied('100', 'SUSD'), 'CHAIN_UNAVAILABLE', true, 'invalid_parameter'],
    [wrongAddress, 'CHAIN_UNAVAILABLE', true, 'invalid_parameter'],
    [applied('100', 'MXN'), 'CHAIN_UNAVAILABLE', true, 'invalid_parameter'],
  ]
  for (const [withdrawal, verdict, hasCard, expected] of cases) {
    const facts = { now, hasCard, transaction: 'ab' }
    const outcome = decideWithdrawalByOperator(withdrawal, verdict, facts)
    if (isRefusal(outcome)) {
      assert.equal(outcome.refused, expected, verdict)
      continue
    }
    const { state, reason, transaction, dueAt } = outcome.withdrawal
    assert.deepEqual([state, reason, outcome.journal?.event, transaction], expected, verdict)
    assert.equal(dueAt, state === 'approved' ? now : withdrawal.dueAt, 'what is approved is paid from then on')
    assert.equal(review(outcome.withdrawal), undefined)
    const again = decideWithdrawalByOperator(outcome.withdrawal, 'TARGET_INVALID', facts)
    assert.equal(isRefusal(again) && again.refused, 'wrong_state')
  }
  const late = decideWithdrawalByOperator(applied('100', 'MXN'), 'approve', {
    now: start + hour,
    hasCard: true,
    transaction: 'ab',
  })
  assert.equal(!isRefusal(late) && late.withdrawal.dueAt, start + 120_000)
})
