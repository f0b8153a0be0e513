import type { calls } from '@mex/contract/areas.ts'
import type { Answer, Handlers } from '@mex/contract/call.ts'
import { bondCountries, bondRules } from '@mex/core/bonds/bond.ts'
import { isFound } from '@mex/core/bonds/search.ts'
import { addMoney, nothing } from '@mex/core/money/money.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { accepted, refuse } from '@mex/core/refusal.ts'
import { isoDate } from '@mex/core/time-zone.ts'
import type { Context, PersonContext } from '#context.ts'
import { pastWorth } from './past-prices.ts'
import { isOffered } from './quotes.ts'
import { holdingsOf, listHoldings } from './store.ts'
import type { BondTrades } from './trades.ts'
import { bondView, curveView, holdingFigures, holdingView, nextCouponOf, type Naming } from './views.ts'

export type BondsHandling = { readonly trades: BondTrades; readonly traditional: Traditional }

type BondsCalls = typeof calls.bonds
type Asked<Name extends keyof BondsCalls> = Parameters<Handlers<BondsCalls, Context, PersonContext>[Name]>[0]

export function handlers({ trades, traditional }: BondsHandling) {
  const naming = ({ language }: Context): Naming => ({ language, traditional })
  const byPerson = ({ person: { userId }, now: at, language, request }: PersonContext) => ({
    userId,
    at,
    language,
    request,
  })
  return {
    list: async (input, context) => list(naming(context), input, context),
    buy: async ({ id, face }, context) => {
      const bond = context.feed.bonds.find(id, context.now) ?? refuse('not_found', { field: 'id' })
      if (face === undefined) return refuse('missing_field', { field: 'amount', values: { document: 'purchase' } })
      return accepted(await trades.send({ kind: 'buy', ...byPerson(context), bond, face }))
    },
    holdings: (input, context) => holdings(naming(context), input, context),
    sell: async ({ id, face }, context) =>
      accepted(await trades.send({ kind: 'sell', ...byPerson(context), id, face })),
    total: (_, context) => total(context),
    past: async ({ id }, context) => {
      const { feed, now, language } = context
      const bond = feed.bonds.find(id, now) ?? refuse('not_found', { field: 'id' })
      return { name: textIn(bond.name, language, traditional), points: pastWorth(feed, bond, now) }
    },
  } satisfies Handlers<BondsCalls, Context, PersonContext>
}

function list(
  naming: Naming,
  { id, kind, currency, keyword, pageNum, pageSize }: Asked<'list'>,
  { feed, now }: Context,
): Answer<BondsCalls['list']> {
  const wanted =
    id === undefined
      ? feed.bonds
          .issues(now)
          .filter((bond) => isOffered(bond, now))
          .filter((bond) => kind === undefined || bond.kind === kind)
          .filter((bond) => currency === undefined || bondRules[bond.kind].currency === currency)
          .filter((bond) => keyword === undefined || isFound(bond, keyword))
          .toSorted((one, other) => one.matures - other.matures || one.id - other.id)
      : [feed.bonds.find(id, now) ?? refuse('not_found', { field: 'id' })]
  const start = (pageNum - 1) * pageSize
  const shown = wanted.slice(start, start + pageSize)
  return {
    total: wanted.length,
    pageNum,
    pageSize,
    rows: shown.flatMap((bond) => bondView(feed, bond, { now, naming }) ?? []),
    curves: bondCountries.flatMap((country) => curveView(feed, country, now) ?? []),
  }
}

async function holdings(
  naming: Naming,
  { id, status, pageNum, pageSize }: Asked<'holdings'>,
  { db, feed, now, person: { userId } }: PersonContext,
): Promise<Answer<BondsCalls['holdings']>> {
  const stored =
    id === undefined
      ? await listHoldings(db, userId, { withRedeemed: status === undefined || status === 'redeemed' })
      : await holdingsOf(db, [{ userId, id }])
  const found = stored.filter((holding) => status === undefined || holding.status === status)
  const start = (pageNum - 1) * pageSize
  const rows = found.slice(start, start + pageSize).flatMap((holding) => {
    const bond = feed.bonds.find(holding.bond, now)
    return bond === undefined ? [] : [holdingView(feed, bond, holding, { now, naming })]
  })
  return { total: found.length, pageNum, pageSize, rows }
}

/** Everything that is not redeemed yet (rulebook §24.2). */
async function total({ db, feed, now, person: { userId } }: PersonContext): Promise<Answer<BondsCalls['total']>> {
  const held = (await listHoldings(db, userId, { withRedeemed: false })).flatMap((holding) => {
    const bond = feed.bonds.find(holding.bond, now)
    return bond === undefined ? [] : [{ bond, holding, ...holdingFigures(feed, bond, holding, now) }]
  })
  const coupons = held.flatMap(({ bond, holding, mid }) => {
    const next = nextCouponOf(bond, holding)
    return next === undefined || mid === undefined ? [] : [{ ...next, currency: bondRules[bond.kind].currency }]
  })
  const first = coupons.toSorted((one, other) => one.date - other.date)[0]
  return {
    total: addMoney(nothing, ...held.map(({ worth }) => worth)),
    count: held.length,
    accrued: addMoney(nothing, ...held.map(({ accruedPesos }) => accruedPesos)),
    profit: addMoney(nothing, ...held.map(({ profit }) => profit)),
    received: addMoney(nothing, ...held.map(({ holding }) => holding.received)),
    nextCoupon:
      first === undefined ? undefined : { date: isoDate(first.date), amount: first.amount, currency: first.currency },
  }
}
