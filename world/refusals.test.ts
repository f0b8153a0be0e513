import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { everyCall } from '@mex/contract/calls.ts'
import { refusalOfCode } from '@mex/contract/refusals.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'
import { newKey, type Person, type Reply } from './person.ts'
import { openWorld, type World } from './world.ts'

/**
 * Every refusal that a call lists is provoked over HTTP, or in the test of the area that is named: a call that lists a
 * new one fails here until somebody shows how it comes about.
 */

let world: World
/** Long before the market began: there is no quote and no rate. */
let early: World
before(async () => {
  world = await openWorld({ seed: 'refusals' })
  early = await openWorld({ seed: 'refusals', start: Date.UTC(2010, 0, 5, 16) })
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await early[Symbol.asyncDispose]()
})

type Fields = Readonly<Record<string, unknown>>
type Ask = (name: string, fields?: Fields) => Promise<Reply>
/** Makes the last call of a story; what came before is asserted to have gone well. */
type Case = (ask: Ask, person: Person) => Promise<Reply>

const callOf = (name: string) => {
  const found = everyCall.find((entry) => `${entry.area}.${entry.name}` === name)
  assert(found !== undefined, `${name} is a call`)
  return found.call
}
const asker =
  (person: Person): Ask =>
  (name, fields = {}) =>
    person.askWire(callOf(name), fields, { key: newKey() })

async function well(reply: Promise<Reply>): Promise<Record<string, unknown>> {
  const { envelope } = await reply
  assert.equal(envelope.code, 200, envelope.msg)
  return envelope.data as Record<string, unknown>
}

const simply =
  (name: string, fields: Fields = {}): Case =>
  (ask) =>
    ask(name, fields)
/** The same long before the market began. */
const inTheBeginning =
  (name: string, fields: Fields = {}): Case =>
  async () =>
    asker(await early.person())(name, fields)

let addresses = 0
const newEmail = (): string => {
  addresses += 1
  return `somebody${addresses}@example.org`
}
const registering = { password: 'practice-makes-4', passwordConfirm: 'practice-makes-4', agree: true }

/** Registers with a right code, except for what a test does otherwise. */
const register =
  (more: Fields, wait = 0): Case =>
  async (ask) => {
    const email = newEmail()
    const { devCode } = await well(ask('account.sendEmailCode', { email, type: 'register' }))
    world.clock.advance(wait)
    return ask('account.register', { email, emailCode: devCode, ...registering, ...more })
  }

const takenEmail: Case = async (ask) => {
  const email = newEmail()
  const send = async () => (await well(ask('account.sendEmailCode', { email, type: 'register' })))['devCode']
  const stranger = asker(world.stranger())
  await well(stranger('account.register', { email, emailCode: await send(), ...registering }))
  world.clock.advance(61_000)
  return stranger('account.register', { email, emailCode: await send(), ...registering })
}

const codeTooSoon: Case = async (ask) => {
  const code = { email: newEmail(), type: 'register' }
  await well(ask('account.sendEmailCode', code))
  return ask('account.sendEmailCode', code)
}

const tooManyAttempts: Case = async (ask) => {
  const wrong = { username: newEmail(), password: 'wrong' }
  for (let tries = 0; tries < 5; tries += 1) await ask('account.login', wrong)
  return ask('account.login', wrong)
}

/** From wallet 1 (MXN) to 9 (futures) and the like. */
const transfer = (fromWalletType: number, toWalletType: number, amount: string): Case =>
  simply('wallet.transfer', { fromWalletType, toWalletType, amount })

const unsettled: Case = async (ask) => {
  const share = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '10' }
  const { id } = await well(ask('trading.createStock', share))
  await world.step(2)
  await well(ask('trading.close', { id, type: 'full' }))
  await world.step(2)
  const { balance } = await well(ask('market.fundDetails'))
  return ask('wallet.transfer', { fromWalletType: 8, toWalletType: 1, amount: balance })
}

const settled: Case = async (ask) => {
  const { id } = await well(ask('wallet.transfer', { fromWalletType: 1, toWalletType: 8, amount: '100' }))
  await world.pass(600)
  return ask('wallet.cancelTransfer', { id })
}

const long = 'x'.repeat(51)
const tooLong = (name: string, fields: Fields = {}): readonly [string, Case] => [
  `${name} text_too_long`,
  simply(name, { keyword: long, ...fields }),
]
const lookups = ['detail', 'summary', 'quote', 'orderQuote', 'conditions'].map((name) => `market.${name}`)
const apple = { assettype: 0, classify: 'UsStock', secuCode: 'AAPL', market: 'US' }

