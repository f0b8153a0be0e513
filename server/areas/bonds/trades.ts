import type { Holding as HoldingView } from '@mex/contract/bonds/shapes.ts'
import { moneyInMessage, type MessageSubject } from '@mex/contract/messages.ts'
import type { Language } from '@mex/contract/language.ts'
import { present } from '@mex/core/assert.ts'
import { bondRules, remainingFace, type Bond } from '@mex/core/bonds/bond.ts'
import { decidePurchase, decideSale, nextEvent, settleDue, type DueOutcome } from '@mex/core/bonds/decisions.ts'
import type { BondPurchase, Holding, PaidCoupon } from '@mex/core/bonds/holding.ts'
import { bondWallet } from '@mex/core/bonds/postings.ts'
import type { Journal, LoadedBalances } from '@mex/core/ledger/ledger.ts'
import { addMoney, formatPrice, nothing, type Money, type Rate } from '@mex/core/money/money.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { isoDate } from '@mex/core/time-zone.ts'
import { consumeUnsettled, type Unsettled } from '@mex/core/wallet/settlement.ts'
import { walletCurrency, walletNumbers } from '@mex/core/wallet/wallets.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { loadBalances, loadUnsettled, savePostings, saveUnsettledRows } from '#areas/ledger/actions.ts'
import { bookingRate, pricesAt } from '#areas/trading/prices.ts'
import type { Ids } from '#db/database.ts'
import { openDecidingLane, type PersonCommand, type SettleCommand } from '#db/deciding-lane.ts'
import type { Lane } from '#db/lane.ts'
import { enqueueNotices } from '#db/outbox.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { ProductDependencies } from '#products.ts'
import { bondsAt, isOffered } from './quotes.ts'
import { addCoupons, addPurchases, boughtFace, holdingsOf, openHoldingCounts, saveHoldings } from './store.ts'
import { holdingView } from './views.ts'

export type Buy = PersonCommand & { readonly kind: 'buy'; readonly bond: Bond; readonly face: Money }
/** Without a face everything is sold. */
export type Sell = PersonCommand & { readonly kind: 'sell'; readonly id: number; readonly face: Money | undefined }
/** To settle: coupons, sales and maturities that are due. */
export type BondCommand = Buy | Sell | SettleCommand
export type BondTrades = Lane<BondCommand, HoldingView>

const listMax = 100

/** The lane of everything that happens to bonds that somebody holds (rulebook §24.2). */
export const openBondTrades = (dependencies: ProductDependencies): BondTrades =>
  openDecidingLane(dependencies, { listMax, load, decide, save })

/** The rows of a list, each with its newest value, and what was decided so far. */
type Deciding = {
  readonly dependencies: ProductDependencies
  readonly balances: LoadedBalances
  readonly holdings: Map<number, Holding>
  readonly bought: Map<string, Money>
  /** Holdings of each user that are not over. */
  readonly open: Map<number, number>
  readonly unsettled: (user: number, at: number) => readonly Unsettled[]
  readonly used: Map<number, readonly Unsettled[]>
  readonly ids: number[]
  readonly changed: Map<number, Holding>
  readonly purchases: BondPurchase[]
  readonly coupons: PaidCoupon[]
  readonly told: { readonly user: number; readonly id: number; readonly at: number; readonly about: MessageSubject }[]
}

