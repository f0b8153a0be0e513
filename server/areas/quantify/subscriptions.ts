import { moneyInMessage, type MessageSubject } from '@mex/contract/messages.ts'
import type { Language } from '@mex/contract/language.ts'
import type { QuantifyOrder as OrderView } from '@mex/contract/quantify/shapes.ts'
import { present } from '@mex/core/assert.ts'
import type { Journal, LoadedBalances } from '@mex/core/ledger/ledger.ts'
import { addMoney, formatPrice, formatQuantity, money, nothing, type Money } from '@mex/core/money/money.ts'
import { decideSubscription, settleDue } from '@mex/core/quantify/decisions.ts'
import { endStrike, payoutOf, startStrike, type QuantifyOrder } from '@mex/core/quantify/order.ts'
import { quantifyWallet } from '@mex/core/quantify/postings.ts'
import { quantifyProduct, quantifyStrategies, type QuantifyProduct } from '@mex/core/quantify/products.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { capacityPeriod, periodStart } from '@mex/core/strategies/capacity.ts'
import { strikeDate } from '@mex/core/strategies/strike.ts'
import { walletCurrency, walletNumbers } from '@mex/core/wallet/wallets.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import { robotsFirst, type Moving } from '#areas/robots/happen.ts'
import type { Ids } from '#db/database.ts'
import { openDecidingLane, type PersonCommand, type SettleCommand } from '#db/deciding-lane.ts'
import type { Lane } from '#db/lane.ts'
import { enqueueNotices } from '#db/outbox.ts'
import type { Tx } from '#db/sql.ts'
import type { ProductDependencies } from '#products.ts'
import { capacityOf } from './capacity.ts'
import { isOpenAt, recordsOf, type Records } from './records.ts'
import { ordersOf, openOrderCounts, putInSince, saveOrders } from './store.ts'
import { orderView } from './views.ts'

export type Save = PersonCommand & {
  readonly kind: 'save'
  readonly product: QuantifyProduct
  readonly amount: Money
}
/** To settle: the strikes of an order that are due. */
export type QuantifyCommand = Save | SettleCommand
export type Subscriptions = Lane<QuantifyCommand, OrderView>

const listMax = 100

/** The lane of everything that happens to money in quantitative products (rulebook §25.3). */
export function openSubscriptions(dependencies: ProductDependencies): Subscriptions {
  const { feed } = dependencies
  const lane = openDecidingLane(dependencies, { listMax, load, decide, save })
  // The first records take a second or two, which nobody's rows should be locked for.
  const ready = (commands: readonly QuantifyCommand[]) => recordsOf(feed, Math.max(...commands.map(({ at }) => at)))
  return {
    ...lane,
    async send(command) {
      await ready([command])
      return lane.send(command)
    },
    async sendAll(commands) {
      await ready(commands)
      return lane.sendAll(commands)
    },
  }
}

/** The rows of a list, each with its newest value, and what was decided so far. */
type Deciding = {
  readonly dependencies: ProductDependencies
  readonly records: Records
  readonly balances: LoadedBalances
  readonly orders: Map<number, QuantifyOrder>
  readonly putIn: Map<string, Money>
  /** Orders of each user that are not over. */
  readonly open: Map<number, number>
  /** By user who puts something in. */
  readonly refused: ReadonlyMap<number, Refusal | undefined>
  readonly ids: number[]
  readonly changed: Map<number, QuantifyOrder>
  readonly told: { readonly user: number; readonly id: number; readonly at: number; readonly about: MessageSubject }[]
}

async function load(
  tx: Tx,
  commands: readonly QuantifyCommand[],
  dependencies: ProductDependencies,
  ids: Ids,
): Promise<Deciding> {
  const users = commands.map(({ userId }) => userId)
  const saving = commands.filter((command) => command.kind === 'save')
  const settling = commands.filter((command) => command.kind === 'settle')
  const orders = new Map((await ordersOf(tx, settling)).map((order) => [order.id, order]))
  // Robots buy energy from the same wallet: what is due on them comes first (docs/decisions/043).
  await robotsFirst(dependencies.feed)(tx, [...saving, ...settling.map((command) => movingOf(command, orders))])
  const wanted = saving.map(({ userId, product, at }) => ({
    userId,
    product: product.id,
    since: periodStart(capacityPeriod(at)),
  }))
  const savers = [...new Set(saving.map(({ userId }) => userId))]
  const [records, balances, putIn, open, refused, taken] = await Promise.all([
    recordsOf(dependencies.feed, Math.max(...commands.map(({ at }) => at))),
    loadBalances(tx, users, [quantifyWallet]),
    putInSince(tx, wanted),
    openOrderCounts(tx, savers),
    Promise.all(savers.map(async (user) => [user, await dependencies.resetRefusal(tx, user)] as const)),
    ids.take(tx, saving.length),
  ])
  return {
    dependencies,
    records,
    balances,
    orders,
    putIn: new Map(putIn),
    open,
    refused: new Map(refused),
    ids: taken.toReversed(),
    changed: new Map(),
    told: [],
  }
}

