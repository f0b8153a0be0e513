import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { practiceCard } from '@mex/core/funding/cards.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { price, quantityOf, moneyOf } from '@mex/core/money/money.ts'
import { connect } from '@mex/server/testing.ts'
import { register, seedPassword } from '@mex/world/people.ts'
import { openPerson, Unsuccessful, type Person } from '@mex/world/person.ts'

import { payPassword } from '#soak/people.ts'
import { expect, serverUrl, type Page } from './journey.ts'
import type { JourneyServer } from './open-server.ts'

/** A guest with an open position, created through the public calls. */
export type Trader = {
  readonly person: Person
  /** The position in ten Apple shares with 2× leverage. */
  readonly positionId: number
}

const apple = { code: 'AAPL', market: 'US', classify: 'UsStock', extendedHours: false, purpose: 'open' } as const
const firstRows = { pageNum: 1, pageSize: 50 } as const

/** A guest, signed in over HTTP. */
export async function openGuest(): Promise<Person> {
  const person = openPerson(serverUrl())
  person.token = (await person.call(calls.account.guest, { language: 'en' })).token
  return person
}

/** A registered user with the credentials to sign in. */
export type Registered = { readonly person: Person; readonly email: string; readonly password: string }

type VerifyingServer = Pick<JourneyServer, 'url'> & { readonly database: Pick<JourneyServer['database'], 'pool'> }

async function registerUser(url: string): Promise<Registered> {
  const name = randomUUID().slice(0, 8)
  return { person: await register(url, name), email: `${name}@example.org`, password: seedPassword }
}

/** A user registered by email, signed in over HTTP. */
export const openRegistered = async (url = serverUrl()): Promise<Person> => (await registerUser(url)).person

/** A registered user with a transaction password, marked as verified in the database. */
export async function openVerified({ url, database }: VerifyingServer): Promise<Registered> {
  const registered = await registerUser(url)
  const { person, email } = registered
  await person.call(calls.security.setPayPassword, { payPassword, confirmPayPassword: payPassword })
  await database.pool.query('update app_user set real_status = 3 where email = $1', [email])
  return registered
}

/** A verified user with a bank card on the shared server. */
export async function openFunded(): Promise<Registered & { readonly payPassword: string }> {
  const { pool } = connect(process.env['E2E_DATABASE'] ?? '', 1)
  try {
    const registered = await openVerified({ url: serverUrl(), database: { pool } })
    await registered.person.call(calls.funding.addCard, practiceCard)
    return { ...registered, payPassword }
  } finally {
    await pool.end()
  }
}

async function waitFor(what: () => Promise<boolean>): Promise<void> {
  await expect.poll(what, { timeout: 20_000, intervals: [100] }).toBe(true)
}

async function buyTen(person: Person): Promise<number> {
  const order = { ...apple, side: 'buy', type: 'market', leverage: 2, quantity: quantityOf('10') } as const
  const { id } = await person.call(calls.trading.createStock, order)
  const isOpen = async () => (await person.call(calls.trading.positions, firstRows)).rows.some((row) => row.id === id)
  await waitFor(isOpen)
  return id
}

/** A guest who has bought ten Apple shares. */
export async function openTrader(): Promise<Trader> {
  const person = await openGuest()
  return { person, positionId: await buyTen(person) }
}

/** A trader with an entry on every list: a pending order, a partial close, a transfer, watched instruments. */
export async function openBusyTrader(): Promise<Trader> {
  const trader = await openTrader()
  const { person, positionId } = trader
  const [position] = (await person.call(calls.trading.positions, firstRows)).rows
  const cheap = price((((position?.openPrice ?? 0n) * 85n) / 100n / 10n ** 8n) * 10n ** 8n)
  const waiting = {
    ...apple,
    side: 'buy',
    type: 'limit',
    limit: cheap,
    leverage: 1,
    quantity: quantityOf('5'),
  } as const
  await person.call(calls.trading.createStock, waiting)
  await person.call(calls.trading.close, { id: positionId, part: 'half', type: 'market' })
  await person.call(calls.wallet.transfer, { from: 'BALANCE', to: 'HK_STOCK', amount: moneyOf('1000') })
  const watched = [
    { code: 'AAPL', market: 'US', classify: 'UsStock', source: sources.stock },
    { code: '00700', market: 'HK', classify: 'HK', source: sources.hongKongStock },
  ] as const
  for (const instrument of watched) await person.call(calls.watchlist.save, instrument)
  await waitFor(async () => (await person.call(calls.trading.closedPositions, firstRows)).total > 0)
  return trader
}

/** Repeats a call for as long as the rate limit refuses it; for tests that need many rows. */
export async function withinRateLimit<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Unsuccessful) || error.refused !== 'too_many_requests') throw error
      await pause(250)
    }
  }
}

/** Signs the browser in as this user before its first page loads. */
export async function signInAs(page: Page, person: Person): Promise<void> {
  const { envelope } = await person.ask(calls.account.me, {})
  const kept = { token: person.token ?? '', user: JSON.stringify(envelope.data) }
  await page.addInitScript(({ token, user }) => {
    if (!location.protocol.startsWith('http') || localStorage.getItem('e2e.signedIn') !== null) return
    localStorage.setItem('e2e.signedIn', 'once')
    localStorage.setItem('mex.token', token)
    localStorage.setItem('mex.user', user)
  }, kept)
}
