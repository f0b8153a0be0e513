import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { simulatedAddress } from './coin-addresses.ts'
import {
  decideCardChange,
  decideCardRemoval,
  decideNewCard,
  isPracticeNumber,
  maskedNumber,
  passesLuhn,
  routingPattern,
  swiftPattern,
  type BankDetails,
  type Card,
  type CoinDetails,
} from './cards.ts'
import { isRefusal } from '#refusal.ts'

const bank: BankDetails = {
  kind: 'bank',
  bankName: 'Practice Bank',
  accountName: 'Ana',
  cardNumber: '4111111111111111',
  swiftCode: 'PRACMXMM',
  branchCode: undefined,
  cardholderName: 'ANA',
  account: undefined,
  region: 'CDMX',
  city: 'Mexico City',
  postalCode: undefined,
  bankAddress: undefined,
  personalAddress: undefined,
  routingNumber: undefined,
  frontImage: undefined,
  backImage: undefined,
}
const coin: CoinDetails = {
  kind: 'coin',
  coin: 'SUSD',
  network: 'SIMCHAIN',
  address: simulatedAddress(new Uint8Array(20)),
}
const card = (details: Card['details'] = bank): Card => ({ id: 1, user: 7, details, createdAt: 5, changedAt: 5 })
const wordOf = (outcome: unknown): string | undefined => (isRefusal(outcome) ? outcome.refused : undefined)
const command = (details: Card['details']) => ({ id: 2, user: 7, details, at: 9 })

test('refuses card numbers that could be real', () => {
  const cases: [string, boolean, string][] = [
    ['4111111111111111', true, 'a published test number'],
    ['378282246310005', true, 'a published test number of 15 digits'],
    ['4111111111111112', true, 'fails Luhn'],
    ['4539578763621486', false, 'passes Luhn'],
    ['12345674', false, 'passes Luhn with 8 digits'],
    ['12345678', true, 'fails Luhn with 8 digits'],
    ['1234567', false, 'too short'],
    ['12345678901234567890', false, 'too long'],
    ['4111 1111 1111 1111', false, 'not digits alone'],
    ['', false, 'nothing'],
  ]
  for (const [number, right, why] of cases) assert.equal(isPracticeNumber(number), right, why)
})

test('one changed digit of a number that passes Luhn makes it fail', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 18 })
  fc.assert(
    fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (row, place, by) => {
      const start = row.join('')
      const last = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((digit) => passesLuhn(`${start}${digit}`))
      assert.ok(last !== undefined)
      const whole = [...row, last]
      const at = place % whole.length
      const changed = whole.with(at, ((whole[at] ?? 0) + by) % 10).join('')
      assert.equal(passesLuhn(whole.join('')), true)
      assert.equal(passesLuhn(changed), false)
    }),
  )
})

test('patterns of SWIFT codes and routing numbers', () => {
  for (const code of ['PRACMXMM', 'PRACMXMMXXX', 'ABCDEF12']) assert.match(code, swiftPattern)
  for (const code of ['PRACMX', 'pracmxmm', 'PRACMXMM1', 'PR4CMXMM', 'PRACMXMMXXXX'])
    assert.doesNotMatch(code, swiftPattern)
  assert.match('021000021', routingPattern)
  for (const number of ['02100002', '0210000211', '02100002a']) assert.doesNotMatch(number, routingPattern)
})

test('accepts a new card with a practice number, within the limit of its kind', () => {
  assert.deepEqual(decideNewCard(command(bank), []), { id: 2, user: 7, details: bank, createdAt: 9, changedAt: 9 })
  const four = Array.from({ length: 4 }, () => card())
  const five = [...four, card()]
  assert.equal(wordOf(decideNewCard(command(bank), four)), undefined)
  assert.equal(wordOf(decideNewCard(command(bank), five)), 'too_many_cards')
  // Five of one kind leave room for the other.
  assert.equal(wordOf(decideNewCard(command(coin), five)), undefined)
  assert.equal(wordOf(decideNewCard(command({ ...bank, cardNumber: '4539578763621486' }), [])), 'card_number_real')
  assert.equal(wordOf(decideNewCard(command({ ...bank, account: '12345674' }), [])), 'card_number_real')
  assert.equal(wordOf(decideNewCard(command({ ...bank, account: '12345678' }), [])), undefined)
  const main = { ...coin, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' }
  const why = decideNewCard(command(main), [])
  assert.ok(isRefusal(why))
  assert.deepEqual([why.refused, why.field, why.values], ['address_invalid', 'address', { network: 'SIMCHAIN' }])
})

test('a change keeps the numbers that are not given', () => {
  const asked = { ...bank, bankName: 'Other Bank', cardNumber: undefined }
  const own = card({ ...bank, account: '12345678' })
  const changed = decideCardChange(own, asked, 20, false)
  assert.ok(!isRefusal(changed))
  assert.deepEqual(changed.details, { ...bank, bankName: 'Other Bank', account: '12345678' })
  assert.deepEqual([changed.createdAt, changed.changedAt], [5, 20])
  const other = decideCardChange(own, { ...asked, cardNumber: '5555555555554444' }, 20, false)
  assert.ok(!isRefusal(other) && other.details.kind === 'bank')
  assert.equal(other.details.cardNumber, '5555555555554444')
  assert.equal(wordOf(decideCardChange(card(coin), { ...coin, coin: 'SMXN' }, 20, false)), undefined)
})

test('refuses changes of a card that are not allowed', () => {
  assert.equal(wordOf(decideCardChange(card(), coin, 20, false)), 'invalid_parameter')
  assert.equal(wordOf(decideCardChange(card(coin), bank, 20, false)), 'invalid_parameter')
  assert.equal(wordOf(decideCardChange(card(), bank, 20, true)), 'card_in_use')
  assert.equal(
    wordOf(decideCardChange(card(), { ...bank, cardNumber: '4539578763621486' }, 20, false)),
    'card_number_real',
  )
  assert.equal(wordOf(decideCardChange(card(coin), { ...coin, address: 'sim1' }, 20, false)), 'address_invalid')
})

test('refuses to remove a card with a pending withdrawal', () => {
  assert.equal(decideCardRemoval(false), undefined)
  assert.equal(decideCardRemoval(true)?.refused, 'card_in_use')
})

test('a number is shown by its last four digits', () => {
  assert.equal(maskedNumber('4111111111111234'), '•••• 1234')
})
