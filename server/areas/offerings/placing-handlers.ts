import type { calls } from '@mex/contract/areas.ts'
import type { Answer, Handlers } from '@mex/contract/call.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { quantity } from '@mex/core/money/money.ts'
import { isOpenAt, type Placing } from '@mex/core/offerings/placing.ts'
import { closable } from '@mex/core/trading/positions.ts'
import { accepted, refuse } from '@mex/core/refusal.ts'
import type { TradingEngine } from '#areas/trading/engine.ts'
import { positionsOfPlacings } from '#areas/trading/allotted-positions.ts'
import type { Context, PersonContext } from '#context.ts'
import type { Applications } from './applications.ts'
import { drawView } from './draw-view.ts'
import type { Draws } from './draws.ts'
import { rateOf, subscriptions } from './handlers.ts'
import { drawsOf } from './store-draws.ts'
import { standingApplications } from './store.ts'
import { placingView } from './placing-views.ts'
import type { Naming } from './views.ts'

type PlacingHandling = { readonly applications: Applications; readonly draws: Draws; readonly engine: TradingEngine }
type PlacingCalls = typeof calls.placings
type Asked<Name extends keyof PlacingCalls> = Parameters<Handlers<PlacingCalls, Context, PersonContext>[Name]>[0]

/** A placing stays in the list for so long after its lock-up. */
const shownMilliseconds = 30 * 86_400_000

export function placingHandlers({ applications, draws, engine }: PlacingHandling) {
  const naming = ({ language }: Context): Naming => ({ language, traditional: engine.dependencies.traditional })
  const published = ({ feed, now }: Context, id: number): Placing =>
    feed.placings(now).find((placing) => placing.id === id) ?? refuse('not_found', { field: 'id' })

  return {
    list: (input, context) => list(naming(context), input, context),
    window: async ({ id }, context) => windowOf(id === undefined ? next(context) : published(context, id), context.now),
    apply: async ({ id, quantity: wanted }, context) => {
      const { person, now: at, language, request } = context
      const offer = published(context, id)
      const command = { kind: 'apply', userId: person.userId, at, language, request, offer, quantity: wanted } as const
      return accepted(await applications.send(command))
    },
    applications: (input, context) =>
      subscriptions(
        naming(context),
        { ...input, source: sources.placingStock, id: undefined, status: undefined },
        context,
      ),
    closable: (input, context) => closableShares(engine, input, context),
    draw: async ({ id }, context) => drawView(draws, published(context, id), context),
  } satisfies Handlers<PlacingCalls, Context, PersonContext>
}

async function list(
  naming: Naming,
  { id, market, pageNum, pageSize }: Asked<'list'>,
  context: Context,
): Promise<Answer<PlacingCalls['list']>> {
  const { feed, now, db, person } = context
  const shown = feed
    .placings(now)
    .filter((placing) => (id === undefined ? placing.unlocksAt > now - shownMilliseconds : placing.id === id))
    .filter((placing) => market === undefined || placing.market === market)
    .toReversed()
  if (id !== undefined && shown.length === 0) return refuse('not_found', { field: 'id' })
  const start = (pageNum - 1) * pageSize
  const rows = shown.slice(start, start + pageSize)
  const own = person === undefined ? [] : await standingApplications(db, [person.userId], rows)
  // Whether they are drawn suffices here: a list that ranked the books of a page would cost a hundred times as much.
  const drawn = new Set((await drawsOf(db, rows)).map(({ offer }) => offer))
  const views = rows.map((placing) =>
    placingView(placing, {
      now,
      naming,
      application: own.find((each) => each.offer === placing.id),
      conversionRate: rateOf(placing, context),
      commitment: feed.commitmentOf(placing),
      seed: drawn.has(placing.id) ? feed.seedOf(placing, now) : undefined,
    }),
  )
  return { total: shown.length, pageNum, pageSize, rows: views }
}

/** The open placing that closes next; while none is open, the one that opens next. */
function next({ feed, now }: Context): Placing {
  const coming = feed.placings(now).filter(({ endsAt }) => endsAt > now)
  const [first] = coming.toSorted(
    (one, other) =>
      Number(isOpenAt(other, now)) - Number(isOpenAt(one, now)) || one.endsAt - other.endsAt || one.id - other.id,
  )
  return first ?? refuse('not_found')
}

const windowOf = (placing: Placing, now: number): Answer<PlacingCalls['window']> => {
  const { id, startsAt, endsAt, allotsAt } = placing
  return { id, startsAt, endsAt, allotsAt, now, isOpen: isOpenAt(placing, now) }
}

/** What can be sold of what placings gave; while it is locked, that is nothing (rulebook §16.1). */
async function closableShares(
  { dependencies }: TradingEngine,
  { id, code }: Asked<'closable'>,
  { db, now, person: { userId } }: PersonContext,
): Promise<Answer<PlacingCalls['closable']>> {
  const key =
    code === undefined
      ? undefined
      : (dependencies.find({ code }, now)?.key ?? refuse('unknown_instrument', { field: 'stockCode' }))
  const held = await positionsOfPlacings(db, userId, { id, instrument: key })
  if (held.length === 0) return refuse('position_not_found', { field: id === undefined ? 'stockCode' : 'id' })
  const locks = held.flatMap(({ state, expiresAt }) => (state === 'LOCKED' ? (expiresAt ?? []) : []))
  return {
    count: quantity(held.reduce((sum, position) => sum + closable(position), 0n)),
    lockedUntil: locks.length === 0 ? undefined : Math.max(...locks),
  }
}
