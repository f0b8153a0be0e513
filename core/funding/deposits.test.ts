import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockHeight, blockTime, coinCurrency, coins, confirmationsAt, currencyOf } from './coins.ts'
import {
  decideDeclaration,
  decideFiatDeposit,
  decideFiatByOperator,
  decideFiatReview,
  decideOnChain,
  decideSeen,
  decideUndelivered,
  declarationOf,
  type ChainPayment,
  type CoinDeposit,
  type DepositOutcome,
  type FiatDeposit,
  type FiatVerdict,
} from './deposits.ts'
import { publishedRate } from '#money/conversion.ts'
import { formatMoney, moneyOf, nothing, rateOf } from '#money/money.ts'
import { isRefusal } from '#refusal.ts'

const start = Date.UTC(2026, 10, 20, 16)
const second = 1000
const published = publishedRate({ base: 'USD', quote: 'MXN' }, rateOf('18.4000'))
const address = 'sim1own'
const payment = (amount = '50', more: Partial<ChainPayment> = {}): ChainPayment => ({
  hash: 'ab',
  coin: 'SUSD',
  address,
  amount: moneyOf(amount),
  height: blockHeight(start) + 1,
  isDropped: false,
  ...more,
})
const seen = (pay: ChainPayment, declared?: CoinDeposit): CoinDeposit =>
  decideSeen(pay, declared, { id: 5, user: 7 }, start).deposit
/** When the block with this confirmation of the payment has been made. */
const confirmed = (count: number): number => blockTime(blockHeight(start) + count)
const shown = ({ deposit, journal }: DepositOutcome): unknown[] => [
  deposit.status,
  deposit.reason,
  journal?.event,
  deposit.received === undefined ? undefined : formatMoney(deposit.received),
]

test('a block is added every ten seconds, whether or not a client reads the chain', () => {
  const height = blockHeight(start)
  assert.equal(blockTime(height), start)
  assert.equal(blockHeight(start + 9_999), height)
  assert.equal(blockHeight(start + 10_000), height + 1)
  assert.deepEqual(
    [0, 9_999, 10_000, 20_000, 30_000].map((later) => confirmationsAt(height + 1, start + later)),
    [0, 0, 1, 2, 3],
  )
})

test('a coin is worth one unit of its currency', () => {
  assert.deepEqual(
    coins.map((coin) => coinCurrency[coin]),
    ['USD', 'MXN', 'HKD'],
  )
  assert.deepEqual([currencyOf('SHKD'), currencyOf('HKD')], ['HKD', 'HKD'])
})

test('a detected payment is pending money at once (E02)', () => {
  const { deposit, journal } = decideSeen(payment(), undefined, { id: 5, user: 7 }, start)
  assert.deepEqual(
    [deposit.status, deposit.confirmations, deposit.seenAt, journal?.event],
    ['pending', 0, start, 'E02'],
  )
})

test('confirmations count up, and the third credits (E03x)', () => {
  const pay = payment('1000')
  let deposit = seen(pay)
  assert.equal(decideOnChain(deposit, pay, { now: start + 9 * second, published }), undefined)
  for (const count of [1, 2]) {
    const outcome = decideOnChain(deposit, pay, { now: confirmed(count), published })
    assert.ok(outcome !== undefined)
    assert.deepEqual(
      [outcome.deposit.confirmations, ...shown(outcome)],
      [count, 'pending', undefined, undefined, undefined],
    )
    assert.equal(decideOnChain(outcome.deposit, pay, { now: confirmed(count) + second, published }), undefined)
    deposit = outcome.deposit
  }
  const last = decideOnChain(deposit, pay, { now: confirmed(3), published })
  assert.ok(last !== undefined)
  assert.deepEqual(shown(last), ['approved', undefined, 'E03x', '18354.00'])
  assert.equal(last.deposit.rate, published.buyRate)
  assert.equal(last.deposit.confirmations, 3)
  assert.equal(decideOnChain(last.deposit, pay, { now: confirmed(9), published }), undefined)
})

test('in the same currency nothing is converted (E03)', () => {
  const pay = payment('1', { coin: 'SMXN' })
  const outcome = decideOnChain(seen(pay), pay, { now: confirmed(30), published: undefined })
  assert.ok(outcome !== undefined)
  assert.deepEqual(shown(outcome), ['approved', undefined, 'E03', '1.00'])
  assert.equal(outcome.deposit.rate, undefined)
})

test('without a fresh rate a conversion waits with three confirmations', () => {
  const pay = payment()
  const waiting = decideOnChain(seen(pay), pay, { now: confirmed(3), published: undefined })
  assert.ok(waiting !== undefined)
  assert.deepEqual([waiting.deposit.status, waiting.deposit.confirmations, waiting.journal], ['pending', 3, undefined])
  assert.equal(decideOnChain(waiting.deposit, pay, { now: confirmed(50), published: undefined }), undefined)
  assert.equal(decideOnChain(waiting.deposit, pay, { now: confirmed(51), published })?.journal?.event, 'E03x')
})

