import type { Application as ApplicationView } from '@mex/contract/offerings/shapes.ts'
import { assert, present } from '@mex/core/assert.ts'
import type { LoadedBalances } from '@mex/core/ledger/ledger.ts'
import type { Money, Quantity } from '@mex/core/money/money.ts'
import {
  decideAllotment,
  decideApplication,
  decideApplicationCancel,
  decideLapse,
  decidePayment,
  decideTopUp,
  type Application,
  type ApplicationOutcome,
  type TopUpFacts,
} from '@mex/core/offerings/application.ts'
import { finalPrice } from '@mex/core/offerings/new-issue.ts'
import { isPlacing, type Offer } from '@mex/core/offerings/offer.ts'
import { allottedPosition } from '@mex/core/offerings/position.ts'
import { applicationWallet } from '@mex/core/offerings/postings.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { walletCurrency, walletNumbers } from '@mex/core/wallet/wallets.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import { openAllottedPositions } from '#areas/trading/allotted-positions.ts'
import { pricesAt } from '#areas/trading/prices.ts'
import { isShortIn } from '#areas/trading/under-offer.ts'
import type { Ids } from '#db/database.ts'
import { openDecidingLane, type PersonCommand } from '#db/deciding-lane.ts'
import type { Command, Lane } from '#db/lane.ts'
import { enqueueNotices } from '#db/outbox.ts'
import type { Tx } from '#db/sql.ts'
import type { ProductDependencies } from '#products.ts'
import { messageOf } from './result-messages.ts'
import { offerNameOf, offerOf } from './offers.ts'
import { addSteps, applicationsOf, saveApplications, standingApplications } from './store.ts'
import { applicationView } from './views.ts'

export type Apply = PersonCommand & { readonly kind: 'apply'; readonly offer: Offer; readonly quantity: Quantity }
export type TopUp = PersonCommand & { readonly kind: 'top_up'; readonly id: number; readonly quantity: Quantity }
export type Pay = PersonCommand & { readonly kind: 'pay'; readonly id: number; readonly amount: Money }
export type Cancel = PersonCommand & { readonly kind: 'cancel'; readonly id: number }
type ByClock = Command & { readonly userId: number; readonly id: number; readonly at: number }
/** What the draw gave to an application. */
export type Allot = ByClock & { readonly kind: 'allot'; readonly lots: number; readonly rank: number }
export type Lapse = ByClock & { readonly kind: 'lapse' }
export type ApplicationCommand = Apply | TopUp | Pay | Cancel | Allot | Lapse

export type ApplicationDependencies = ProductDependencies & {
  /** Why a person may not apply (rulebook §6.3); undefined when they may. */
  readonly verificationRefusal: (tx: Tx, user: number) => Promise<Refusal | undefined>
}

export type Applications = Lane<ApplicationCommand, ApplicationView>

/** Few in a list: an allotment draws and writes more than an order does. */
const listMax = 50

/** The lane of everything that happens to applications (rulebook §20.3). */
export const openApplications = (dependencies: ApplicationDependencies): Applications =>
  openDecidingLane(dependencies, { listMax, load, decide, save })

type Change = { readonly command: ApplicationCommand; readonly offer: Offer; readonly outcome: ApplicationOutcome }

/** The rows of a list, each with its newest value, and what was decided so far. */
type Deciding = {
  readonly dependencies: ApplicationDependencies
  readonly balances: LoadedBalances
  readonly applications: Map<number, Application>
  readonly ids: number[]
  readonly changes: Change[]
}

async function load(
  tx: Tx,
  commands: readonly ApplicationCommand[],
  dependencies: ApplicationDependencies,
  ids: Ids,
): Promise<Deciding> {
  const users = commands.map(({ userId }) => userId)
  const applying = commands.filter((command) => command.kind === 'apply')
  const others = commands.flatMap((command) => (command.kind === 'apply' ? [] : [command]))
  const [balances, stored, standing, taken] = await Promise.all([
    loadBalances(tx, users, [applicationWallet]),
    applicationsOf(tx, others),
    standingApplications(
      tx,
      applying.map(({ userId }) => userId),
      applying.map(({ offer }) => offer),
    ),
    ids.take(tx, applying.length),
  ])
  const applications = new Map([...stored, ...standing].map((each) => [each.id, each]))
  return { dependencies, balances, applications, ids: taken.toReversed(), changes: [] }
}

