import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import type { Call } from '@mex/contract/call.ts'
import { refusalCode } from '@mex/contract/refusals.ts'
import { simulatedAddress } from '@mex/core/funding/coin-addresses.ts'
import { practiceCard } from '@mex/core/funding/cards.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'
import { sql } from '@mex/server/testing.ts'
import { register } from './people.ts'
import type { Envelope, Person, Reply } from './person.ts'
import { openWorld, type World } from './world.ts'

/** Deposits and withdrawals over HTTP and push, and every refusal that the funding calls list. */

let world: World
/** A market before its first price. */
let early: World
let guest: Person
/** A user who may withdraw, with a bank card. */
let trader: Person
let card: number

const payPassword = 'pay-me-6'
const { funding } = calls

before(async () => {
  world = await openWorld({ seed: 'funding' })
  early = await openWorld({ seed: 'funding', start: Date.UTC(1980, 0, 2, 16) })
  guest = await world.person()
  trader = await verified(world, 'trader')
  card = (await trader.call(funding.addCard, practiceCard)).id
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await early[Symbol.asyncDispose]()
})

/** Registers a user with an approved verification and a transaction password. */
async function verified({ url, server }: World, name: string): Promise<Person> {
  const person = await register(url, name)
  await person.call(calls.security.setPayPassword, { payPassword, confirmPayPassword: payPassword })
  await setVerification({ server } as World, name, 3)
  return person
}

const setVerification = ({ server }: World, name: string, status: number) =>
  sql`update app_user set real_status = ${status} where email = ${`${name}@example.org`}`.execute(
    server.dependencies.store.db,
  )

/** The smallest PNG: one grey pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)

async function upload(person: Person): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([pixel], { type: 'image/png' }), 'proof.png')
  const headers = { authorization: person.token ?? '' }
  const response = await person.fetch(calls.files.upload.path, { method: 'POST', headers, body })
  const { data } = (await response.json()) as Envelope
  return (data as { readonly url: string }).url
}

const page = { pageNum: 1, pageSize: 10 }

test('credits faucet coins after three confirmations, and pushes each confirmation', async () => {
  const person = await world.person()
  await using listener = await person.listen('user')
  const [option] = await person.call(funding.depositOptions, { kind: 'coin' })
  assert(option?.address !== undefined)
  await person.call(funding.sendCoins, { address: option.address, coin: 'SUSD', amount: moneyOf('250') })
  await world.step()
  for (let confirmations = 0; confirmations <= 3; confirmations += 1) {
    const { data } = await listener.next('deposit', (frame) => frame.data.confirmations === confirmations)
    assert.equal(data.status, confirmations < 3 ? 'pending' : 'approved')
    await world.pass(10)
  }
  await listener.next('message')
  const { rows } = await person.call(funding.deposits, page)
  assert.deepEqual(
    rows.map(({ amount, status, confirmations }) => [amount, status, confirmations]),
    [[moneyOf('250'), 'approved', 3]],
  )
  const { transfers } = await person.call(funding.chain, {})
  assert.equal(transfers[0]?.transaction, rows[0]?.transaction)
  const bills = await person.call(calls.wallet.bills, { ...page, wallet: 'BALANCE', timeZone: 'UTC' })
  assert.deepEqual([bills.rows[0]?.type, bills.rows[0]?.amount], [3, rows[0]?.received])
  await world.verify()
})

test('approves a bank deposit with a picture as proof after five minutes', async () => {
  const person = await world.person()
  const proof = await upload(person)
  const asked = { kind: 'fiat', asset: 'HKD', amount: moneyOf('1000'), proof } as const
  const { id } = await person.call(funding.createDeposit, asked)
  await world.pass(301)
  await world.step(2)
  await world.pass(1)
  const { rows } = await person.call(funding.deposits, { ...page, status: 'approved' })
  assert.deepEqual(
    rows.map((row) => row.id),
    [id],
  )
  await world.verify()
})

test('reserves and pays a withdrawal after its review, and pushes both', async () => {
  await using listener = await trader.listen('user')
  const usable = await trader.call(funding.usable, {})
  assert.deepEqual([usable.reason, usable.currency], [undefined, 'MXN'])
  const applied = await trader.call(funding.withdraw, { card, amount: moneyOf('5000'), payPassword })
  await listener.next('withdrawal', ({ data }) => data.status === 'pending')
  await world.pass(121)
  const { data } = await listener.next('withdrawal', (frame) => frame.data.paidAt !== undefined)
  assert.deepEqual([data.id, data.receive, data.target], [applied.id, moneyOf('5000'), '•••• 1111'])
  const after = await trader.call(funding.usable, {})
  assert.equal(usable.amount - after.amount, moneyOf('5000'))
  const { rows } = await trader.call(funding.withdrawals, page)
  assert.deepEqual(
    rows.map((row) => row.id),
    [applied.id],
  )
  await world.verify()
})

test('lists, changes and removes a card', async () => {
  const person = await world.person()
  const { id } = await person.call(funding.addCard, practiceCard)
  await person.call(funding.changeCard, { ...practiceCard, id, city: 'Puebla' })
  const [shown] = await person.call(funding.cards, {})
  assert.deepEqual([shown?.city, shown?.cardNumber], ['Puebla', '•••• 1111'])
  assert.equal(await person.call(funding.deleteCard, { id }), null)
  assert.deepEqual(await person.call(funding.cards, {}), [])
})

type Fields = Readonly<Record<string, unknown>>
type Provoke = () => Promise<Reply>
const asked =
  (call: Call, fields: Fields): Provoke =>
  () =>
    guest.askWire(call, fields)
const applied =
  (fields: Fields): Provoke =>
  () =>
    trader.askWire(funding.withdraw, { cardId: card, amount: '100', payPassword, ...fields })

const bank = { ...practiceCard, kind: undefined, type: 1 }
const coin = { type: 2, currency: 'SUSD', network: 'SIMCHAIN', address: simulatedAddress(new Uint8Array(20)) }
const real = '4539578763621486'
const mainNetwork = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const fiat = { type: 2, currency: 'USD', amount: '100' }
const send = { asset: 'SUSD', address: coin.address, amount: '5' }

/** Changes a card of a new user with the given fields. */
const changed =
  (fields: Fields): Provoke =>
  async () => {
    const person = await world.person()
    const { id } = await person.call(funding.addCard, practiceCard)
    return person.askWire(funding.changeCard, { id, ...bank, ...fields })
  }