test('a cent below the minimum is not refunded (E04), also without a rate', () => {
  const pay = payment('0.99')
  const outcome = decideOnChain(seen(pay), pay, { now: confirmed(3), published: undefined })
  assert.ok(outcome !== undefined)
  assert.deepEqual(shown(outcome), ['refused', 'BELOW_MINIMUM', 'E04', '0.00'])
  assert.equal(
    decideOnChain(outcome.deposit, payment('0.99', { isDropped: true }), { now: confirmed(4), published }),
    undefined,
  )
})

test('a payment that the chain drops before its credit is reversed once (E05)', () => {
  const dropped = payment('50', { isDropped: true })
  for (const confirmations of [0, 1, 2, 3]) {
    const outcome = decideOnChain({ ...seen(payment()), confirmations }, dropped, { now: confirmed(2), published })
    assert.ok(outcome !== undefined)
    assert.deepEqual(shown(outcome), ['refused', 'TX_DROPPED', 'E05', '0.00'])
    assert.equal(decideOnChain(outcome.deposit, dropped, { now: confirmed(3), published }), undefined)
  }
})

test('a payment that the chain drops after its credit stays with the user, booked once (E06)', () => {
  const pay = payment('1000')
  const credited = decideOnChain(seen(pay), pay, { now: confirmed(3), published })
  assert.ok(credited !== undefined)
  const dropped = payment('1000', { isDropped: true })
  const outcome = decideOnChain(credited.deposit, dropped, { now: confirmed(4), published })
  assert.ok(outcome !== undefined)
  assert.deepEqual(shown(outcome), ['approved', undefined, 'E06', '18354.00'])
  assert.equal(decideOnChain(outcome.deposit, dropped, { now: confirmed(5), published }), undefined)
})

test('a payment that falls back into a later block loses confirmations', () => {
  const pay = payment()
  const two = decideOnChain(seen(pay), pay, { now: confirmed(2), published })
  assert.ok(two !== undefined)
  const later = decideOnChain(two.deposit, payment('50', { height: pay.height + 2 }), { now: confirmed(3), published })
  assert.deepEqual([later?.deposit.confirmations, later?.journal], [1, undefined])
})

function declared(id: number, more: Partial<CoinDeposit> = {}): CoinDeposit {
  const made = decideDeclaration({
    id,
    user: 7,
    coin: 'SUSD',
    address,
    amount: undefined,
    transaction: undefined,
    at: start,
  })
  assert.ok(!isRefusal(made))
  return { ...made, ...more }
}

test('a declaration moves no money, and is refused below the minimum', () => {
  assert.deepEqual([declared(1).status, declared(1).seenAt], ['pending', undefined])
  const command = { id: 1, user: 7, coin: 'SUSD', address, transaction: undefined, at: start } as const
  const small = decideDeclaration({ ...command, amount: moneyOf('0.99') })
  assert.ok(isRefusal(small))
  assert.deepEqual([small.refused, small.values], ['deposit_too_small', { n: '1.00' }])
  assert.equal(isRefusal(decideDeclaration({ ...command, amount: moneyOf('1') })), false)
})

test('a payment becomes the deposit that was declared for it', () => {
  const [oldest, newer] = [declared(2), declared(3)]
  const named = declared(4, { transaction: 'ab' })
  const other = declared(1, { transaction: 'cd' })
  const coin = declared(1, { coin: 'SMXN' })
  const place = declared(1, { address: 'sim1other' })
  const done = declared(1, { seenAt: start })
  const cases: [CoinDeposit[], number | undefined][] = [
    [[], undefined],
    [[newer, oldest], 2],
    [[newer, named, oldest], 4],
    [[other, coin, place, done], undefined],
    [[declared(1, { status: 'refused' })], undefined],
  ]
  for (const [waiting, id] of cases) assert.equal(declarationOf(payment(), waiting)?.id, id)
  // The chain's amount counts, not the one that was declared.
  const merged = seen(payment('50'), declared(2, { amount: moneyOf('900') }))
  assert.deepEqual([merged.id, merged.amount, merged.transaction], [2, moneyOf('50'), 'ab'])
})

test('a declaration waits a day for its transaction', () => {
  const waiting = declared(2)
  const day = 86_400 * second
  assert.equal(decideUndelivered(waiting, start + day - 1), undefined)
  const outcome = decideUndelivered(waiting, start + day)
  assert.ok(outcome !== undefined)
  assert.deepEqual(shown(outcome), ['refused', 'NO_TRANSACTION', undefined, '0.00'])
  assert.equal(decideUndelivered(outcome.deposit, start + 2 * day), undefined)
  assert.equal(decideUndelivered(seen(payment()), start + 2 * day), undefined)
})

