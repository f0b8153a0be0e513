import type { Journal } from '#ledger/ledger.ts'
import { addMoney, formatMoney, type Money } from '#money/money.ts'
import { refusal, type Refusal } from '#refusal.ts'
import { contractsMax } from '#trading/order-check.ts'
import {
  feeOf,
  followMax,
  followMin,
  followValue,
  haltMaxMilliseconds,
  isOpenForOrders,
  type CampaignState,
} from './campaign.ts'
import { isOver, type FollowOrder } from './order.ts'
import { followConfirmed, followPlaced, followRefunded, followSettled } from './postings.ts'

export type FollowCommand = {
  readonly id: number
  readonly user: number
  readonly amount: Money
  readonly at: number
}

export type FollowFacts = {
  /** Why the person may not order now; undefined when they may. */
  readonly permission: Refusal | undefined
  /** Undefined when the agency has no such campaign. */
  readonly state: CampaignState | undefined
  /** What the schedule of the campaign has left (rulebook §19). */
  readonly capacityLeft: Money
  /** Sum of the earlier orders of the user in the campaign. */
  readonly placedBefore: Money
  /** Orders of the user that are not over, in all campaigns. */
  readonly openOrders: number
  readonly available: Money
}

export type FollowOutcome = { readonly order: FollowOrder; readonly journals: readonly Journal[] }

/**
 * Decides an order to follow a campaign (rulebook §25.2, E70). The money waits until the campaign opens. Refuses: not_found,
 * the permission, follow_amount, subscription_ended, capacity_reached, too_many_orders, insufficient_balance.
 */
export function decideFollow(command: FollowCommand, facts: FollowFacts): FollowOutcome | Refusal {
  const { id, user, amount, at } = command
  const { permission, state, capacityLeft, placedBefore, openOrders, available } = facts
  if (state === undefined || at < state.campaign.publishedAt) return refusal('not_found', { field: 'campaignId' })
  if (permission !== undefined) return permission
  if (amount < followMin || addMoney(placedBefore, amount) > followMax) return amountRefusal()
  if (!isOpenForOrders(state.campaign, state.run, at)) return refusal('subscription_ended')
  if (amount > capacityLeft) return refusal('capacity_reached')
  if (openOrders >= contractsMax) return refusal('too_many_orders')
  if (amount > available) return refusal('insufficient_balance')
  const order: FollowOrder = {
    id,
    user,
    campaign: state.campaign.id,
    amount,
    status: 'waiting',
    placedAt: at,
    changedAt: at,
    confirmedAt: undefined,
    open: undefined,
    close: undefined,
    value: undefined,
    fee: undefined,
    finishedAt: undefined,
  }
  return { order, journals: [followPlaced({ user, at }, id, amount)] }
}

const whole = (amount: Money): string => formatMoney(amount).replace('.00', '')

const amountRefusal = (): Refusal =>
  refusal('follow_amount', { field: 'amount', values: { min: whole(followMin), max: whole(followMax) } })

/** A time in which an instrument or its market was halted; without an end it still is. */
export type HaltSpan = { readonly from: number; readonly to: number | undefined }

/**
 * Whether a campaign may open: a halt at its opening delays the confirmation, and one that lasts longer than a day refunds
 * (rulebook §25.2). Halts never change a price: the campaign is that of its published times either way.
 */
export function openingAfterHalts(
  opensAt: number,
  halts: readonly HaltSpan[],
): Pick<DueEvent, 'at'> & { readonly kind: 'confirm' | 'refund' } {
  const latest = opensAt + haltMaxMilliseconds
  let at = opensAt
  while (at <= latest) {
    const halt = halts.find(({ from, to = Infinity }) => from <= at && to > at)
    if (halt === undefined) return { kind: 'confirm', at }
    at = halt.to ?? Infinity
  }
  return { kind: 'refund', at: latest }
}

/** What happens to an order next, and when; undefined when it is over. */
export type DueEvent = {
  readonly kind: 'confirm' | 'refund' | 'end' | 'settle'
  readonly at: number
}

export type DueFacts = {
  readonly state: CampaignState
  /** Halts of the instrument, alone or with its market. */
  readonly halts: readonly HaltSpan[]
  readonly now: number
}

/** The next event of an order, as far as it is known now. The end of a campaign is its closing time, or its stop once it was met. */
export function nextEvent(
  order: FollowOrder,
  { state, halts }: Pick<DueFacts, 'state' | 'halts'>,
): DueEvent | undefined {
  const { campaign, run } = state
  if (isOver(order)) return undefined
  if (order.status === 'waiting') {
    if (run.cancelledAt !== undefined) return { kind: 'refund', at: run.cancelledAt }
    return openingAfterHalts(campaign.opensAt, halts)
  }
  if (order.status === 'running') return { kind: 'end', at: run.exit?.at ?? campaign.closesAt }
  return { kind: 'settle', at: run.exit?.settlesAt ?? Infinity }
}

export type DueOutcome = { readonly order: FollowOrder; readonly journals: readonly Journal[] }

/**
 * Does everything that is due on an order by now, in the order of its instants (rulebook §25.2, E71 to E74). Amounts follow from the
 * public turns of the campaign alone, however late this runs.
 */
export function settleDue(order: FollowOrder, facts: DueFacts): DueOutcome {
  const journals: Journal[] = []
  let current = order
  for (;;) {
    const event = nextEvent(current, facts)
    if (event === undefined || event.at > facts.now) break
    const next = step(current, event, facts)
    if (next === undefined) break
    journals.push(...next.journals)
    current = next.order
  }
  return { order: current, journals }
}

function step(
  order: FollowOrder,
  { kind }: DueEvent,
  { state: { campaign, run }, now }: DueFacts,
): DueOutcome | undefined {
  const occasion = { user: order.user, at: now }
  const changed = { ...order, changedAt: now }
  const { id, amount } = order
  switch (kind) {
    case 'refund':
      return {
        order: { ...changed, status: 'refunded', finishedAt: now },
        journals: [followRefunded(occasion, id, amount)],
      }
    case 'confirm': {
      if (run.entry === undefined) return undefined
      const { price, quoteId } = run.entry
      return {
        order: { ...changed, status: 'running', confirmedAt: now, open: { price, quoteId } },
        journals: [followConfirmed(occasion, id, amount)],
      }
    }
    case 'end': {
      if (run.exit === undefined || order.open === undefined) return undefined
      const { price, quoteId } = run.exit
      const value = followValue(amount, campaign, order.open.price, price)
      const ended = {
        ...changed,
        status: 'ended',
        close: { price, quoteId },
        value,
        fee: feeOf(amount, value),
      } as const
      return { order: ended, journals: [] }
    }
    case 'settle': {
      if (order.value === undefined || order.fee === undefined) return undefined
      const journal = followSettled(occasion, id, { amount, value: order.value, fee: order.fee })
      return { order: { ...changed, status: 'settled', finishedAt: now }, journals: [journal] }
    }
  }
}
