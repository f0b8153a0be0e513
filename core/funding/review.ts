/** The words and numbers of cards, deposits and withdrawals, apart from the rules: every page knows them. */

/** Where a review stands (rulebook §1.1); the spec's numbers. */
export const reviewNumbers = { pending: 1, refused: 2, approved: 3 } as const
export type Review = keyof typeof reviewNumbers

/** The spec's numbers of the two kinds. */
export const cardKindNumbers = { bank: 1, coin: 2 } as const
export type CardKind = keyof typeof cardKindNumbers

/** Networks whose addresses are understood (rulebook §9.1, §12): the simulated chain, and networks for tests alone. */
export const networks = ['SIMCHAIN', 'HOODI', 'TESTNET4'] as const
export type Network = (typeof networks)[number]

/** Networks that money can be sent over; test networks are off (`chain.testnets`). */
export const openNetworks = ['SIMCHAIN'] as const satisfies readonly Network[]
export type OpenNetwork = (typeof openNetworks)[number]

/** Why a deposit was refused (rulebook §9.2, §9.3). */
export const depositReasons = [
  'BELOW_MINIMUM',
  'TX_DROPPED',
  'NO_TRANSACTION',
  'IMAGE_UNREADABLE',
  'DAILY_LIMIT',
] as const
export type DepositReason = (typeof depositReasons)[number]

/** Why a withdrawal came back (rulebook §10.2): for nothing else may one be refused. */
export const withdrawalReasons = ['TARGET_REMOVED', 'TARGET_INVALID', 'CHAIN_UNAVAILABLE'] as const
export type WithdrawalReason = (typeof withdrawalReasons)[number]
