import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { everyCall } from '@mex/contract/calls.ts'
import type { Call } from '@mex/contract/call.ts'
import { refusalCode, refusalText } from '@mex/contract/refusals.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { refusal, type RefusalWord } from '@mex/core/refusal.ts'
import { areaTests } from './area-tests.ts'
import { register, seedPassword } from './people.ts'
import type { Person, Reply } from './person.ts'
import { openWorld, type World } from './world.ts'
import { elsewhere } from './refusals-elsewhere-testing.ts'

/**
 * Every refusal that a call lists, provoked over HTTP. Some need states that HTTP cannot reach; tests of the areas provoke
 * them on the server's parts. Such a test has the title "<area>.<call> refuses: <word>", or stands in `elsewhere`.
 */

let world: World
/** A market before its first price. */
let early: World
let alice: Person
before(async () => {
  world = await openWorld({ seed: 'refusals' })
  early = await openWorld({ seed: 'refusals', start: Date.UTC(1980, 0, 2, 16) })
  alice = await world.person()
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await early[Symbol.asyncDispose]()
})

type Fields = Readonly<Record<string, unknown>>
type Provoke = () => Promise<Reply>

const asked =
  (call: Call, fields: Fields = {}): Provoke =>
  () =>
    alice.askWire(call, fields)

const askedEarly =
  (call: Call, fields: Fields = {}): Provoke =>
  async () =>
    (await early.person()).askWire(call, fields)

const {
  records,
  portfolio,
  account,
  registration: forms,
  security,
  market,
  watchlist,
  trading,
  wallet,
  content,
  audit,
  kyc,
  offerings,
  placings,
  blocks,
  bonds,
  crypto,
  quantify,
  follows,
  alerts,
  watchGroups,
} = calls
const long = { keyword: 'x'.repeat(51) }
const unknown = { stockCode: 'NOPE' }
const apple = { stockCode: 'AAPL', market: 'US' }
const unknownLogin = { username: 'nobody@example.org', password: 'wrong-password' }

let addresses = 0
const newEmail = (): string => `refused-${(addresses += 1)}@example.org`

/** Valid fields of a registration, changed by `more`. */
async function registration(more: Fields = {}): Promise<Fields> {
  const email = newEmail()
  const { devCode } = await alice.call(account.sendEmailCode, { email, purpose: 'register' })
  const password = 'practice-makes-4'
  return { email, emailCode: devCode, password, passwordConfirm: password, agree: true, ...more }
}

const registered =
  (more: Fields): Provoke =>
  async () =>
    world.stranger().askWire(account.register, await registration(more))

/** Valid fields of the registration form of an individual. */
const form = {
  userType: 2,
  username: 'somebody',
  streetAddress: '1 Example Street',
  stateProvince: 'Jalisco',
  phoneNumber: '+52 33 5555 0100',
  country: 'MX',
  socialSecurityNumber: '666-12-3456',
}

const registeredFully =
  (more: Fields): Provoke =>
  async () =>
    world.stranger().askWire(forms.registerFully, await registration({ ...form, ...more }))

async function withOldCodeInForm(): Promise<Reply> {
  const fields = await registration(form)
  await world.pass(11 * 60)
  return world.stranger().askWire(forms.registerFully, fields)
}

