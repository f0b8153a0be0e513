import type { Answer } from '@mex/contract/call.ts'
import type { funding } from '@mex/contract/funding/calls.ts'
import { isSimulatedAddress } from '@mex/core/funding/coin-addresses.ts'
import { present } from '@mex/core/assert.ts'
import { blockHeight, coins, faucetPerDay, type Coin } from '@mex/core/funding/coins.ts'
import {
  decideOnChain,
  decideSeen,
  declarationOf,
  depositConfirmations,
  type CoinDeposit,
  type DepositOutcome,
} from '@mex/core/funding/deposits.ts'
import { fundingWallet } from '@mex/core/funding/postings.ts'
import { addMoney, type Money } from '@mex/core/money/money.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { loadBalances } from '#areas/ledger/actions.ts'
import { openLane, type Command, type Lane } from '#db/lane.ts'
import type { IdempotentRequest } from '#db/idempotency-keys.ts'
import { inTransaction, type Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { ChainKeys } from './chain-keys.ts'
import { takeIds } from './ids.ts'
import { recordDeposits } from './record-deposits.ts'
import type { FundingDependencies } from './dependencies.ts'
import { fundingRate, hasRate } from './rates.ts'
import {
  faucetSince,
  insertTransactions,
  linkDeposits,
  ownersOf,
  paymentsOf,
  paymentsToCheck,
  replaceBlocks,
} from './store-chain.ts'
import { depositsOnChain } from './store-deposits.ts'

export type SendCoins = {
  readonly userId: number
  readonly request: IdempotentRequest | undefined
  readonly address: string
  readonly coin: Coin
  readonly amount: Money
  readonly at: number
}
type Sent = Answer<typeof funding.sendCoins>
type SendCommand = SendCoins & Command & { readonly receiver: number | undefined }
type CheckPayment = Command & { readonly userId: number; readonly hash: string; readonly now: number }
type PaymentChecked = { readonly changed: boolean }

/**
 * The simulated chain (rulebook §9.1): the faucet sends transactions, and the watcher detects payments to our
 * addresses.
 */
export type Chain = {
  send(command: SendCoins): Promise<Sent | Refusal>
  readonly look: Lane<CheckPayment, PaymentChecked>
  /** Checks every payment with a new state; answers how many deposits changed. Safe to run concurrently. */
  watch(now: number): Promise<number>
  /**
   * Reorganises the chain from a block on. Transactions of the replaced blocks move into the next block, except
   * `dropped`, which are removed. The simulated chain never reorganises by itself; the rules apply to every chain.
   */
  reorganise(change: {
    readonly from: number
    readonly dropped: readonly string[]
    readonly now: number
  }): Promise<void>
}

const watchBatch = 100
const startOfDay = (now: number): number => now - (now % dayMilliseconds)

export function openChain({ db, feed }: FundingDependencies, keys: ChainKeys): Chain {
  const sending = openLane<SendCommand, Sent>({ db, work: (tx, commands) => sendAll(tx, commands, keys) })
  const look = openLane<CheckPayment, PaymentChecked>({
    db,
    listMax: watchBatch,
    work: (tx, commands) => checkPayments(tx, commands, feed),
  })
  return {
    look,
    async send(command) {
      const receiver = (await ownersOf(db, [command.address.toLowerCase()])).get(command.address.toLowerCase())
      // Locks sender and receiver: the daily limit belongs to the receiver.
      const users = receiver === undefined ? [command.userId] : [command.userId, receiver]
      return sending.send({ ...command, address: command.address.toLowerCase(), receiver, users })
    },
    async watch(now) {
      const height = blockHeight(now)
      const rateless = coins.filter((coin) => !hasRate(feed, coin, now))
      const waiting = await paymentsToCheck(db, {
        height,
        confirmations: depositConfirmations,
        rateless,
        limit: watchBatch,
      })
      const outcomes = await look.sendAll(waiting.map(({ user, hash }) => ({ userId: user, hash, now })))
      return outcomes.filter((outcome) => !isRefusal(outcome) && outcome.changed).length
    },
    async reorganise({ from, dropped, now }) {
      await inTransaction(db, (tx) => replaceBlocks(tx, { from, into: blockHeight(now) + 1, dropped, at: now }))
    },
  }
}

/** Sends transactions, each in the next block. Refuses: address_invalid, amount_above_limit. */
async function sendAll(tx: Tx, commands: readonly SendCommand[], keys: ChainKeys): Promise<(Sent | Refusal)[]> {
  const ids = await takeIds(tx, 'chain_transaction', commands.length)
  const answers: (Sent | Refusal)[] = []
  for (const [index, { userId: sender, receiver, address, coin, amount, at }] of commands.entries()) {
    if (!isSimulatedAddress(address)) {
      answers.push(refusal('address_invalid', { field: 'address', values: { network: 'SIMCHAIN' } }))
      continue
    }
    const given = await faucetSince(tx, { receiver, address }, coin, startOfDay(at))
    if (addMoney(given, amount) > faucetPerDay) {
      answers.push(refusal('amount_above_limit', { field: 'amount' }))
      continue
    }
    const id = present(ids[index], 'an id for every transaction')
    const hash = keys.hashOf('faucet', id)
    const height = blockHeight(at) + 1
    // Inserted one by one, because the limit check of the next command counts it.
    await insertTransactions(tx, [
      { id, hash, coin, address, receiver, amount, height, sender, withdrawal: undefined, createdAt: at },
    ])
    answers.push({ transaction: hash })
  }
  return answers
}

/** Applies the chain state of payments in order, each on the state after the previous one. */
async function checkPayments(tx: Tx, commands: readonly CheckPayment[], feed: Feed): Promise<PaymentChecked[]> {
  const users = [...new Set(commands.map((command) => command.userId))]
  const hashes = commands.map((command) => command.hash)
  const [book, payments, stored] = [
    await loadBalances(tx, users, [fundingWallet]),
    await paymentsOf(tx, hashes),
    await depositsOnChain(tx, users, hashes),
  ]
  const own = new Map<number, CoinDeposit>(
    stored.flatMap((deposit) => (deposit.kind === 'coin' ? [[deposit.id, deposit] as const] : [])),
  )
  const ids = await takeIds(tx, 'deposit', commands.length)
  const outcomes: DepositOutcome<CoinDeposit>[] = []
  const seen: { hash: string; deposit: number }[] = []
  const keep = (outcome: DepositOutcome<CoinDeposit> | undefined): void => {
    if (outcome === undefined) return
    own.set(outcome.deposit.id, outcome.deposit)
    if (outcome.journal !== undefined) book.post(outcome.journal)
    outcomes.push(outcome)
  }
  const answers = commands.map(({ userId, hash, now }, index): PaymentChecked => {
    const payment = payments.get(hash)
    if (payment === undefined) return { changed: false }
    const before = outcomes.length
    const mine = [...own.values()].filter((deposit) => deposit.user === userId)
    let deposit = mine.find(({ transaction, seenAt }) => transaction === hash && seenAt !== undefined)
    if (deposit === undefined && !payment.isDropped) {
      const fresh = { id: present(ids[index], 'an id for every deposit'), user: userId }
      const outcome = decideSeen(payment, declarationOf(payment, mine), fresh, now)
      keep(outcome)
      deposit = outcome.deposit
      seen.push({ hash, deposit: deposit.id })
    }
    if (deposit !== undefined)
      keep(decideOnChain(deposit, payment, { now, published: fundingRate(feed, payment.coin, now) }))
    return { changed: outcomes.length > before }
  })
  await recordDeposits(tx, outcomes, book, Math.max(...commands.map((command) => command.now)))
  await linkDeposits(tx, seen)
  return answers
}