async function load(
  tx: Tx,
  commands: readonly BondCommand[],
  dependencies: ProductDependencies,
  ids: Ids,
): Promise<Deciding> {
  const users = commands.map(({ userId }) => userId)
  const buying = commands.filter((command) => command.kind === 'buy')
  const others = commands.flatMap((command) => (command.kind === 'buy' ? [] : [command]))
  const [balances, stored, bought, open, unsettledOf, taken] = await Promise.all([
    loadBalances(tx, users, [bondWallet]),
    holdingsOf(tx, others),
    boughtFace(
      tx,
      buying.map(({ userId }) => userId),
      buying.map(({ bond }) => bond.id),
    ),
    openHoldingCounts(
      tx,
      commands.flatMap(({ kind, userId }) => (kind === 'settle' ? [] : [userId])),
    ),
    loadUnsettled(
      tx,
      buying.map(({ userId }) => userId),
    ),
    ids.take(tx, commands.filter(({ kind }) => kind !== 'settle').length),
  ])
  return {
    dependencies,
    balances,
    holdings: new Map(stored.map((holding) => [holding.id, holding])),
    bought: new Map(bought),
    open,
    unsettled: (user, at) => unsettledOf(user, bondWallet, at),
    used: new Map(),
    ids: taken.toReversed(),
    changed: new Map(),
    purchases: [],
    coupons: [],
    told: [],
  }
}

async function decide(deciding: Deciding, command: BondCommand, tx: Tx): Promise<HoldingView | Refusal> {
  if (command.kind === 'buy') return buy(deciding, command, tx)
  const { dependencies, holdings } = deciding
  const holding = holdings.get(command.id)
  if (holding === undefined || holding.user !== command.userId) return refusal('not_found', { field: 'id' })
  const bond = dependencies.feed.bonds.find(holding.bond, command.at)
  if (bond === undefined) return refusal('unavailable')
  // What is due by now happens first, whether or not its job has run: a result never depends on when a job ran.
  const due = settle(deciding, bond, holding, command.at)
  return command.kind === 'settle' ? view(deciding, command, bond, due) : sell(deciding, command, bond, due)
}

async function buy(
  deciding: Deciding,
  { userId: user, bond, face, at, language }: Buy,
  tx: Tx,
): Promise<HoldingView | Refusal> {
  const { dependencies, balances, bought, purchases } = deciding
  const { feed, resetRefusal } = dependencies
  const market = bondsAt(feed, at)
  const place = `${user} ${bond.id}`
  const boughtBefore = bought.get(place) ?? nothing
  const outcome = decidePurchase(
    bond,
    { id: present(deciding.ids.pop(), 'an id for every purchase'), user, at, face },
    {
      permission: await resetRefusal(tx, user),
      quote: isOffered(bond, at) ? market.quote(bond) : undefined,
      remaining: remainingFace(bond, market.settles(bond)),
      boughtBefore,
      openHoldings: deciding.open.get(user) ?? 0,
      available: balances.available(user, bondWallet),
      conversionRate: freshRate(feed, bond, at),
    },
  )
  if (isRefusal(outcome)) return outcome
  post(deciding, outcome.journals)
  bought.set(place, addMoney(boughtBefore, face))
  oneMore(deciding, user)
  purchases.push(outcome.purchase)
  keep(deciding, outcome.holding)
  const rows = deciding.used.get(user) ?? deciding.unsettled(user, at)
  if (rows.length > 0) deciding.used.set(user, consumeUnsettled(rows, outcome.purchase.cost))
  return view(deciding, { at, language }, bond, outcome.holding)
}

function sell(deciding: Deciding, command: Sell, bond: Bond, holding: Holding): HoldingView | Refusal {
  const { feed } = deciding.dependencies
  const { at, face } = command
  const quote = bondsAt(feed, at).quote(bond)
  if (quote === undefined) return refusal('holding_unavailable')
  const id = present(deciding.ids.pop(), 'an id for every sale')
  const facts = { quote, conversionRate: freshRate(feed, bond, at), openHoldings: deciding.open.get(holding.user) ?? 0 }
  const outcome = decideSale(bond, holding, { id, face, at }, facts)
  if (isRefusal(outcome)) return outcome
  if (outcome.rest !== undefined) oneMore(deciding, holding.user)
  keep(deciding, outcome.sold)
  if (outcome.rest !== undefined) keep(deciding, outcome.rest)
  return view(deciding, command, bond, outcome.sold)
}

