import type { Follow as FollowView } from '@mex/contract/follow/shapes.ts'
import type { Language } from '@mex/contract/language.ts'
import { moneyInMessage, type MessageSubject } from '@mex/contract/messages.ts'
import { present } from '@mex/core/assert.ts'
import { agencyOf } from '@mex/core/follow/agency.ts'
import { capacityLeft, payoutOf, type Campaign, type CampaignState } from '@mex/core/follow/campaign.ts'
import { decideFollow, nextEvent, settleDue, type HaltSpan } from '@mex/core/follow/decisions.ts'
import type { FollowOrder } from '@mex/core/follow/order.ts'
import { followWallet } from '@mex/core/follow/postings.ts'
import type { Journal, LoadedBalances } from '@mex/core/ledger/ledger.ts'
import { addMoney, formatPrice, nothing, type Money } from '@mex/core/money/money.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { isoDate, localDay } from '@mex/core/time-zone.ts'
import { consumeUnsettled, type Unsettled } from '@mex/core/wallet/settlement.ts'
import { walletCurrency, walletNumbers } from '@mex/core/wallet/wallets.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { loadBalances, loadUnsettled, savePostings, saveUnsettledRows } from '#areas/ledger/actions.ts'
import type { Ids } from '#db/database.ts'
import { openDecidingLane, type PersonCommand, type SettleCommand } from '#db/deciding-lane.ts'
import type { Lane } from '#db/lane.ts'
import { enqueueNotices } from '#db/outbox.ts'
import type { Tx } from '#db/sql.ts'
import type { MarketSource } from '#market-source.ts'
import type { ProductDependencies } from '#products.ts'
import { haltsSince, ordersOf, openOrderCounts, placedAmounts, saveOrders } from './store.ts'
import { followView } from './views.ts'

/** An order of a person for a campaign that is published. */
export type Add = PersonCommand & { readonly kind: 'add'; readonly campaign: Campaign; readonly amount: Money }
/** To settle: openings, ends and settlements that are due. */
export type FollowCommand = Add | SettleCommand

export type FollowDependencies = ProductDependencies & Pick<MarketSource, 'describe'>
export type Follows = Lane<FollowCommand, FollowView>

const listMax = 100
/** No campaign lasts so long, from its publication to its settlement. */
const campaignMilliseconds = 120 * 86_400_000

/** The lane of everything that happens to orders that follow a campaign (rulebook §25.2). */
export const openFollows = (dependencies: FollowDependencies): Follows =>
  openDecidingLane(dependencies, { listMax, load, decide, save })

/** The rows of a list, each with its newest value, and what was decided so far. */
type Deciding = {
  readonly dependencies: FollowDependencies
  readonly balances: LoadedBalances
  /** Who may not order, and why. */
  readonly refused: ReadonlyMap<number, Refusal>
  readonly halts: readonly (HaltSpan & { readonly name: string })[]
  readonly orders: Map<number, FollowOrder>
  readonly placed: Map<string, Money>
  /** Orders of each user that are not over. */
  readonly open: Map<number, number>
  readonly unsettled: (user: number, at: number) => readonly Unsettled[]
  readonly used: Map<number, readonly Unsettled[]>
  readonly ids: number[]
  readonly changed: Map<number, { readonly order: FollowOrder; readonly dueAt: number | undefined }>
  /** Those in which something happened. */
  readonly noted: Map<number, number>
  readonly told: { readonly user: number; readonly id: number; readonly at: number; readonly about: MessageSubject }[]
}

async function load(
  tx: Tx,
  commands: readonly FollowCommand[],
  dependencies: FollowDependencies,
  ids: Ids,
): Promise<Deciding> {
  const users = commands.map(({ userId }) => userId)
  const adding = commands.filter((command) => command.kind === 'add')
  const settling = commands.filter((command) => command.kind === 'settle')
  const since = Math.min(...commands.map(({ at }) => at)) - campaignMilliseconds
  const [balances, stored, placed, open, unsettledOf, halts, taken] = await Promise.all([
    loadBalances(tx, users, [followWallet]),
    ordersOf(tx, settling),
    placedAmounts(
      tx,
      adding.map(({ userId }) => userId),
      adding.map(({ campaign }) => campaign.id),
    ),
    openOrderCounts(
      tx,
      adding.map(({ userId }) => userId),
    ),
    loadUnsettled(
      tx,
      adding.map(({ userId }) => userId),
    ),
    haltsSince(tx, since),
    ids.take(tx, adding.length),
  ])
  const refused = new Map<number, Refusal>()
  for (const { userId } of adding) {
    const found = await dependencies.resetRefusal(tx, userId)
    if (found !== undefined) refused.set(userId, found)
  }
  return {
    dependencies,
    balances,
    refused,
    halts,
    orders: new Map(stored.map((order) => [order.id, order])),
    placed: new Map(placed),
    open,
    unsettled: (user, at) => unsettledOf(user, followWallet, at),
    used: new Map(),
    ids: taken.toReversed(),
    changed: new Map(),
    noted: new Map(),
    told: [],
  }
}

function decide(deciding: Deciding, command: FollowCommand): FollowView | Refusal {
  if (command.kind === 'add') return add(deciding, command)
  const order = deciding.orders.get(command.id)
  if (order === undefined || order.user !== command.userId) return refusal('not_found', { field: 'id' })
  return settle(deciding, order, command.at)
}

const stateOf = ({ feed }: FollowDependencies, campaign: Campaign, now: number): CampaignState => ({
  campaign,
  run: feed.agencies.run(campaign, now),
})