/** A payout counts from its strike, however late it is booked. */
function movingOf({ userId, id, at }: SettleCommand, orders: ReadonlyMap<number, QuantifyOrder>): Moving {
  const order = orders.get(id)
  if (order === undefined) return { userId, at }
  const end = endStrike(order).instant
  return { userId, at, counts: end <= at ? end : startStrike(order).instant }
}

const decide = (deciding: Deciding, command: QuantifyCommand): OrderView | Refusal =>
  command.kind === 'save' ? subscribe(deciding, command) : settle(deciding, command)

function subscribe(deciding: Deciding, { userId: user, product, amount, at, language }: Save): OrderView | Refusal {
  const { dependencies, records, balances, putIn, open, refused } = deciding
  const permission = refused.get(user)
  if (permission !== undefined) return permission
  const place = `${user} ${product.id}`
  const putInBefore = putIn.get(place) ?? nothing
  const openOrders = open.get(user) ?? 0
  const outcome = decideSubscription(
    product,
    { id: present(deciding.ids.pop(), 'an id for every order'), user, amount, at },
    {
      isOpen: isOpenAt(records, product.strategy, at),
      remaining: capacityOf(dependencies.feed, product, at).remaining,
      putInBefore,
      openOrders,
      available: balances.available(user, quantifyWallet),
    },
  )
  if (isRefusal(outcome)) return outcome
  putIn.set(place, addMoney(putInBefore, amount))
  open.set(user, openOrders + 1)
  keep(deciding, outcome.order, outcome.journals)
  return view(deciding, outcome.order, { at, language })
}

function settle(deciding: Deciding, { userId, id, at }: SettleCommand): OrderView | Refusal {
  const order = deciding.orders.get(id)
  const product = order === undefined ? undefined : quantifyProduct(order.product)
  if (order === undefined || order.user !== userId || product === undefined)
    return refusal('not_found', { field: 'id' })
  const { order: after, journals } = settleDue(order, {
    navOn: (date) => deciding.records.navOn(product.strategy, date),
    now: at,
  })
  if (after !== order) {
    deciding.told.push(...messagesOf(product, order, after).map((about) => ({ user: userId, id, at, about })))
    keep(deciding, after, journals)
  }
  return view(deciding, after, { at, language: 'en' })
}

function keep({ orders, changed, balances }: Deciding, order: QuantifyOrder, journals: readonly Journal[]): void {
  orders.set(order.id, order)
  changed.set(order.id, order)
  for (const entry of journals) balances.post(entry)
}

const view = (
  { dependencies: { traditional }, records }: Deciding,
  order: QuantifyOrder,
  { at, language }: { readonly at: number; readonly language: Language },
): OrderView => orderView(records, order, { now: at, naming: { language, traditional } })

/** What a person is told of what the clock did (rulebook §29 QUANT). */
function messagesOf(
  { strategy }: QuantifyProduct,
  before: QuantifyOrder,
  after: QuantifyOrder,
): readonly MessageSubject[] {
  const { name } = quantifyStrategies[strategy]
  const pesos = (amount: Money): string => moneyInMessage(amount, walletCurrency[quantifyWallet])
  const { start, result, amount } = after
  const begun: readonly MessageSubject[] =
    before.start !== undefined || start === undefined
      ? []
      : [
          {
            kind: 'quantify_started',
            values: {
              name,
              amount: pesos(amount),
              units: formatQuantity(start.units),
              nav: formatPrice(start.nav, 8),
              date: strikeDate(endStrike(after)),
            },
          },
        ]
  if (result === undefined) return begun
  const { value, managementFee: management, performanceFee: performance } = result
  const values = {
    name,
    amount: pesos(amount),
    value: pesos(value),
    fee: pesos(money(management + performance)),
    payout: pesos(payoutOf(value, { management, performance })),
  }
  return [...begun, { kind: 'quantify_completed', values }]
}

async function save(tx: Tx, { balances, changed, told }: Deciding): Promise<void> {
  if (changed.size === 0) return
  await saveOrders(tx, [...changed.values()])
  await savePostings(tx, balances)
  await sendMessages(
    tx,
    told.map(({ user, id, at, about }) => ({ user, type: 'QUANT', about, at, reference: { type: 'product', id } })),
  )
  await enqueueNotices(
    tx,
    [...changed.values()].flatMap(({ user, id }) => [
      { userId: user, topic: 'quant', refId: id },
      { userId: user, topic: 'wallet', refId: walletNumbers[quantifyWallet] },
    ]),
  )
}
