import assert from 'node:assert/strict'
import sharp from 'sharp'
import { practiceCard } from '@mex/core/funding/cards.ts'
import { blockSeconds, type Coin } from '@mex/core/funding/coins.ts'
import { moneyOf, type Money } from '@mex/core/money/money.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { openFiles, type Files } from '#areas/files/actions.ts'
import { openEncryption } from '#encryption.ts'
import { balanceOf } from '#areas/ledger/actions.ts'
import { systemRandomness } from '#randomness.ts'
import { unrestricted, expectBalancedLedger, openPerson, openRateFeed, personal, start } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { inTransaction, sql, type Database } from '#db/sql.ts'
import { openTestDatabase } from '#db/testing.ts'
import { evidence } from './evidence.ts'
import { openFunding, type Funding } from './actions.ts'
import type { FundingChecks } from './dependencies.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'

/** Shared by the tests of this area: users who may withdraw, fixed rates, and a chain that a test can reorganise. */

export const second = 1000
/** The time at which a payment sent at the start has a number of confirmations. */
export const confirmed = (count: number): number => start + count * blockSeconds * second
export const payPassword = 'practice-pay'

/** Checks that accept every user until a test configures one. */
export type TestChecks = FundingChecks & {
  readonly unverified: Map<number, Refusal>
  readonly changedAt: Map<number, number>
}

function openTestChecks(): TestChecks {
  const unverified = new Map<number, Refusal>()
  const changedAt = new Map<number, number>()
  return {
    unverified,
    changedAt,
    verificationRefusal: (_, user) => Promise.resolve(unverified.get(user)),
    comparePayPassword: (_, __, given) => Promise.resolve({ hash: undefined, isRight: given === payPassword }),
    countPayPasswordAttempt: (_, __, { isRight }) =>
      Promise.resolve(
        isRight === true ? undefined : refusal('pay_password_wrong', { field: 'payPassword', values: { n: '4' } }),
      ),
    securityChangedAt: (_, user) => Promise.resolve(changedAt.get(user)),
  }
}

/** The area on its own database, with rates of 18.40 MXN for a dollar and 2.35 for a Hong Kong dollar. */
export async function openFundingTest() {
  const own = await openTestDatabase()
  const { db } = own
  const feed = openRateFeed()
  const checks = openTestChecks()
  const secret = Buffer.alloc(32, 4)
  const files = openFiles({ db, secret, randomness: systemRandomness, ...unrestricted })
  const encryption = openEncryption(secret, 'cards', systemRandomness)
  const open = (): Funding => openFunding({ db, feed, chainSecret: Buffer.alloc(32, 6), encryption, checks })
  const funding = open()
  const call = handlers({ funding, traditional: (simplified) => simplified })
  const rates = (time: number): void => {
    feed.set('USD', 'MXN', '18.4', time)
    feed.set('HKD', 'MXN', '2.35', time)
  }
  rates(start)
  return {
    db,
    feed,
    rates,
    checks,
    funding,
    call,
    /** Another process with the same database and secrets. */
    open,
    person: async (): Promise<PersonContext> => personal(await openPerson(db), { db, feed }),
    /** Runs every job of this area once. */
    async tick(now: number): Promise<void> {
      for (const job of jobs({ funding })) await job.run(now)
    },
    ...userActions(funding, call),
    ...assertions(db),
    ...pictures(db, files),
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  }
}
export type FundingTest = Awaited<ReturnType<typeof openFundingTest>>

/** Actions of users that prepare a test. */
const userActions = (funding: Funding, call: ReturnType<typeof handlers>) => ({
  async coinCard(context: PersonContext, coin: Coin, address = funding.keys.addressOf(999_999, coin)): Promise<number> {
    return (await call.addCard({ kind: 'coin', coin, network: 'SIMCHAIN', address }, context)).id
  },
  async bankCard(context: PersonContext): Promise<number> {
    return (await call.addCard(practiceCard, context)).id
  },
  async newestDeposit(context: PersonContext) {
    const [deposit] = (await call.deposits({ pageNum: 1, pageSize: 10 }, context)).rows
    assert(deposit !== undefined)
    return deposit
  },
  /** Sends coins from the faucet to the user's own address; answers the transaction hash. */
  async send(context: PersonContext, coin: Coin, amount: string, now = start): Promise<string> {
    await call.depositOptions({}, context)
    const address = funding.keys.addressOf(context.person.userId, coin)
    const { transaction } = await call.sendCoins({ address, coin, amount: moneyOf(amount) }, { ...context, now })
    return transaction
  },
})

/** Balances, journals and messages for assertions. */
const assertions = (db: Database) => ({
  available: ({ person: { userId } }: PersonContext): Promise<Money> => balanceOf(db, userId, 'U.AVAIL', 'BALANCE'),
  held: ({ person: { userId } }: PersonContext): Promise<Money> => balanceOf(db, userId, 'U.WDRAW', 'BALANCE'),
  /** The event codes of the journals of a row, in order. */
  async journals(type: 'deposit' | 'withdrawal', id: number): Promise<string[]> {
    const { rows } = await sql<{ event: string }>`
      select event from journal where ref_type = ${type} and ref_id = ${id} order by id`.execute(db)
    return rows.map((row) => row.event)
  },
  /** The kinds of this area's messages to a user, in order. */
  async messages({ person: { userId } }: PersonContext): Promise<string[]> {
    const { rows } = await sql<{ kind: string }>`
      select kind from message where user_id = ${userId} and type in ('DEPOSIT', 'WITHDRAW') order by id`.execute(db)
    return rows.map((row) => row.kind)
  },
  /** Where the paid withdrawal of a user went, in its message. */
  async paidTo({ person: { userId } }: PersonContext): Promise<string | undefined> {
    const { rows } = await sql<{ target: string }>`
      select text_values ->> 'target' as target from message
      where user_id = ${userId} and kind = 'withdrawal_paid'`.execute(db)
    return rows[0]?.target
  },
  expectBalancedLedger: (): Promise<void> => expectBalancedLedger(db, evidence),
})

let colours = 0

/** Uploaded pictures of users. */
const pictures = (db: Database, files: Files) => ({
  async picture({ person: { userId }, network }: PersonContext): Promise<string> {
    colours += 1
    const background = `#${(colours * 7919).toString(16).padStart(6, '0').slice(-6)}`
    const drawn = sharp({ create: { width: 320, height: 200, channels: 3, background } })
    const stored = await files.upload(
      { bytes: await drawn.jpeg().toBuffer(), name: 'proof.jpg' },
      { userId, network },
      start,
    )
    assert(!isRefusal(stored))
    return stored.path
  },
  /** Deletes every picture of a user. */
  deletePictures: (context: PersonContext): Promise<unknown> =>
    inTransaction(db, async (tx) => {
      const { userId } = context.person
      await sql`delete from file_use where user_id = ${userId}`.execute(tx)
      await sql`delete from file where user_id = ${userId}`.execute(tx)
    }),
})