async function decide(deciding: Deciding, command: ApplicationCommand, tx: Tx): Promise<ApplicationView | Refusal> {
  const { dependencies, applications, balances } = deciding
  const { userId: user, at } = command
  if (command.kind === 'apply') {
    const outcome = await apply(deciding, command, tx)
    return isRefusal(outcome) ? outcome : keep(deciding, { command, offer: command.offer, outcome })
  }
  const application = applications.get(command.id)
  if (application === undefined || application.user !== user) return refusal('not_found', { field: 'id' })
  const offer = offerOf(dependencies.feed, offerNameOf(application), at)
  if (offer === undefined) return refusal('unavailable')
  const permission = command.kind === 'top_up' ? await dependencies.resetRefusal(tx, user) : undefined
  const available = balances.available(user, applicationWallet)
  const outcome = decideOn(offer, application, command, { permission, available })
  if (isRefusal(outcome)) return outcome
  return keep(deciding, { command, offer, outcome: outcome ?? { application, journals: [] } })
}

function decideOn(
  offer: Offer,
  application: Application,
  command: Exclude<ApplicationCommand, Apply>,
  facts: TopUpFacts,
): ApplicationOutcome | Refusal | undefined {
  const { at } = command
  switch (command.kind) {
    case 'top_up':
      return decideTopUp(offer, application, { quantity: command.quantity, at }, facts)
    case 'pay':
      return decidePayment(
        offer,
        application,
        { amount: command.amount, price: finalPrice(offer), at },
        facts.available,
      )
    case 'cancel':
      return decideApplicationCancel(offer, application, at)
    case 'allot':
      return decideAllotment(offer, application, {
        lots: command.lots,
        rank: command.rank,
        price: finalPrice(offer),
        at,
      })
    case 'lapse':
      return decideLapse(offer, application, { price: finalPrice(offer), at })
  }
}

async function apply(
  { dependencies, balances, applications, ids }: Deciding,
  { userId: user, offer, quantity, at }: Apply,
  tx: Tx,
): Promise<ApplicationOutcome | Refusal> {
  const { feed, verificationRefusal, resetRefusal } = dependencies
  const hasApplied = [...applications.values()].some(
    (each) =>
      each.user === user && each.source === offer.source && each.offer === offer.id && each.status !== 'cancelled',
  )
  const id = present(ids.pop(), 'an id for every application')
  return decideApplication(
    offer,
    { id, user, at, quantity },
    {
      permission: (await verificationRefusal(tx, user)) ?? (await resetRefusal(tx, user)),
      hasApplied,
      isShort: isPlacing(offer) && (await isShortIn(tx, user, offer.instrument)),
      available: balances.available(user, applicationWallet),
      conversionRate: pricesAt(feed, at).conversionRate(offer.currency, walletCurrency[applicationWallet]),
    },
  )
}

/** Puts a decision in place, and answers with the application as its person sees it. */
function keep({ balances, applications, changes, dependencies }: Deciding, change: Change): ApplicationView {
  const { command, offer, outcome } = change
  const { application, journals } = outcome
  if (applications.get(application.id) !== application) {
    for (const entry of journals) balances.post(entry)
    applications.set(application.id, application)
    changes.push(change)
  }
  const language = 'language' in command ? command.language : 'en'
  return applicationView(offer, application, {
    now: command.at,
    naming: { language, traditional: dependencies.traditional },
  })
}

async function save(tx: Tx, { balances, changes }: Deciding): Promise<void> {
  if (changes.length === 0) return
  // The last state of each application: one list may change one twice.
  const last = new Map(changes.map(({ outcome }) => [outcome.application.id, outcome.application]))
  await saveApplications(tx, [...last.values()])
  await addSteps(
    tx,
    changes.flatMap(({ outcome }) => outcome.step ?? []),
  )
  const { repeated } = await savePostings(tx, balances)
  assert(repeated.size === 0, 'nothing is posted twice')
  await openAllottedPositions(tx, changes.flatMap(positionOf))
  await sendMessages(
    tx,
    changes.flatMap(({ command, offer, outcome }) => messageOf(command, offer, outcome.application)),
  )
  await enqueueNotices(
    tx,
    changes.flatMap(({ outcome: { application } }) => [
      { userId: application.user, topic: 'application', refId: application.id },
      { userId: application.user, topic: 'wallet', refId: walletNumbers[applicationWallet] },
    ]),
  )
}

function positionOf({ command, offer, outcome: { application } }: Change) {
  if (application.status !== 'allotted') return []
  return [allottedPosition(offer, application, finalPrice(offer), command.at)]
}
