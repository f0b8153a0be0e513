import { openCards, type Cards } from './cards.ts'
import { openChain, type Chain } from './chain.ts'
import { openChainKeys, type ChainKeys } from './chain-keys.ts'
import { openDeposits, type Deposits } from './deposits.ts'
import type { FundingDependencies } from './dependencies.ts'
import { openWithdrawals, type Withdrawals } from './withdrawals.ts'

/** The services of the funding area: cards, deposits, withdrawals and the simulated chain (rulebook §9, §10, §12). */
export type Funding = {
  readonly cards: Cards
  readonly chain: Chain
  readonly deposits: Deposits
  readonly withdrawals: Withdrawals
  readonly keys: ChainKeys
}

export function openFunding(dependencies: FundingDependencies): Funding {
  const keys = openChainKeys(dependencies.chainSecret)
  const cards = openCards(dependencies)
  return {
    keys,
    cards,
    chain: openChain(dependencies, keys),
    deposits: openDeposits(dependencies, keys),
    withdrawals: openWithdrawals(dependencies, cards, keys),
  }
}