function add(deciding: Deciding, { userId: user, campaign, amount, at, language }: Add): FollowView | Refusal {
  const { dependencies, balances, placed, open } = deciding
  const openOrders = open.get(user) ?? 0
  const { feed } = dependencies
  const place = `${user} ${campaign.id}`
  const placedBefore = placed.get(place) ?? nothing
  const outcome = decideFollow(
    { id: present(deciding.ids.pop(), 'an id for every order'), user, amount, at },
    {
      permission: deciding.refused.get(user),
      state: stateOf(dependencies, campaign, at),
      capacityLeft: capacityLeft(campaign, feed.agencies.placements(campaign, at), at),
      placedBefore,
      openOrders,
      available: balances.available(user, followWallet),
    },
  )
  if (isRefusal(outcome)) return outcome
  post(deciding, outcome.journals)
  placed.set(place, addMoney(placedBefore, amount))
  open.set(user, openOrders + 1)
  keep(deciding, outcome.order, stateOf(dependencies, campaign, at), at)
  const rows = deciding.used.get(user) ?? deciding.unsettled(user, at)
  if (rows.length > 0) deciding.used.set(user, consumeUnsettled(rows, amount))
  return view(deciding, outcome.order, at, language)
}

/** Halts of an instrument, alone or with its market. */
const haltsOf = ({ halts }: Pick<Deciding, 'halts'>, { instrument }: Campaign): readonly HaltSpan[] =>
  halts.filter(({ name }) => name === instrument || instrument.startsWith(`${name}:`))

function settle(deciding: Deciding, order: FollowOrder, now: number): FollowView | Refusal {
  const { dependencies } = deciding
  const campaign = dependencies.feed.agencies.find(order.campaign, now)
  if (campaign === undefined) return refusal('unavailable')
  const state = stateOf(dependencies, campaign, now)
  const outcome = settleDue(order, { state, halts: haltsOf(deciding, campaign), now })
  post(deciding, outcome.journals)
  keep(deciding, outcome.order, state, now)
  const about = messageOf(dependencies, state, order, outcome.order)
  if (about !== undefined) deciding.told.push({ user: order.user, id: order.id, at: now, about })
  return view(deciding, outcome.order, now, 'en')
}

const post = ({ balances }: Deciding, journals: readonly Journal[]): void => {
  for (const entry of journals) balances.post(entry)
}

/** An order that waits for the end of a halt, or for what could not be done yet, is looked at again a minute later. */
const lookAgainMilliseconds = 60_000

function keep(deciding: Deciding, order: FollowOrder, state: CampaignState, now: number): void {
  const { orders, changed, noted } = deciding
  const event = nextEvent(order, { state, halts: haltsOf(deciding, state.campaign) })
  const isLate = event !== undefined && (event.at <= now || (event.kind === 'refund' && state.campaign.opensAt <= now))
  if (orders.get(order.id)?.status !== order.status) noted.set(order.id, order.user)
  orders.set(order.id, order)
  changed.set(order.id, { order, dueAt: isLate ? now + lookAgainMilliseconds : event?.at })
}

const view = (
  { dependencies: { feed, describe, traditional } }: Deciding,
  order: FollowOrder,
  now: number,
  language: Language,
) => followView(order, { feed, describe, now, naming: { language, traditional } })

const pesos = (amount: Money): string => moneyInMessage(amount, walletCurrency[followWallet])

/** What a person is told of what the clock did (rulebook §29 FOLLOW): the last of several steps. */
function messageOf(
  { describe }: FollowDependencies,
  { campaign, run }: CampaignState,
  before: FollowOrder,
  { status, amount, open, close, value, changedAt }: FollowOrder,
): MessageSubject | undefined {
  if (status === before.status) return undefined
  const shared = {
    agency: agencyOf(campaign.agency).name,
    name: describe(campaign.instrument, changedAt).name,
    number: String(campaign.number),
    amount: pesos(amount),
  }
  switch (status) {
    case 'waiting':
      return undefined
    case 'refunded':
      return { kind: 'follow_refunded', values: shared }
    case 'running':
      return { kind: 'follow_confirmed', values: { ...shared, price: priceText(open) } }
    case 'ended': {
      const date = isoDate(localDay('America/New_York', run.exit?.settlesAt ?? campaign.settlesAt))
      return {
        kind: 'follow_ended',
        values: { ...shared, price: priceText(close), value: pesos(value ?? nothing), date },
      }
    }
    case 'settled': {
      const { fee, paid } = payoutOf(amount, value ?? nothing)
      return { kind: 'follow_settled', values: { ...shared, fee: pesos(fee), paid: pesos(paid) } }
    }
  }
}

const priceText = (turn: FollowOrder['open']): string => (turn === undefined ? '' : formatPrice(turn.price, 2))

async function save(tx: Tx, deciding: Deciding): Promise<void> {
  const { balances, changed, noted, told, used } = deciding
  if (changed.size === 0) return
  await saveOrders(tx, [...changed.values()])
  await savePostings(tx, balances)
  await saveUnsettledRows(
    tx,
    [...used].map(([user, rows]) => ({ user, wallet: followWallet, rows })),
  )
  await sendMessages(
    tx,
    told.map(({ user, id, at, about }) => ({ user, type: 'FOLLOW', about, at, reference: { type: 'follow', id } })),
  )
  await enqueueNotices(
    tx,
    [...noted].flatMap(([id, user]) => [
      { userId: user, topic: 'follow', refId: id },
      { userId: user, topic: 'wallet', refId: walletNumbers[followWallet] },
    ]),
  )
}
