/** The words and numbers of cards, deposits and withdrawals, apart from the rules: every page knows them. */

/** States of a review (rulebook §1.1); the spec's numbers. */
export const reviewNumbers = { pending: 1, refused: 2, approved: 3 } as const
export type Review = keyof typeof reviewNumbers

/** The spec's numbers of the two kinds. */
export const cardKindNumbers = { bank: 1, coin: 2 } as const
export type CardKind = keyof typeof cardKindNumbers

/** Networks that coins can be sent over (rulebook §9.1, §12): test networks of real chains are off (`chain.testnets`). */
export const networks = ['SIMCHAIN'] as const
export type Network = (typeof networks)[number]

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
