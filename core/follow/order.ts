import type { Money, Price } from '#money/money.ts'

/**
 * States of an order to follow a campaign (rulebook §25.2): waiting for confirmation, in progress, to be settled, settled, refunded.
 */
export const followStatuses = ['waiting', 'running', 'ended', 'settled', 'refunded'] as const
export type FollowStatus = (typeof followStatuses)[number]

/** Money of a user that follows a campaign. It cannot be taken out before the end. */
export type FollowOrder = {
  readonly id: number
  readonly user: number
  readonly campaign: number
  readonly amount: Money
  readonly status: FollowStatus
  /** Epoch milliseconds. */
  readonly placedAt: number
  readonly changedAt: number
  readonly confirmedAt: number | undefined
  readonly open: { readonly price: Price; readonly quoteId: string } | undefined
  readonly close: { readonly price: Price; readonly quoteId: string } | undefined
  /** Before the performance fee; known from the end of the campaign on. */
  readonly value: Money | undefined
  readonly fee: Money | undefined
  readonly finishedAt: number | undefined
}

export const isOver = ({ status }: Pick<FollowOrder, 'status'>): boolean =>
  status === 'settled' || status === 'refunded'
