import assert from 'node:assert/strict'
import { moneyOf } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'
import { start } from '#areas/testing.ts'
import type { Transfers } from '#areas/wallet/transfers.ts'
import type { PersonContext } from '#context.ts'
import { sql } from '#db/sql.ts'
import { confirmed, payPassword, second, type FundingTest } from './testing.ts'

/** Completed deposits, withdrawals and transfers, for tests of the rows and journals that they write. */

export type MovementFixtures = { readonly fixture: FundingTest; readonly transfers: Transfers }
/** The row that the journals of a movement reference. */
export type Reference = { readonly type: 'user' | 'deposit' | 'withdrawal' | 'transfer'; readonly id: number }

async function newest(fixture: FundingTest, context: PersonContext): Promise<Reference> {
  const { rows } = await fixture.call.deposits({ pageNum: 1, pageSize: 1 }, context)
  return { type: 'deposit', id: rows[0]?.id ?? 0 }
}

/** A coin deposit with a number of confirmations, optionally dropped by a reorganisation. */
export const coins =
  (coin: 'SUSD' | 'SMXN' | 'SHKD', amount: string, count: number, isDropped = false) =>
  async ({ fixture }: MovementFixtures): Promise<Reference> => {
    const context = await fixture.person()
    const hash = await fixture.send(context, coin, amount)
    await fixture.tick(confirmed(count))
    if (isDropped) await fixture.funding.chain.reorganise({ from: 0, dropped: [hash], now: confirmed(count) })
    await fixture.tick(confirmed(count + 1))
    return newest(fixture, context)
  }

export const proof =
  (asset: 'MXN' | 'USD', amount: string) =>
  async ({ fixture }: MovementFixtures): Promise<Reference> => {
    const context = await fixture.person()
    const picture = await fixture.picture(context)
    await fixture.call.createDeposit({ kind: 'fiat', asset, amount: moneyOf(amount), proof: picture }, context)
    await fixture.tick(start + 300 * second)
    return newest(fixture, context)
  }

const due = start + 120 * second
type Paid = { readonly to: 'bank' | 'SUSD' | 'SMXN'; readonly amount: string; readonly asset?: 'USD' }

export const withdrawn =
  (
    { to, amount, asset }: Paid,
    happen: (fixture: FundingTest, id: number, card: number) => Promise<unknown> = async () => undefined,
  ) =>
  async ({ fixture }: MovementFixtures): Promise<Reference> => {
    const context = await fixture.person()
    const card = to === 'bank' ? await fixture.bankCard(context) : await fixture.coinCard(context, to)
    const { id } = await fixture.call.withdraw({ card, amount: moneyOf(amount), payPassword, asset }, context)
    await happen(fixture, id, card)
    for (const wait of [0, 10]) await fixture.tick(due + wait * second)
    return { type: 'withdrawal', id }
  }
export const removeCard = (fixture: FundingTest, _: number, card: number) =>
  sql`delete from card where id = ${card}`.execute(fixture.db)
export async function dropPayout(fixture: FundingTest, id: number): Promise<void> {
  await fixture.tick(due)
  const { rows } = await sql<{ hash: string }>`select tx_hash as hash from withdrawal where id = ${id}`.execute(
    fixture.db,
  )
  await fixture.funding.chain.reorganise({ from: 0, dropped: [rows[0]?.hash ?? ''], now: due })
}

export const transferred =
  (from: Wallet, to: Wallet, amount: string, isCancelled = false) =>
  async ({ fixture, transfers }: MovementFixtures): Promise<Reference> => {
    const { userId } = (await fixture.person()).person
    const sent = await transfers.submit.send({ userId, from, to, amount: moneyOf(amount), at: start })
    assert(!isRefusal(sent))
    const { id } = sent
    if (isCancelled) await transfers.cancel.send({ userId, id, at: start })
    fixture.rates(start + 31 * second)
    await transfers.settleDue(start + 31 * second)
    fixture.rates(start)
    return { type: 'transfer', id }
  }