async function changedAddress(): Promise<Reply> {
  const person = await world.person()
  const details = { kind: 'coin', coin: 'SUSD', network: 'SIMCHAIN', address: coin.address } as const
  const { id } = await person.call(funding.addCard, details)
  return person.askWire(funding.changeCard, { id, ...coin, address: `${coin.address}q` })
}

async function sixthCard(): Promise<Reply> {
  const person = await world.person()
  for (let number = 0; number < 5; number += 1) await person.call(funding.addCard, practiceCard)
  return person.askWire(funding.addCard, bank)
}

/** Calls for a card with a pending withdrawal. */
const inUse =
  (call: Call): Provoke =>
  async () => {
    await trader.call(funding.withdraw, { card, amount: moneyOf('100'), payPassword })
    return trader.askWire(call, { id: card, ...bank })
  }

/** A withdrawal of a user with the given verification status. */
const withVerification =
  (name: string, status: number): Provoke =>
  async () => {
    const person = await register(world.url, name)
    await setVerification(world, name, status)
    return person.askWire(funding.withdraw, { cardId: 1, amount: '100', payPassword })
  }

async function locked(): Promise<Reply> {
  const person = await verified(world, 'locked')
  const { id } = await person.call(funding.addCard, practiceCard)
  const wrong = { cardId: id, amount: '100', payPassword: 'not-this-1' }
  for (let tries = 0; tries < 6; tries += 1) await person.askWire(funding.withdraw, wrong)
  return person.askWire(funding.withdraw, wrong)
}

async function afterReset(): Promise<Reply> {
  const person = await verified(world, 'forgetful')
  const { id } = await person.call(funding.addCard, practiceCard)
  const { devCode } = await person.call(calls.account.sendEmailCode, {
    email: 'forgetful@example.org',
    purpose: 'payPassword',
  })
  const next = 'another-6'
  await person.call(calls.security.setPayPassword, {
    payPassword: next,
    confirmPayPassword: next,
    emailCode: devCode ?? '',
  })
  return person.askWire(funding.withdraw, { cardId: id, amount: '100', payPassword: next })
}

async function beforePrices(): Promise<Reply> {
  const person = await verified(early, 'early')
  const { id } = await person.call(funding.addCard, practiceCard)
  return person.askWire(funding.withdraw, { cardId: id, amount: '100', currency: 'USD', payPassword })
}

async function withoutPayPassword(): Promise<Reply> {
  const person = await register(world.url, 'without')
  await setVerification(world, 'without', 3)
  const { id } = await person.call(funding.addCard, practiceCard)
  return person.askWire(funding.withdraw, { cardId: id, amount: '100', payPassword })
}

async function unsettled(): Promise<Reply> {
  const person = await verified(world, 'seller')
  const { id } = await person.call(funding.addCard, practiceCard)
  const { db } = world.server.dependencies.store
  await sql`
    insert into unsettled (user_id, wallet, release_date, amount)
    select id, 1, date '2099-01-04', 100000 from app_user where email = 'seller@example.org'`.execute(db)
  return person.askWire(funding.withdraw, { cardId: id, amount: '1000000', payPassword })
}