const cases: ReadonlyMap<string, Case> = new Map<string, Case>([
  ['account.login missing_field', simply('account.login', { username: 'somebody' })],
  ['account.login wrong_credentials', simply('account.login', { username: 'nobody', password: 'wrong' })],
  ['account.login too_many_attempts', tooManyAttempts],
  ['account.register missing_field', register({ emailCode: undefined })],
  ['account.register email_taken', takenEmail],
  ['account.register code_incorrect', register({ emailCode: 'abcdef' })],
  ['account.register code_expired', register({}, 600_000)],
  ['account.register password_format', register({ password: 'abc', passwordConfirm: 'abc' })],
  ['account.register passwords_differ', register({ passwordConfirm: 'another' })],
  ['account.register invitation_invalid', register({ invitationCode: 'ZZZZZZ' })],
  ['account.register agreement_missing', register({ agree: false })],
  ['account.sendEmailCode missing_field', simply('account.sendEmailCode', { type: 'register' })],
  ['account.sendEmailCode code_too_soon', codeTooSoon],
  [
    'account.sendEmailCode wrong_state',
    simply('account.sendEmailCode', { email: 'else@example.org', type: 'payPassword' }),
  ],
  ['account.revokeSession not_found', simply('account.revokeSession', { id: 987_654_321 })],
  ['account.overview unknown_wallet', simply('account.overview', { walletType: 55 })],
  ['account.overview quote_unavailable', inTheBeginning('account.overview')],
  ...['hongKongStocks', 'globalIndices', 'futures', 'search', 'hot', 'home', 'forexIndices', 'forex'].map((name) =>
    tooLong(`market.${name}`),
  ),
  tooLong('market.top', { market: 'US', type: 'gainers' }),
  tooLong('market.stocks', { market: 'US' }),
  tooLong('market.futureMonths', { goldCode: 'ES' }),
  tooLong('market.venue', { stkName: long }),
  tooLong('market.venues', { list: [{ stkcode: long }] }),
  ['market.futureMonths unknown_instrument', simply('market.futureMonths', { goldCode: 'NOSUCH' })],
  ...[...lookups, 'market.candles', 'market.fundDetails', 'market.fundProfit'].map((name): [string, Case] => [
    `${name} unknown_instrument`,
    simply(name, { stockCode: 'NOSUCH', ...(name === 'market.candles' ? { type: '1D' } : {}) }),
  ]),
  ...lookups.map((name): [string, Case] => [
    `${name} quote_unavailable`,
    inTheBeginning(name, { stockCode: 'AAPL', market: 'US' }),
  ]),
  ['market.rates currency_missing', simply('market.rates', { currency: 'EUR' })],
  ['market.rates quote_unavailable', inTheBeginning('market.rates')],
  ['watchlist.list not_tradable', simply('watchlist.list', { classify: 'Wood' })],
  ['watchlist.save unknown_instrument', simply('watchlist.save', { ...apple, secuCode: 'NOSUCH' })],
  ['watchlist.save not_tradable', simply('watchlist.save', { ...apple, classify: 'MX' })],
  ['watchlist.save text_too_long', simply('watchlist.save', { ...apple, securityName: long })],
  ['watchlist.remove not_found', simply('watchlist.remove', { id: 'first' })],
  ['watchlist.removeCode unknown_instrument', simply('watchlist.removeCode', { stockCode: 'AAPL', market: 'MOON' })],
  ['trading.bills unknown_wallet', simply('trading.bills', { walletType: 55 })],
  ['wallet.bills unknown_wallet', simply('wallet.bills', { walletType: 55 })],
  ['wallet.bills quote_unavailable', inTheBeginning('wallet.bills')],
  ['wallet.balance unknown_wallet', simply('wallet.balance', { walletType: 55 })],
  ['wallet.balance quote_unavailable', inTheBeginning('wallet.balance', { walletType: 0 })],
  ['wallet.transfer incorrect_amount', transfer(1, 8, '0')],
  ['wallet.transfer insufficient_balance', transfer(1, 8, '99000000')],
  ['wallet.transfer unknown_wallet', transfer(1, 55, '1')],
  ['wallet.transfer wallets_equal', transfer(1, 1, '1')],
  ['wallet.transfer not_settled', unsettled],
  [
    'wallet.transfer quote_unavailable',
    inTheBeginning('wallet.transfer', { fromWalletType: 1, toWalletType: 8, amount: '1' }),
  ],
  ['wallet.cancelTransfer not_found', simply('wallet.cancelTransfer', { id: 987_654_321 })],
  ['wallet.cancelTransfer transfer_settled', settled],
  ['audit.anchor not_found', simply('audit.anchor', { date: '2099-01-01' })],
  ['audit.fills not_found', simply('audit.fills', { quoteId: 'US:NOSUCH@1' })],
])

/** What cannot be brought about from outside without another's timing or hundreds of rows. */
const elsewhere: Readonly<Record<string, string>> = {
  'account.register wrong_state': 'account/registration.test.ts',
  'account.register unavailable': 'account/busy.test.ts',
  'account.login unavailable': 'account/busy.test.ts',
  'watchlist.save wrong_state': 'watchlist/watchlist.test.ts',
}
const areas = join(import.meta.dirname, '..', 'server', 'areas')
/** Orders and positions: the test of the area goes through all words that its calls list. */
const ownTest = (area: string, name: string): boolean =>
  (area === 'trading' && name !== 'bills') || name === 'fundDetails' || name === 'fundProfit'

for (const { area, name, call } of everyCall) {
  if (ownTest(area, name)) continue
  for (const word of call.refusals) {
    const pair = `${area}.${name} ${word}`
    test(`${pair} is provoked`, async () => {
      const file = elsewhere[pair]
      if (file !== undefined) return assert((await readFile(join(areas, file), 'utf8')).includes(`'${word}'`))
      const provoke = cases.get(pair)
      assert(provoke !== undefined, 'there is no case for it')
      const person = await world.person()
      const { status, envelope } = await provoke(asker(person), person)
      assert.equal(status, 200)
      assert.equal(refusalOfCode(envelope.code) satisfies RefusalWord | undefined, word, envelope.msg)
      assert(envelope.msg.length > 0 && !/[{}]|undefined/.test(envelope.msg), envelope.msg)
    })
  }
}

test('the books are right after all that was refused', () => world.verify())