function settle(deciding: Deciding, bond: Bond, holding: Holding, now: number): Holding {
  const { feed } = deciding.dependencies
  const { kind } = bond
  const { country, currency } = bondRules[kind]
  const outcome = settleDue(bond, holding, {
    calendar: feed.bonds.calendar(country),
    conversionRateAt: (at) => bookingRate(feed, currency, walletCurrency[bondWallet], at),
    now,
  })
  if (outcome.holding === holding) return holding
  post(deciding, outcome.journals)
  deciding.coupons.push(...outcome.coupons)
  deciding.told.push(...messagesOf(bond, holding, outcome).map((about) => ({ ...holding, about, at: now })))
  keep(deciding, outcome.holding)
  return outcome.holding
}

const oneMore = ({ open }: Deciding, user: number): void => void open.set(user, (open.get(user) ?? 0) + 1)

const freshRate = (feed: Feed, { kind }: Bond, at: number): Rate | undefined =>
  pricesAt(feed, at).conversionRate(bondRules[kind].currency, walletCurrency[bondWallet])

const post = ({ balances }: Deciding, journals: readonly Journal[]): void => {
  for (const entry of journals) balances.post(entry)
}

function keep({ holdings, changed }: Deciding, holding: Holding): void {
  holdings.set(holding.id, holding)
  changed.set(holding.id, holding)
}

const view = (
  { dependencies: { feed, traditional } }: Deciding,
  command: { readonly at: number; readonly language?: Language },
  bond: Bond,
  holding: Holding,
): HoldingView =>
  holdingView(feed, bond, holding, {
    now: command.at,
    naming: { language: command.language ?? 'en', traditional },
  })

/** What a person is told of what the clock did (rulebook §29 BOND). */
function messagesOf(bond: Bond, before: Holding, { holding, coupons }: DueOutcome): readonly MessageSubject[] {
  const { name } = bond
  const { currency } = bondRules[bond.kind]
  const pesos = (amount: Money): string => moneyInMessage(amount, walletCurrency[bondWallet])
  const paid = coupons.map(({ date, amount }): MessageSubject => ({
    kind: 'bond_coupon',
    values: { name, date: isoDate(date), amount: pesos(amount) },
  }))
  const { redemption } = holding
  if (holding.status !== 'redeemed' || before.status === 'redeemed' || redemption === undefined) return paid
  const face = moneyInMessage(holding.face, currency)
  const amount = pesos(redemption.proceeds)
  if (redemption.kind === 'maturity') return [...paid, { kind: 'bond_matured', values: { name, face, amount } }]
  return [...paid, { kind: 'bond_sold', values: { name, face, price: formatPrice(redemption.price, 3), amount } }]
}

async function save(tx: Tx, deciding: Deciding): Promise<void> {
  const { dependencies, balances, changed, purchases, coupons, told, used } = deciding
  if (changed.size === 0) return
  const { bonds } = dependencies.feed
  await addPurchases(tx, purchases)
  await saveHoldings(
    tx,
    [...changed.values()].map((holding) => {
      const bond = present(bonds.find(holding.bond, holding.changedAt), `bond ${holding.bond}`)
      const next = nextEvent(bond, bonds.calendar(bondRules[bond.kind].country), holding)
      return { holding, dueAt: next?.at }
    }),
  )
  await addCoupons(tx, coupons)
  await savePostings(tx, balances)
  await saveUnsettledRows(
    tx,
    [...used].map(([user, rows]) => ({ user, wallet: bondWallet, rows })),
  )
  await sendMessages(
    tx,
    told.map(({ user, id, at, about }) => ({ user, type: 'BOND', about, at, reference: { type: 'bond', id } })),
  )
  await enqueueNotices(
    tx,
    [...changed.values()].flatMap(({ user, id }) => [
      { userId: user, topic: 'bond', refId: id },
      { userId: user, topic: 'wallet', refId: walletNumbers[bondWallet] },
    ]),
  )
}