type Name = keyof typeof funding
const cases: readonly (readonly [Name, RefusalWord, Provoke])[] = [
  ['addCard', 'missing_field', asked(funding.addCard, { ...bank, bankName: '' })],
  ['addCard', 'missing_field', asked(funding.addCard, { ...coin, address: '' })],
  ['addCard', 'text_too_long', asked(funding.addCard, { ...bank, city: 'x'.repeat(51) })],
  ['addCard', 'currency_missing', asked(funding.addCard, { ...coin, currency: 'BTC' })],
  ['addCard', 'address_invalid', asked(funding.addCard, { ...coin, address: mainNetwork })],
  ['addCard', 'card_number_real', asked(funding.addCard, { ...bank, cardNumber: real })],
  ['addCard', 'card_number_real', asked(funding.addCard, { ...bank, cardNumber: 'none' })],
  ['addCard', 'too_many_cards', sixthCard],
  ['changeCard', 'not_found', asked(funding.changeCard, { id: 999_999, ...bank })],
  ['changeCard', 'missing_field', changed({ accountName: '' })],
  ['changeCard', 'text_too_long', changed({ region: 'x'.repeat(51) })],
  ['changeCard', 'currency_missing', changed({ ...coin, currency: '' })],
  ['changeCard', 'address_invalid', changedAddress],
  ['changeCard', 'card_number_real', changed({ cardNumber: real })],
  ['changeCard', 'card_in_use', inUse(funding.changeCard)],
  ['deleteCard', 'not_found', asked(funding.deleteCard, { id: 999_999 })],
  ['deleteCard', 'card_in_use', inUse(funding.deleteCard)],
  ['createDeposit', 'incorrect_amount', asked(funding.createDeposit, { ...fiat, amount: '0' })],
  ['createDeposit', 'incorrect_amount', asked(funding.createDeposit, { ...fiat, amount: undefined })],
  ['createDeposit', 'currency_missing', asked(funding.createDeposit, { ...fiat, currency: 'SUSD' })],
  ['createDeposit', 'currency_missing', asked(funding.createDeposit, { ...fiat, type: 1 })],
  ['createDeposit', 'proof_missing', asked(funding.createDeposit, fiat)],
  ['createDeposit', 'proof_missing', asked(funding.createDeposit, { ...fiat, proofImage: '/etc/passwd' })],
  ['createDeposit', 'deposit_too_small', asked(funding.createDeposit, { type: 1, currency: 'SMXN', amount: '0.5' })],
  [
    'createDeposit',
    'amount_above_limit',
    async () => guest.askWire(funding.createDeposit, { ...fiat, amount: '50001', proofImage: await upload(guest) }),
  ],
  ['deposits', 'not_found', asked(funding.deposits, { pageNum: 1, pageSize: 10, id: 'mine' })],
  ['withdrawals', 'not_found', asked(funding.withdrawals, { pageNum: 1, pageSize: 10, id: 'mine' })],
  ['usable', 'currency_missing', asked(funding.usable, { currency: 'XXX' })],
  ['usable', 'quote_unavailable', async () => (await early.person()).ask(funding.usable, { asset: 'USD' })],
  ['withdraw', 'missing_field', applied({ payPassword: '' })],
  ['withdraw', 'incorrect_amount', applied({ amount: '1.234' })],
  ['withdraw', 'card_missing', applied({ cardId: '' })],
  ['withdraw', 'card_missing', applied({ cardId: 999_999 })],
  ['withdraw', 'currency_missing', applied({ currency: 'SHKD' })],
  ['withdraw', 'pay_password_wrong', applied({ payPassword: 'not-this-1' })],
  ['withdraw', 'pay_password_missing', withoutPayPassword],
  ['withdraw', 'pay_password_locked', locked],
  ['withdraw', 'verification_missing', withVerification('nobody-yet', 0)],
  ['withdraw', 'verification_missing', withVerification('refused', 2)],
  ['withdraw', 'verification_pending', withVerification('waiting', 1)],
  ['withdraw', 'withdrawals_paused', afterReset],
  ['withdraw', 'insufficient_balance', applied({ amount: '1000001' })],
  ['withdraw', 'not_settled', unsettled],
  ['withdraw', 'withdrawal_too_small', applied({ amount: '9.99' })],
  ['withdraw', 'daily_limit', applied({ amount: '5000001' })],
  ['withdraw', 'quote_unavailable', beforePrices],
  ['sendCoins', 'incorrect_amount', asked(funding.sendCoins, { ...send, amount: '-1' })],
  ['sendCoins', 'missing_field', asked(funding.sendCoins, { ...send, address: '' })],
  ['sendCoins', 'currency_missing', asked(funding.sendCoins, { ...send, asset: 'USD' })],
  ['sendCoins', 'address_invalid', asked(funding.sendCoins, { ...send, address: mainNetwork })],
  ['sendCoins', 'amount_above_limit', asked(funding.sendCoins, { ...send, amount: '10000.01' })],
]

describe('refusals of the funding calls', () => {
  for (const [name, word, provoke] of cases) {
    test(`${name} refuses: ${word}`, async () => {
      const { status, envelope } = await provoke()
      assert.deepEqual([status, envelope.code], [200, refusalCode(word)], envelope.msg)
      assert.doesNotMatch(envelope.msg, /[{}]/, 'every placeholder is filled in')
    })
  }

  test('every refusal that a call lists has a case', () => {
    const listed = Object.entries(funding).flatMap(([name, call]) => call.refusals.map((word) => `${name} ${word}`))
    const provoked = new Set(cases.map(([name, word]) => `${name} ${word}`))
    assert.deepEqual(
      listed.filter((each) => !provoked.has(each)),
      [],
    )
  })
})