const fiat = (amount: string, currency: FiatDeposit['currency'] = 'USD') =>
  decideFiatDeposit({ id: 9, user: 7, currency, amount: moneyOf(amount), proof: '/file/1', at: start })
const facts = { published, isReadable: true, approvedToday: nothing, now: start + 300 * second }

test('limits of one fiat deposit, per currency', () => {
  const cases: [string, FiatDeposit['currency'], string | undefined][] = [
    ['0.99', 'USD', 'deposit_too_small'],
    ['1', 'USD', undefined],
    ['50000', 'USD', undefined],
    ['50000.01', 'USD', 'amount_above_limit'],
    ['1000000', 'MXN', undefined],
    ['1000000.01', 'MXN', 'amount_above_limit'],
    ['400000.01', 'HKD', 'amount_above_limit'],
  ]
  for (const [amount, currency, word] of cases) {
    const outcome = fiat(amount, currency)
    assert.equal(isRefusal(outcome) ? outcome.refused : undefined, word, `${amount} ${currency}`)
  }
})

function applied(amount: string, currency: FiatDeposit['currency'] = 'USD'): FiatDeposit {
  const outcome = fiat(amount, currency)
  assert.ok(!isRefusal(outcome))
  return outcome
}

test('a proof is reviewed after five minutes (E07)', () => {
  const deposit = applied('10')
  assert.equal(decideFiatReview(deposit, { ...facts, now: facts.now - 1 }), undefined)
  assert.equal(decideFiatReview(deposit, { ...facts, published: undefined }), undefined)
  const outcome = decideFiatReview(deposit, facts)
  assert.ok(outcome !== undefined)
  assert.deepEqual(shown(outcome), ['approved', undefined, 'E07', '183.54'])
  assert.equal(decideFiatReview(outcome.deposit, facts), undefined)
  const peso = decideFiatReview(applied('10', 'MXN'), { ...facts, published: undefined })
  assert.ok(peso !== undefined)
  assert.deepEqual(shown(peso), ['approved', undefined, 'E07', '10.00'])
})

test('refuses an unreadable proof and deposits above the daily limit', () => {
  const unreadable = decideFiatReview(applied('10'), { ...facts, isReadable: false })
  assert.ok(unreadable !== undefined)
  assert.deepEqual(shown(unreadable), ['refused', 'IMAGE_UNREADABLE', undefined, '0.00'])
  const full = decideFiatReview(applied('10'), { ...facts, approvedToday: moneyOf('249990.01') })
  assert.ok(full !== undefined)
  assert.deepEqual(shown(full), ['refused', 'DAILY_LIMIT', undefined, '0.00'])
  assert.equal(
    decideFiatReview(applied('10'), { ...facts, approvedToday: moneyOf('249990') })?.deposit.status,
    'approved',
  )
})

test('an operator decides earlier, only once, within the same limits, and only as the review would', () => {
  const early = { ...facts, now: start + 1 }
  const full = { ...early, approvedToday: moneyOf('249990.01') }
  const cases: [FiatVerdict, typeof early, unknown[] | string][] = [
    ['approve', early, ['approved', undefined, 'E07', '183.54']],
    ['IMAGE_UNREADABLE', early, 'invalid_parameter'],
    ['IMAGE_UNREADABLE', full, 'invalid_parameter'],
    ['IMAGE_UNREADABLE', { ...early, isReadable: false }, ['refused', 'IMAGE_UNREADABLE', undefined, '0.00']],
    ['DAILY_LIMIT', full, ['refused', 'DAILY_LIMIT', undefined, '0.00']],
    ['DAILY_LIMIT', early, 'invalid_parameter'],
    ['approve', full, 'daily_limit'],
    ['approve', { ...early, isReadable: false }, 'proof_missing'],
  ]
  for (const [verdict, given, expected] of cases) {
    const outcome = decideFiatByOperator(applied('10'), verdict, given)
    assert.deepEqual(isRefusal(outcome) ? outcome.refused : shown(outcome), expected, verdict)
    if (isRefusal(outcome)) continue
    for (const again of ['approve', 'IMAGE_UNREADABLE'] as const) {
      const second = decideFiatByOperator(outcome.deposit, again, early)
      assert.equal(isRefusal(second) && second.refused, 'wrong_state')
    }
    assert.equal(decideFiatReview(outcome.deposit, facts), undefined)
  }
  for (const [verdict, word] of [
    ['approve', 'quote_unavailable'],
    ['IMAGE_UNREADABLE', 'invalid_parameter'],
  ] as const) {
    const waiting = decideFiatByOperator(applied('10'), verdict, { ...early, published: undefined })
    assert.equal(isRefusal(waiting) && waiting.refused, word)
  }
})
