import { openCards, type Cards } from './cards.ts'
import { openChain, type Chain } from './chain.ts'
import { openChainKeys, type ChainKeys } from './chain-keys.ts'
import { openDeposits, type Deposits } from './deposits.ts'
import type { FundingParts } from './parts.ts'
import { openWithdrawals, type Withdrawals } from './withdrawals.ts'

/** What the funding area opens: cards, deposits, withdrawals and the simulated chain (rulebook §9, §10, §12). */
export type Funding = {
  readonly cards: Cards
  readonly chain: Chain
  readonly deposits: Deposits
  readonly withdrawals: Withdrawals
  readonly keys: ChainKeys
}

export function openFunding(parts: FundingParts): Funding {
  const keys = openChainKeys(parts.chainSecret)
  const cards = openCards(parts)
  return {
    keys,
    cards,
    chain: openChain(parts, keys),
    deposits: openDeposits(parts, keys),
    withdrawals: openWithdrawals(parts, cards, keys),
  }
}
