import type { Answer } from '@mex/contract/call.ts'
import { moneyInMessage } from '@mex/contract/messages.ts'
import type { wallet as walletCalls } from '@mex/contract/wallet/calls.ts'
import { assert, present } from '@mex/core/assert.ts'
import type { LoadedBalances } from '@mex/core/ledger/ledger.ts'
import { one, type Money } from '@mex/core/money/money.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import {
  decideTransfer,
  decideTransferCancel,
  decideTransferSettlement,
  estimateTransfer,
  type SettlementFacts,
  type Transfer,
  type TransferOutcome,
} from '@mex/core/wallet/transfer.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { loadBalances, loadUnsettled, savePostings } from '#areas/ledger/actions.ts'
import { robotsFirst, type Moving, type RobotsFirst } from '#areas/robots/happen.ts'
import { openLane, type Command, type Lane } from '#db/lane.ts'
import { enqueueNotices } from '#db/outbox.ts'
import type { Database, Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { roundsByUser } from '#jobs/rounds.ts'
import { pairBetween, rateAt, settlementRate } from './rates.ts'
import { dueTransfers, saveTransfers, takeTransferIds, transfersOf } from './store.ts'

export type SubmitTransfer = Command & {
  readonly userId: number
  readonly from: Wallet
  readonly to: Wallet
  readonly amount: Money
  readonly at: number
}
type Submitted = Answer<typeof walletCalls.transfer>

export type CancelTransfer = Command & { readonly userId: number; readonly id: number; readonly at: number }
type Cancelled = Answer<typeof walletCalls.cancelTransfer>

type Settle = Command & {
  readonly userId: number
  readonly id: number
  readonly now: number
  readonly dueAt: number
}
type Settled = { readonly ended: boolean }

export type TransferDependencies = {
  readonly db: Database
  readonly feed: Feed
  /** How old a quote may be (rulebook §13.6, `quote.maxAgeSec`). */
  readonly quoteAgeSecondsMax: number
}

/** Transfers between the funding account and another wallet (rulebook §11). */
export type Transfers = {
  readonly submit: Lane<SubmitTransfer, Submitted>
  readonly cancel: Lane<CancelTransfer, Cancelled>
  /** Ends what is due and can end at `now`; answers how many. Safe to be run twice at once. */
  settleDue(now: number): Promise<number>
}

const settleBatch = 100

export function openTransfers({ db, feed, quoteAgeSecondsMax }: TransferDependencies): Transfers {
  const factsFor = (transfer: Transfer, now: number): SettlementFacts => {
    const pair = pairBetween(transfer.from, transfer.to)
    const rate = pair === undefined ? undefined : settlementRate(feed, pair, transfer.dueAt, now)
    return { now, rate, delaySeconds: feed.delaySeconds, quoteAgeSecondsMax }
  }
  const first = robotsFirst(feed)
  const settle = openLane<Settle, Settled>({
    db,
    listMax: settleBatch,
    work: (tx, commands) =>
      change(
        tx,
        { first, commands, moves: ({ now, dueAt }) => ({ at: now, counts: dueAt }) },
        (transfer, { now }) => decideTransferSettlement(transfer, factsFor(transfer, now)),
        ({ status }) => ({
          ended: status !== 'moving',
        }),
      ),
  })
  async function settleDue(now: number): Promise<number> {
    let ended = 0
    let after = { dueAt: 0, id: 0 }
    for (;;) {
      const due = await dueTransfers(db, now, after, settleBatch)
      // Transfers that still wait for a rate are not locked.
      const ready = due.filter((transfer) => decideTransferSettlement(transfer, factsFor(transfer, now)) !== undefined)
      const commands = ready.map(({ user, id, dueAt }) => ({ userId: user, id, now, dueAt }))
      // One after the other for each user: between two transfers into their wallet robots use the money of the first.
      for (const round of roundsByUser(commands)) {
        const outcomes = await settle.sendAll(round)
        ended += outcomes.filter((outcome) => !isRefusal(outcome) && outcome.ended).length
      }
      const last = due.at(-1)
      if (last === undefined || due.length < settleBatch) return ended
      after = last
    }
  }
  return {
    submit: openLane({ db, work: (tx, commands) => submitAll(tx, commands, { feed, first }) }),
    cancel: openLane<CancelTransfer, Cancelled>({
      db,
      work: (tx, commands) =>
        change(
          tx,
          { first, commands, moves: ({ at }) => ({ at }) },
          (transfer, { at }) => decideTransferCancel(transfer, at),
          ({ id, status }) => ({ id, status }),
        ),
    }),
    settleDue,
  }
}

type Submitting = { readonly feed: Feed; readonly first: RobotsFirst }

async function submitAll(
  tx: Tx,
  commands: readonly SubmitTransfer[],
  { feed, first }: Submitting,
): Promise<(Submitted | Refusal)[]> {
  await first(tx, commands)
  const users = commands.map((command) => command.userId)
  const balances = await loadBalances(tx, users)
  const unsettledOf = await loadUnsettled(tx, users)
  const ids = await takeTransferIds(tx, commands.length)
  const transfers: Transfer[] = []
  const answers = commands.map(({ userId: user, from, to, amount, at }, index): Submitted | Refusal => {
    const pair = pairBetween(from, to)
    const published = pair === undefined ? undefined : rateAt(feed, pair, at)?.published
    const id = present(ids[index], 'an id for every transfer')
    const facts = { available: balances.available(user, from), unsettled: unsettledOf(user, from, at), published }
    const outcome = decideTransfer({ id, user, from, to, amount, at }, facts)
    if (isRefusal(outcome)) return outcome
    keep(outcome, transfers, balances)
    const estimate = estimateTransfer(from, to, amount, published)
    return {
      id,
      status: outcome.transfer.status,
      estimatedRate: estimate?.rate ?? one,
      estimatedAmount: estimate?.received ?? amount,
      settlesAt: outcome.transfer.dueAt,
    }
  })
  await save(tx, transfers, balances)
  return answers
}

/** Decides commands on existing transfers, each on the state after the earlier commands. */
async function change<In extends { readonly userId: number; readonly id: number }, Out>(
  tx: Tx,
  {
    first,
    commands,
    moves,
  }: {
    readonly first: RobotsFirst
    readonly commands: readonly In[]
    readonly moves: (command: In) => Omit<Moving, 'userId'>
  },
  decide: (transfer: Transfer, command: In) => TransferOutcome | Refusal | undefined,
  answer: (transfer: Transfer) => Out,
): Promise<(Out | Refusal)[]> {
  await first(
    tx,
    commands.map((command) => ({ userId: command.userId, ...moves(command) })),
  )
  const balances = await loadBalances(
    tx,
    commands.map((command) => command.userId),
  )
  const stored = await transfersOf(tx, commands)
  const now = new Map(stored.map((transfer) => [transfer.id, transfer]))
  const changed: Transfer[] = []
  const answers = commands.map((command): Out | Refusal => {
    const transfer = now.get(command.id)
    if (transfer === undefined || transfer.user !== command.userId) return refusal('not_found', { field: 'id' })
    const outcome = decide(transfer, command)
    if (isRefusal(outcome)) return outcome
    if (outcome === undefined || outcome.transfer === transfer) return answer(transfer)
    keep(outcome, changed, balances)
    now.set(command.id, outcome.transfer)
    return answer(outcome.transfer)
  })
  // The last state of each transfer: one list may cancel a transfer twice.
  await save(tx, [...new Map(changed.map((transfer) => [transfer.id, transfer])).values()], balances)
  return answers
}

function keep({ transfer, journal }: TransferOutcome, transfers: Transfer[], balances: LoadedBalances): void {
  transfers.push(transfer)
  if (journal !== undefined) balances.post(journal)
}

/** The message of a settled transfer: the rate of a conversion is known only now (rulebook §11). */
function settledMessage({ user, id, from, to, amount, received, status, endedAt }: Transfer) {
  if (status !== 'settled' || received === undefined || endedAt === undefined) return []
  const sent = moneyInMessage(amount, walletCurrency[from])
  const values = { sent, received: moneyInMessage(received, walletCurrency[to]) }
  const about = { kind: 'transfer_settled', values } as const
  return [{ user, type: 'TRANSFER', about, at: endedAt, reference: { type: 'transfer', id } } as const]
}

async function save(tx: Tx, transfers: readonly Transfer[], balances: LoadedBalances): Promise<void> {
  if (transfers.length === 0) return
  await saveTransfers(tx, transfers)
  const { repeated } = await savePostings(tx, balances)
  assert(repeated.size === 0, 'nothing is posted twice')
  await sendMessages(tx, transfers.flatMap(settledMessage))
  await enqueueNotices(
    tx,
    transfers.flatMap(({ user, id }) => [
      { userId: user, topic: 'transfer', refId: id },
      { userId: user, topic: 'wallet', refId: 0 },
    ]),
  )
}