const reset = { email: 'reset@example.org', emailCode: '123456', newPassword: 'abcdefg', confirmPassword: 'abcdefg' }
const change = { oldPassword: 'x', newPassword: 'abcdefg', confirmPassword: 'abcdefg' }
const paying = { payPassword: '246810', confirmPayPassword: '246810' }
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const created = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'AAAA' } }
const used = { ...credential, response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' } }

async function afterTooManyTries(): Promise<Reply> {
  const name = { username: 'often@example.org', password: 'wrong-password' }
  for (let tries = 0; tries < 5; tries += 1) await alice.askWire(account.login, name)
  return alice.askWire(account.login, name)
}

async function withTakenEmail(): Promise<Reply> {
  await register(world.url, 'taken')
  await world.pass(61)
  const email = 'taken@example.org'
  const { devCode } = await alice.call(account.sendEmailCode, { email, purpose: 'register' })
  const fields = { email, emailCode: devCode, password: seedPassword, passwordConfirm: seedPassword, agree: true }
  return world.stranger().askWire(account.register, fields)
}

async function withOldCode(): Promise<Reply> {
  const fields = await registration()
  await world.pass(11 * 60)
  return world.stranger().askWire(account.register, fields)
}

async function withoutProceeds(): Promise<Reply> {
  const bob = await world.person()
  const order = { ...apple, classify: 'UsStock', direction: 0, orderType: 0, quantity: '10' }
  const bought = (await bob.askWire(trading.createStock, order)).envelope.data as { readonly id: number }
  await world.step()
  await bob.call(trading.close, { id: bought.id, part: 'full', type: 'market' })
  await world.step()
  const { available } = await bob.call(wallet.balance, { wallet: 'US_STOCK' })
  return bob.ask(wallet.transfer, { from: 'US_STOCK', to: 'BALANCE', amount: available })
}

async function afterSettlement(): Promise<Reply> {
  const { id } = await alice.call(wallet.transfer, { from: 'BALANCE', to: 'FUTURE', amount: moneyOf('10') })
  await world.pass(60)
  return alice.ask(wallet.cancelTransfer, { id })
}

const watched = { secuCode: 'AAPL', market: 'US', classify: 'UsStock', assettype: 0 }

async function withFullWatchlist(): Promise<Reply> {
  const bob = await world.person()
  const all = [...world.server.dependencies.source.feed.instruments(world.clock.now()).values()]
  const save = ({ code, market: where, classify, source }: (typeof all)[number]) =>
    bob.call(watchlist.save, { code, market: where, classify, source })
  for (const instrument of all.slice(0, 200)) await save(instrument)
  const { code, market: where, classify, source } = present(all[200], 'one more instrument')
  return bob.ask(watchlist.save, { code, market: where, classify, source })
}

const alert = { stockCode: 'AAPL', market: 'US', alertType: 'above' }

type Name = `${string}.${string}`
const cases: readonly (readonly [Name, RefusalWord, Provoke])[] = [
  ['account.login', 'missing_field', asked(account.login, { password: 'x' })],
  ['account.login', 'wrong_credentials', asked(account.login, unknownLogin)],
  ['account.login', 'too_many_attempts', afterTooManyTries],
  ['account.register', 'missing_field', registered({ email: '' })],
  ['account.register', 'email_taken', withTakenEmail],
  ['account.register', 'code_incorrect', registered({ emailCode: '12' })],
  ['account.register', 'code_expired', withOldCode],
  ['account.register', 'password_format', registered({ password: 'a b', passwordConfirm: 'a b' })],
  ['account.register', 'passwords_differ', registered({ passwordConfirm: 'practice-makes-5' })],
  ['account.register', 'invitation_invalid', registered({ invitationCode: 'ZZZZZZ' })],
  ['account.register', 'agreement_missing', registered({ agree: false })],
  ['registration.registerFully', 'missing_field', registeredFully({ streetAddress: '' })],
  ['registration.registerFully', 'text_too_long', registeredFully({ streetAddress: 'x'.repeat(51) })],
  ['registration.registerFully', 'username_taken', registeredFully({ username: 'Admin' })],
  ['registration.registerFully', 'code_incorrect', registeredFully({ emailCode: '12' })],
  ['registration.registerFully', 'code_expired', withOldCodeInForm],
  ['registration.registerFully', 'password_format', registeredFully({ password: 'a b', passwordConfirm: 'a b' })],
  ['registration.registerFully', 'passwords_differ', registeredFully({ passwordConfirm: 'practice-makes-5' })],
  ['registration.registerFully', 'invitation_invalid', registeredFully({ invitationCode: 'ZZZZZZ' })],
  ['registration.registerFully', 'security_number_real', registeredFully({ socialSecurityNumber: '123-45-6789' })],
  ['registration.registerFully', 'agreement_missing', registeredFully({ agree: false })],
  ['security.resetPassword', 'missing_field', asked(security.resetPassword, { ...reset, newPassword: '' })],
  ['security.resetPassword', 'code_incorrect', asked(security.resetPassword, reset)],
  ['security.resetPassword', 'passwords_differ', asked(security.resetPassword, { ...reset, confirmPassword: 'other' })],
  ['security.changePassword', 'missing_field', asked(security.changePassword, { ...change, oldPassword: '' })],
  ['security.changePassword', 'wrong_state', asked(security.changePassword, change)],
  ['security.changePassword', 'passwords_differ', asked(security.changePassword, { ...change, confirmPassword: 'x' })],
  ['security.changePassword', 'password_format', asked(security.changePassword, { ...change, newPassword: 'abc' })],
  ['security.setPayPassword', 'missing_field', asked(security.setPayPassword)],
  ['security.setPayPassword', 'wrong_state', asked(security.setPayPassword, paying)],
  [
    'security.setPayPassword',
    'passwords_differ',
    asked(security.setPayPassword, { ...paying, confirmPayPassword: '1' }),
  ],
  ['security.setPayPassword', 'password_format', asked(security.setPayPassword, { ...paying, payPassword: '12345' })],
  ['security.changePayPassword', 'missing_field', asked(security.changePayPassword, paying)],
  [
    'security.changePayPassword',
    'passwords_differ',
    asked(security.changePayPassword, { oldPayPassword: '135791', ...paying, confirmPayPassword: '1' }),
  ],
  [
    'security.changePayPassword',
    'pay_password_missing',
    asked(security.changePayPassword, { oldPayPassword: '135791', ...paying }),
  ],
  ['security.passkeyCreationOptions', 'missing_field', asked(security.passkeyCreationOptions)],
  ['security.passkeyCreationOptions', 'wrong_state', asked(security.passkeyCreationOptions, { password: 'x' })],
  ['security.addPasskey', 'missing_field', asked(security.addPasskey, { credential: created })],
  ['security.addPasskey', 'text_too_long', asked(security.addPasskey, { name: 'x'.repeat(51), credential: created })],
  ['security.addPasskey', 'passkey_invalid', asked(security.addPasskey, { name: 'Phone', credential: created })],
  ['security.loginByPasskey', 'passkey_invalid', asked(security.loginByPasskey, { credential: used })],
  ['security.removePasskey', 'not_found', asked(security.removePasskey, { id: 999_999 })],
  ['account.sendEmailCode', 'missing_field', asked(account.sendEmailCode, { type: 'register' })],
  [
    'account.sendEmailCode',
    'code_too_soon',
    async () => {
      const fields = { email: newEmail(), type: 'register' }
      await alice.askWire(account.sendEmailCode, fields)
      return alice.askWire(account.sendEmailCode, fields)
    },
  ],
  ['account.sendEmailCode', 'wrong_state', asked(account.sendEmailCode, { email: newEmail(), type: 'payPassword' })],
  ['account.revokeSession', 'not_found', asked(account.revokeSession, { id: 999_999 })],
  ['account.overview', 'unknown_wallet', asked(account.overview, { walletType: 99 })],
  ['account.overview', 'quote_unavailable', askedEarly(account.overview)],
  ...(['hongKongStocks', 'globalIndices', 'search', 'futures', 'hot', 'home', 'forexIndices', 'forex'] as const).map(
    (name) => [`market.${name}`, 'text_too_long', asked(market[name], long)] as const,
  ),
  ['market.top', 'text_too_long', asked(market.top, { ...long, market: 'US', type: 'gainers' })],
  ['market.stocks', 'text_too_long', asked(market.stocks, { ...long, market: 'US' })],
  ['market.futureMonths', 'text_too_long', asked(market.futureMonths, { ...long, goldCode: 'ES' })],
  ['market.calendar', 'unknown_instrument', asked(market.calendar, { stockCode: 'NOPE' })],
  ['market.futureMonths', 'unknown_instrument', asked(market.futureMonths, { goldCode: 'NOPE' })],
  ...(['detail', 'summary', 'quote', 'orderQuote', 'conditions', 'news'] as const).flatMap((name) => [
    [`market.${name}`, 'unknown_instrument', asked(market[name], unknown)] as const,
    [`market.${name}`, 'quote_unavailable', askedEarly(market[name], apple)] as const,
  ]),
  ['market.candles', 'unknown_instrument', asked(market.candles, { ...unknown, type: '1D' })],
  ['market.venue', 'text_too_long', asked(market.venue, { stkcode: 'x'.repeat(51) })],
  ['market.venues', 'text_too_long', asked(market.venues, { list: [{ stkcode: 'x'.repeat(51) }] })],
  ['market.fundDetails', 'unknown_instrument', asked(market.fundDetails, unknown)],
  ['market.fundProfit', 'unknown_instrument', asked(market.fundProfit, unknown)],
  ['market.screen', 'text_too_long', asked(market.screen, { market: 'US', group: long.keyword })],
  ['market.screen', 'quantity_missing', asked(market.screen, { market: 'US', volumeFrom: 'many' })],
  ['market.rates', 'currency_missing', asked(market.rates, { currency: 'XXX' })],
  ['market.rates', 'quote_unavailable', askedEarly(market.rates)],
  ['watchlist.list', 'not_tradable', asked(watchlist.list, { classify: 'Nothing' })],
  ['watchlist.save', 'unknown_instrument', asked(watchlist.save, { ...watched, secuCode: 'NOPE' })],
  ['watchlist.save', 'not_tradable', asked(watchlist.save, { ...watched, classify: 'Forex' })],
  ['watchlist.save', 'text_too_long', asked(watchlist.save, { ...watched, securityName: 'x'.repeat(51) })],
  ['watchlist.save', 'wrong_state', withFullWatchlist],
  ['watchlist.remove', 'not_found', asked(watchlist.remove, { id: 'one' })],
  ['watchlist.removeCode', 'unknown_instrument', asked(watchlist.removeCode, { stockCode: 'AAPL', market: 'XX' })],
  ['watchGroups.save', 'not_found', asked(watchGroups.save, { id: 999_999, groupName: 'Mine' })],
  ['watchGroups.save', 'text_too_long', asked(watchGroups.save, { groupName: 'x'.repeat(51) })],
  ['watchGroups.fill', 'not_found', asked(watchGroups.fill, { id: 999_999, watchIds: [] })],
  ['watchGroups.order', 'not_found', asked(watchGroups.order, { ids: ['mine'] })],
  ['watchGroups.remove', 'not_found', asked(watchGroups.remove, { id: 'mine' })],
  ['alerts.list', 'unknown_instrument', asked(alerts.list, { stockCode: 'AAPL', market: 'XX' })],
  ['alerts.create', 'unknown_instrument', asked(alerts.create, { ...alert, stockCode: 'NOPE', price: '100' })],
  ['alerts.create', 'price_step', asked(alerts.create, { ...alert, price: '9999.00001' })],
  ['alerts.create', 'alert_passed', asked(alerts.create, { ...alert, price: '0.01' })],
  ['alerts.remove', 'not_found', asked(alerts.remove, { id: 'mine' })],
  ['trading.bills', 'unknown_wallet', asked(trading.bills, { walletType: 99 })],
  ['trading.bills', 'not_found', asked(trading.bills, { refId: 'mine' })],
  ['records.billFile', 'unknown_wallet', asked(records.billFile, { walletType: 99 })],
  ['wallet.bills', 'unknown_wallet', asked(wallet.bills, { walletType: 99 })],
  ['wallet.bills', 'quote_unavailable', askedEarly(wallet.bills)],
  ['wallet.balance', 'unknown_wallet', asked(wallet.balance, { walletType: 99 })],
  ['wallet.balance', 'quote_unavailable', askedEarly(wallet.balance, { walletType: 0 })],
  ['portfolio.allocation', 'quote_unavailable', askedEarly(portfolio.allocation)],
  ['portfolio.curve', 'quote_unavailable', askedEarly(portfolio.curve)],
  ['portfolio.months', 'quote_unavailable', askedEarly(portfolio.months)],
  ['wallet.transfer', 'incorrect_amount', asked(wallet.transfer, { fromWalletType: 1, toWalletType: 8, amount: '0' })],
  [
    'wallet.transfer',
    'insufficient_balance',
    asked(wallet.transfer, { fromWalletType: 1, toWalletType: 8, amount: '999999999' }),
  ],
  ['wallet.transfer', 'unknown_wallet', asked(wallet.transfer, { fromWalletType: 1, toWalletType: 77, amount: '1' })],
  ['wallet.transfer', 'wallets_equal', asked(wallet.transfer, { fromWalletType: 7, toWalletType: 8, amount: '1' })],
  ['wallet.transfer', 'not_settled', withoutProceeds],
  [
    'wallet.transfer',
    'quote_unavailable',
    askedEarly(wallet.transfer, { fromWalletType: 1, toWalletType: 8, amount: '1' }),
  ],
  ['wallet.cancelTransfer', 'not_found', asked(wallet.cancelTransfer, { id: 999_999 })],
  ['wallet.cancelTransfer', 'transfer_settled', afterSettlement],
  ['content.help', 'text_too_long', asked(content.help, long)],
  ['content.articles', 'text_too_long', asked(content.articles, long)],
  ['content.article', 'not_found', asked(content.article, { id: 999_999 })],
  ['content.dictionary', 'not_found', asked(content.dictionary, { dictType: 'sys_user' })],
  ['content.message', 'not_found', asked(content.message, { id: 999_999 })],
  ['content.readMessages', 'missing_field', asked(content.readMessages, { all: 0 })],
  ['content.readMessages', 'not_found', asked(content.readMessages, { ids: ['x'] })],
  ['kyc.submit', 'text_too_long', asked(kyc.submit, { firstName: 'x'.repeat(51) })],
  [
    'kyc.applyForService',
    'agreement_missing',
    asked(kyc.applyForService, { service: 'block', riskAcknowledged: false }),
  ],
  ['offerings.issue', 'not_found', asked(offerings.issue, { id: 999_999 })],
  ['offerings.issue', 'unknown_instrument', asked(offerings.issue, { stockCode: '?' })],
  ['offerings.apply', 'not_found', asked(offerings.apply, { id: 999_999, quantity: '1' })],
  ['offerings.add', 'incorrect_amount', asked(offerings.add, { id: 1, quantity: '1', amount: '1' })],
  ['offerings.applications', 'not_found', asked(offerings.applications, { id: 'mine' })],
  ['offerings.affordable', 'not_found', asked(offerings.affordable, { id: 999_999 })],
  ['offerings.draw', 'not_found', asked(offerings.draw, { id: 999_999 })],
  ['placings.list', 'not_found', asked(placings.list, { id: 999_999 })],
  ['placings.window', 'not_found', asked(placings.window, { id: 999_999 })],
  ['placings.apply', 'not_found', asked(placings.apply, { id: 999_999, quantity: '1' })],
  ['placings.closable', 'position_not_found', asked(placings.closable, {})],
  ['placings.closable', 'unknown_instrument', asked(placings.closable, { stockCode: '?' })],
  ['placings.draw', 'not_found', asked(placings.draw, { id: 999_999 })],
  ['blocks.offers', 'not_found', asked(blocks.offers, { id: 'mine' })],
  ['blocks.offers', 'text_too_long', asked(blocks.offers, { keyword: 'x'.repeat(51) })],
  ['blocks.create', 'not_found', asked(blocks.create, { id: 999_999, quantity: '10000' })],
  ['blocks.schedule', 'not_found', asked(blocks.schedule, { id: 999_999 })],
  ['bonds.list', 'not_found', asked(bonds.list, { id: 999_999_999 })],
  ['bonds.list', 'text_too_long', asked(bonds.list, { keyword: 'x'.repeat(51) })],
  ['crypto.quote', 'unknown_instrument', asked(crypto.quote, { stockCode: 'NOCOIN' })],
  ['crypto.quote', 'quote_unavailable', askedEarly(crypto.quote, { stockCode: 'BTC' })],
  ['crypto.candles', 'unknown_instrument', asked(crypto.candles, { stockCode: 'NOCOIN', type: '1D' })],
  ['crypto.candles', 'quote_unavailable', askedEarly(crypto.candles, { stockCode: 'BTC', type: '1D' })],
  ['bonds.buy', 'not_found', asked(bonds.buy, { id: 999_999_999, amount: '100' })],
  ['bonds.buy', 'missing_field', asked(bonds.buy, { id: 1 })],
  ['bonds.buy', 'incorrect_amount', asked(bonds.buy, { id: 1, amount: 'many' })],
  ['bonds.holdings', 'not_found', asked(bonds.holdings, { id: 'mine' })],
  ['bonds.sell', 'not_found', asked(bonds.sell, { id: 999_999_999 })],
  ['bonds.sell', 'incorrect_amount', asked(bonds.sell, { id: 1, amount: 'all' })],
  ['quantify.products', 'not_found', asked(quantify.products, { productId: 999_999 })],
  ['quantify.profits', 'not_found', asked(quantify.profits, { orderId: 999_999_999 })],
  ['quantify.orders', 'not_found', asked(quantify.orders, { id: 999_999_999 })],
  ['quantify.save', 'not_found', asked(quantify.save, { productId: 5, amount: '100', agree: true })],
  ['quantify.save', 'incorrect_amount', asked(quantify.save, { productId: 1030, amount: '1.001', agree: true })],
  ['quantify.save', 'agreement_missing', asked(quantify.save, { productId: 1030, amount: '100' })],
  ['quantify.capacity', 'not_found', asked(quantify.capacity, { id: 999_999 })],
  ['follows.agencies', 'not_found', asked(follows.agencies, { id: 999 })],
  ['follows.orders', 'not_found', asked(follows.orders, { id: 'mine' })],
  ['follows.add', 'not_found', asked(follows.add, { agencyId: 999, amount: '100' })],
  ['follows.add', 'incorrect_amount', asked(follows.add, { agencyId: 1, amount: 'all' })],
  ['follows.add', 'follow_amount', asked(follows.add, { agencyId: 1, amount: '99' })],
  ['follows.schedule', 'not_found', asked(follows.schedule, { id: 999_999_999 })],
  ['audit.anchor', 'not_found', asked(audit.anchor, { date: '2099-12-31' })],
  ['audit.seal', 'not_found', asked(audit.seal, { sequence: 999_999_999 })],
  ['audit.fills', 'not_found', asked(audit.fills, { quoteId: 'US:AAPL@1' })],
]

const provoked = new Set(cases.map(([name, word]) => `${name} ${word}`))

for (const [name, word, provoke] of cases) {
  test(`${name} refuses: ${word}`, async () => {
    const { status, envelope } = await provoke()
    assert.deepEqual([status, envelope.code], [200, refusalCode(word)], envelope.msg)
    assert.doesNotMatch(envelope.msg, /[{}]/, 'every placeholder is filled in')
  })
}

test('every refusal that a call lists is provoked by a test', () => {
  const listed = everyCall.flatMap(({ area, name, call }) => call.refusals.map((word) => `${area}.${name} ${word}`))
  const isProvoked = (each: string): boolean =>
    provoked.has(each) ||
    areaTests.includes(each.replace(' ', ' refuses: ')) ||
    elsewhere.some(([name]) => name.test(each))
  const left = listed.filter((each) => !isProvoked(each))
  assert.deepEqual(left, [])
  for (const [name, file] of elsewhere) {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
    const words = listed.filter((each) => name.test(each)).map((each) => each.split(' ')[1] ?? '')
    for (const word of words) assert(text.includes(word), `${file} provokes ${word}`)
  }
})

test('a refusal has its text in the language of the request', async () => {
  for (const language of ['en', 'zh-CN'] as const) {
    const { envelope } = await alice.askWire(wallet.cancelTransfer, { id: 999_999 }, { language })
    assert.equal(envelope.msg, refusalText(refusal('not_found'), language))
  }
})
