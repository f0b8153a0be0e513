import { calls } from '@mex/contract/calls.ts'
import type { Input } from '@mex/contract/call.ts'
import type { Order, Position } from '@mex/contract/trading/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { moneyOf, price, quantityOf, type Price } from '@mex/core/money/money.ts'
import type { Driving } from './driving.ts'
import { openPerson, type Person } from './person.ts'

/** What seeding needs of a server: where it is, and that its market ticks. */
export type SeededServer = Driving & { readonly url: string }

/** The people of a seeded market; they sign in with `<name>@example.org` and `seedPassword`. */
export const names = ['alice', 'bob', 'carol', 'dan'] as const
export type Name = (typeof names)[number]
export type People = Readonly<Record<Name, Person>>

export const seedPassword = 'practice-makes-4'
const hour = 3600

/** Registers somebody with an e-mail address, as the registration page does, and signs them in. */
export async function register(url: string, name: string): Promise<Person> {
  const person = openPerson(url)
  const email = `${name}@example.org`
  const sent = await person.call(calls.account.sendEmailCode, { email, purpose: 'register' })
  await person.call(calls.account.register, {
    email,
    emailCode: present(sent.devCode, 'the code, which a server without mail tells on a loopback address'),
    password: seedPassword,
    passwordConfirm: seedPassword,
    agree: true,
  })
  return signIn(url, name)
}

/** Signs in one of the people again. */
export async function signIn(url: string, name: string): Promise<Person> {
  const person = openPerson(url)
  const credentials = { username: `${name}@example.org`, password: seedPassword }
  person.token = (await person.call(calls.account.login, credentials)).token
  return person
}

type Ticket = Partial<Input<typeof calls.trading.createStock>> & {
  readonly code: string
  readonly quantity: Order['quantity']
}

const ticket = { side: 'buy', type: 'market', leverage: 1, purpose: 'open' } as const
const nasdaq = { market: 'US', classify: 'UsStock', extendedHours: false } as const

const buyUs = (person: Person, more: Ticket): Promise<Order> =>
  person.call(calls.trading.createStock, { ...ticket, ...nasdaq, ...more })

/** The open position that an order has made. */
export async function positionOf(person: Person, order: Pick<Order, 'id'>): Promise<Position> {
  const { rows } = await person.call(calls.trading.positions, { pageNum: 1, pageSize: 50 })
  return present(
    rows.find(({ id }) => id === order.id),
    `the position of order ${order.id}`,
  )
}

/** A share of a price in whole units, which every table of ticks has. */
const percentOf = (of: Price, percent: bigint): Price => price(((of * percent) / 100n / 10n ** 8n) * 10n ** 8n)

const closeAll = (person: Person, id: number) => person.call(calls.trading.close, { id, part: 'full', type: 'market' })

/** American shares, with and without leverage; margin added, half closed, a limit order that waits. */
async function americanShares(alice: Person, { step }: SeededServer): Promise<void> {
  const apple = await buyUs(alice, { code: 'AAPL', quantity: quantityOf('10'), leverage: 2 })
  await buyUs(alice, { code: 'MSFT', quantity: quantityOf('5') })
  await step()
  await alice.call(calls.trading.addMargin, { id: apple.id, amount: moneyOf('100') })
  await step()
  await alice.call(calls.trading.close, { id: apple.id, part: 'half', type: 'market' })
  await step()
  const held = await positionOf(alice, apple)
  await buyUs(alice, {
    code: 'AAPL',
    quantity: quantityOf('5'),
    type: 'limit',
    limit: percentOf(held.openPrice, 85n),
  })
  for (const code of ['AAPL', 'MSFT', 'NVDA'])
    await alice.call(calls.watchlist.save, { code, market: 'US', classify: 'UsStock', source: sources.stock })
}

/** Hong Kong shares, transfers there and back, one taken back. */
async function hongKongShares(bob: Person, { step, pass }: SeededServer): Promise<void> {
  await bob.call(calls.wallet.transfer, { from: 'BALANCE', to: 'HK_STOCK', amount: moneyOf('50000') })
  await pass(60)
  const tencent = await bob.call(calls.trading.createHongKongStock, {
    ...ticket,
    code: '00700',
    market: 'HK',
    classify: 'HK',
    quantity: quantityOf('200'),
    leverage: 2,
  })
  await step(2)
  await bob.call(calls.trading.close, { id: tencent.id, part: 'half', type: 'market' })
  await step()
  const { id } = await bob.call(calls.wallet.transfer, { from: 'BALANCE', to: 'US_STOCK', amount: moneyOf('1000') })
  await bob.call(calls.wallet.cancelTransfer, { id })
  await pass(60)
  const watched = { code: '00700', market: 'HK', classify: 'HK', source: sources.hongKongStock } as const
  await bob.call(calls.watchlist.save, watched)
}

/** A future sold short, a currency pair that is closed again, gold. */
async function futuresAndForex(carol: Person, { step }: SeededServer): Promise<void> {
  await carol.call(calls.trading.createFuture, {
    ...ticket,
    code: 'MES',
    side: 'sell',
    quantity: quantityOf('1'),
    leverage: 10,
    autoRoll: false,
  })
  const euro = await carol.call(calls.trading.createForex, {
    ...ticket,
    code: 'EURUSD',
    quantity: quantityOf('0.1'),
    leverage: 20,
  })
  const gold = { ...ticket, code: 'XAUUSD', quantity: quantityOf('0.01'), leverage: 10 }
  await carol.call(calls.trading.createForex, gold)
  await step(3)
  await closeAll(carol, euro.id)
  await step()
}

/** Mexican shares: one that was bought and sold, an order below the market that was taken back, a holding. */
async function mexicanShares(dan: Person, { step }: SeededServer): Promise<void> {
  const walmart = { ...ticket, code: 'WALMEX', market: 'MX', classify: 'MX', extendedHours: false } as const
  const first = await dan.call(calls.trading.createStock, { ...walmart, quantity: quantityOf('100') })
  await step()
  const limit = percentOf((await positionOf(dan, first)).openPrice, 85n)
  const below = { ...walmart, type: 'limit', limit, quantity: quantityOf('50') } as const
  const waiting = await dan.call(calls.trading.createStock, below)
  await step()
  await dan.call(calls.trading.cancelOrder, { id: waiting.id })
  await closeAll(dan, first.id)
  await step()
  await dan.call(calls.trading.createStock, { ...walmart, quantity: quantityOf('300') })
  await step()
}

/**
 * Fills an empty market with people, and some hours with what they do: the same seed and instant make the same
 * positions, orders and histories. Everything goes through the public calls.
 */
export async function seedPeople(server: SeededServer): Promise<People> {
  const people: Partial<Record<Name, Person>> = {}
  for (const name of names) people[name] = await register(server.url, name)
  const { alice, bob, carol, dan } = people as People
  await americanShares(alice, server)
  await server.pass(hour)
  await hongKongShares(bob, server)
  await server.pass(hour)
  await futuresAndForex(carol, server)
  await server.pass(hour)
  await mexicanShares(dan, server)
  return { alice, bob, carol, dan }
}
