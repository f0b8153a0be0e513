import { account as accountCalls } from '@mex/contract/account/calls.ts'
import type { PublishedRate } from '@mex/core/money/conversion.ts'
import { addMoney, nothing, subtractMoney, type Money } from '@mex/core/money/money.ts'
import {
  arrivesBefore,
  moneyInReach,
  mostPayable,
  planTransfers,
  type AccountMoney,
  type MoneyNeed,
  type PlannedTransfer,
} from '@mex/core/wallet/transfer-plan.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'

import { useMarketNow } from '#areas/market/door/market-now.ts'
import { useRates } from '#areas/wallet/door/rates.ts'
import { useSecondsUntil } from '#components/countdown.ts'
import { useCall } from '#data/call.ts'
import { useStore } from '#data/store.ts'
import { leftMoney } from './left.ts'

/** An order as far as money is concerned. */
export type Purchase = {
  /** The wallet that pays, and what is free in it; undefined until loaded. */
  readonly wallet: Wallet
  readonly available: Money | undefined
  /** What the order needs, if only money is missing for it. */
  readonly needed: Money | undefined
  /** What later costs need beside it, which is moved too if the other accounts have it. */
  readonly later?: Money
  /** Neither a price nor a rate can change what it needs until it is placed. */
  readonly isFixed?: boolean
  /** When such orders end, in market time. */
  readonly endsAt?: number | undefined
}

export type OtherMoney = {
  /** What the paying wallet and all that may leave the others amount to; undefined until loaded, or without a rate. */
  readonly reach: Money | undefined
  /** The most that the order may need, with the money that the others bring in time; undefined as `reach`. */
  readonly payable: () => Money | undefined
  readonly missing: Money | undefined
  /** The transfers that bring what is missing; undefined when nothing is missing or they cannot. */
  readonly transfers: readonly PlannedTransfer[] | undefined
  readonly need: MoneyNeed
  /** What they bring to the paying wallet. */
  readonly arriving: Money
  /** The others have the money, but orders end before it arrives. */
  readonly isTooLate: boolean
  /** Money of an earlier try may still arrive. */
  readonly isOnItsWay: boolean
  /** Nothing of this helps. */
  readonly isShort: boolean
}

type Loaded = { readonly accounts: readonly AccountMoney[]; readonly rates: readonly PublishedRate[] }

const planFor = (need: MoneyNeed, later: Money, { accounts, rates }: Loaded) =>
  planTransfers({ ...need, needed: addMoney(need.needed, later) }, accounts, rates) ??
  planTransfers(need, accounts, rates)

/** The money of all accounts, for an order that one of them pays. */
export function useOtherMoney({
  wallet,
  available,
  needed,
  later = nothing,
  isFixed = false,
  endsAt,
}: Purchase): OtherMoney {
  const isLoaded = available !== undefined
  const overview = useCall(accountCalls.overview, { wallet: 'OVERVIEW' }, { everySeconds: 15, when: isLoaded })
  const { published: rates } = useRates(15)
  const { now } = useMarketNow(5)
  const left = useStore(leftMoney)
  const secondsOnItsWay = useSecondsUntil(left?.wallet === wallet ? left.movingUntil : undefined) ?? 0
  // The form has asked for its own account more recently.
  const accounts = isLoaded
    ? overview.data?.wallets.map((each) => (each.wallet === wallet ? { ...each, available } : each))
    : undefined
  const loaded: Loaded | undefined = accounts === undefined || rates === undefined ? undefined : { accounts, rates }
  const need: MoneyNeed = { wallet, needed: needed ?? nothing, isFixed }
  const isMissing = needed !== undefined && isLoaded && needed > available
  const isOnItsWay = isMissing && secondsOnItsWay > 0
  const planned = loaded === undefined || !isMissing || isOnItsWay ? undefined : planFor(need, later, loaded)
  const arrivesLate = (plan: readonly PlannedTransfer[]): boolean =>
    endsAt !== undefined && now !== undefined && !arrivesBefore(plan, now, endsAt)
  const isTooLate = planned !== undefined && arrivesLate(planned)
  const payable = (): Money | undefined => {
    if (loaded === undefined) return undefined
    const most = mostPayable(need, loaded.accounts, loaded.rates)
    if (most === undefined || available === undefined) return undefined
    const plan = planTransfers({ ...need, needed: most }, loaded.accounts, loaded.rates) ?? []
    return secondsOnItsWay > 0 || arrivesLate(plan) ? available : most
  }
  const transfers = isTooLate ? undefined : planned
  return {
    reach: loaded === undefined ? undefined : moneyInReach(wallet, loaded.accounts, loaded.rates),
    payable,
    missing: isMissing ? subtractMoney(needed, available) : undefined,
    transfers,
    need,
    arriving: addMoney(nothing, ...(transfers ?? []).filter(({ to }) => to === wallet).map(({ arrives }) => arrives)),
    isTooLate,
    isOnItsWay,
    isShort: isMissing && !overview.isWaiting && transfers === undefined && !isTooLate && !isOnItsWay,
  }
}
