import type { calls } from '@mex/contract/areas.ts'
import type { Answer, Handlers } from '@mex/contract/call.ts'
import type { Rate } from '@mex/core/money/money.ts'
import { affordableLots, applicationAmount } from '@mex/core/offerings/application-cost.ts'
import { lotsMax, sharesOf, type NewIssue } from '@mex/core/offerings/new-issue.ts'
import { offerKey, type Offer } from '@mex/core/offerings/offer.ts'
import { applicationWallet } from '@mex/core/offerings/postings.ts'
import { accepted, refuse } from '@mex/core/refusal.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import { balanceOf } from '#areas/ledger/actions.ts'
import type { TradingEngine } from '#areas/trading/engine.ts'
import { pricesAt } from '#areas/trading/prices.ts'
import type { Context, PersonContext } from '#context.ts'
import type { Applications } from './applications.ts'
import { basisView, drawView } from './draw-view.ts'
import type { Draws } from './draws.ts'
import { offerNameOf, offersOf } from './offers.ts'
import { listApplications, standingApplications } from './store.ts'
import { applicationView, issueView, type Naming } from './views.ts'

export type OfferingsHandling = {
  readonly applications: Applications
  readonly draws: Draws
  readonly engine: TradingEngine
}

type OfferingsCalls = typeof calls.offerings
type Asked<Name extends keyof OfferingsCalls> = Parameters<Handlers<OfferingsCalls, Context, PersonContext>[Name]>[0]

/** Listed issues stay in the list for so long. */
const shownMilliseconds = 60 * 86_400_000
const rowsMax = 200

export function handlers(handling: OfferingsHandling) {
  const { applications, engine } = handling
  const naming = ({ language }: Context): Naming => ({ language, traditional: engine.dependencies.traditional })
  const byPerson = ({ person: { userId }, now: at, language, request }: PersonContext) => ({
    userId,
    at,
    language,
    request,
  })
  const published = (context: Context, id: number): NewIssue =>
    context.feed.newIssues(context.now).find((issue) => issue.id === id) ?? refuse('not_found', { field: 'id' })

  return {
    issues: (input, context) => issues(naming(context), input, context),
    issue: (input, context) => issue(handling, naming(context), input, context),
    apply: async ({ id, quantity }, context) =>
      accepted(
        await applications.send({ kind: 'apply', ...byPerson(context), offer: published(context, id), quantity }),
      ),
    add: async ({ id, quantity, amount }, context) => {
      if (quantity !== undefined)
        return accepted(await applications.send({ kind: 'top_up', ...byPerson(context), id, quantity }))
      if (amount === undefined) return refuse('incorrect_amount', { field: 'amount' })
      return accepted(await applications.send({ kind: 'pay', ...byPerson(context), id, amount }))
    },
    applications: (input, context) => subscriptions(naming(context), input, context),
    affordable: async ({ id }, context) => affordable(published(context, id), context),
    draw: async ({ id }, context) => drawView(handling.draws, published(context, id), context),
  } satisfies Handlers<OfferingsCalls, Context, PersonContext>
}

/** The mid of an offer's currency in that of the wallet that pays for it. */
export const rateOf = (offer: Offer, { feed, now }: Pick<Context, 'feed' | 'now'>): Rate | undefined =>
  pricesAt(feed, now).conversionRate(offer.currency, walletCurrency[applicationWallet])

async function issues(
  naming: Naming,
  { status, market }: Asked<'issues'>,
  context: Context,
): Promise<Answer<OfferingsCalls['issues']>> {
  const { feed, now, db, person } = context
  const shown = feed
    .newIssues(now)
    .filter((offer) => offer.listsAt > now - shownMilliseconds && (market === undefined || offer.market === market))
  const own = person === undefined ? [] : await standingApplications(db, [person.userId], shown)
  const views = shown
    .toSorted((one, other) => other.listsAt - one.listsAt || other.id - one.id)
    .map((offer) =>
      issueView(offer, {
        now,
        naming,
        application: own.find((each) => each.offer === offer.id),
        conversionRate: rateOf(offer, context),
        commitment: feed.commitmentOf(offer),
        seed: undefined,
      }),
    )
  return views.filter((view) => status === undefined || view.subscription === status).slice(0, rowsMax)
}

async function issue(
  { draws }: OfferingsHandling,
  naming: Naming,
  { id, code }: Asked<'issue'>,
  context: Context,
): Promise<Answer<OfferingsCalls['issue']>> {
  const { feed, now, db, person } = context
  // A code may come back after years: the last issue that had it is meant.
  const offer = feed.newIssues(now).findLast((each) => (id === undefined ? each.code === code : each.id === id))
  if (offer === undefined) return refuse('not_found', { field: id === undefined ? 'stockCode' : 'id' })
  const [application] = person === undefined ? [] : await standingApplications(db, [person.userId], [offer])
  const drawn = await draws.result(db, offer)
  const view = issueView(offer, {
    now,
    naming,
    application,
    conversionRate: rateOf(offer, context),
    commitment: feed.commitmentOf(offer),
    seed: drawn === undefined ? undefined : feed.seedOf(offer, now),
  })
  const url = `/#/pages/product/newstock?id=${offer.id}&view=prospectus`
  return {
    ...view,
    documents: [{ name: naming.language === 'en' ? 'Prospectus' : naming.traditional('招股书'), url }],
    basis: drawn === undefined ? [] : basisView(drawn.result.basis),
  }
}

export async function subscriptions(
  naming: Naming,
  { id, source, status, pageNum, pageSize }: Asked<'applications'>,
  { db, feed, now, person: { userId } }: PersonContext,
): Promise<Answer<OfferingsCalls['applications']>> {
  const found = await listApplications(db, userId, source)
  const offers = offersOf(feed, now)
  const views = found
    .filter((application) => id === undefined || application.id === id)
    .flatMap((application) => {
      const offer = offers.get(offerKey(offerNameOf(application)))
      return offer === undefined ? [] : [applicationView(offer, application, { now, naming })]
    })
    .filter((view) => status === undefined || view.status === status)
  const start = (pageNum - 1) * pageSize
  return { total: views.length, pageNum, pageSize, rows: views.slice(start, start + pageSize) }
}

async function affordable(offer: NewIssue, context: PersonContext): Promise<Answer<OfferingsCalls['affordable']>> {
  const { feeRate } = offer
  const available = await balanceOf(context.db, context.person.userId, 'U.AVAIL', applicationWallet)
  const conversionRate = rateOf(offer, context) ?? refuse('quote_unavailable')
  const lots = affordableLots(offer, lotsMax(offer), available, conversionRate)
  const quantity = sharesOf(offer, lots)
  return { quantity, amount: applicationAmount(offer, quantity, conversionRate), feeRate, available }
}
