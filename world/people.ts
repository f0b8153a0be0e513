import { calls } from '@mex/contract/areas.ts'
import type { Input } from '@mex/contract/call.ts'
import type { Order, Position } from '@mex/contract/trading/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { moneyOf, price, quantityOf, type Price } from '@mex/core/money/money.ts'
import type { Driving } from './driving.ts'
import { openPerson, type Person } from './person.ts'

/** A server to seed: its address and control of its clock. */
export type SeededServer = Driving & { readonly url: string }

/** The users of a seeded market; they sign in with `<name>@example.org` and `seedPassword`. */
export const names = ['alice', 'bob', 'carol', 'dan'] as const
export type Name = (typeof names)[number]
export type People = Readonly<Record<Name, Person>>

export const seedPassword = 'practice-makes-4'
const hour = 3600

/** Registers a user by email, as the registration page does, and signs the user in. */
export async function register(url: string, name: string): Promise<Person> {
  const person = openPerson(url)
  const email = `${name}@example.org`
  const sent = await person.call(calls.account.sendEmailCode, { email, purpose: 'register' })
  await person.call(calls.account.register, {
    email,
    emailCode: present(sent.devCode, 'the email code, which a server without mail returns to a local request'),
    password: seedPassword,
    passwordConfirm: seedPassword,
    agree: true,
  })
  return signIn(url, name)
}

/** Signs in a seeded user. */
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

/** The open position of an order. */
export async function positionOf(person: Person, order: Pick<Order, 'id'>): Promise<Position> {
  const { rows } = await person.call(calls.trading.positions, { pageNum: 1, pageSize: 50 })
  return present(
    rows.find(({ id }) => id === order.id),
    `the position of order ${order.id}`,
  )
}

/** A percentage of a price, rounded down to whole units, which are ticks in every tick table. */
const percentOf = (of: Price, percent: bigint): Price => price(((of * percent) / 100n / 10n ** 8n) * 10n ** 8n)

const closeAll = (person: Person, id: number) => person.call(calls.trading.close, { id, part: 'full', type: 'market' })

/** US shares, with and without leverage; margin added, half closed, and a working limit order. */
async function usShares(alice: Person, { step }: SeededServer): Promise<void> {
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

/** Hong Kong shares, and two transfers, one of them cancelled. */
async function hongKongShares(bob: Person, { step, pass }: SeededServer): Promise<void> {
  await bob.call(calls.wallet.transfer, { from: 'BALANCE', to: 'HK_STOCK', amount: moneyOf('50000') })
  await pass(60)
  const tencent = await bob.call(calls.trading.createHongKongStock, {
    ...ticket,
    code: '00700',
    market: 'HK',
    classify: 'HK',
    quantity: quantityOf('200'),
    leverage: 5,
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

/** A short future, a closed currency pair, and gold. */
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

/** Mexican shares: a closed position, a cancelled limit order, and an open position. */
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
 * Seeds an empty market with users and some hours of their trading, through the public calls. The same seed and instant
 * give the same positions, orders and bills.
 */
export async function seedPeople(server: SeededServer): Promise<People> {
  const people: Partial<Record<Name, Person>> = {}
  for (const name of names) people[name] = await register(server.url, name)
  const { alice, bob, carol, dan } = people as People
  await usShares(alice, server)
  await server.pass(hour)
  await hongKongShares(bob, server)
  await server.pass(hour)
  await futuresAndForex(carol, server)
  await server.pass(hour)
  await mexicanShares(dan, server)
  return { alice, bob, carol, dan }
}
