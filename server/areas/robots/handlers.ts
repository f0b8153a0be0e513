import type { calls } from '@mex/contract/areas.ts'
import type { Answer, Handlers } from '@mex/contract/call.ts'
import { robotMessageTexts } from '@mex/contract/robots/messages.ts'
import { answeredTicksMax, type RedeemedOrderView, type RobotOrderView } from '@mex/contract/robots/shapes.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { moneyInMessage } from '@mex/contract/messages.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { accepted, refuse } from '@mex/core/refusal.ts'
import { energyCost } from '@mex/core/robots/economics.ts'
import { robotWallet } from '@mex/core/robots/postings.ts'
import { poolSlots, runningMax } from '@mex/core/robots/robot.ts'
import { tickAt, type Rental } from '@mex/core/robots/rental.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import type { Context, PersonContext } from '#context.ts'
import type { IdempotentRequest } from '#db/idempotency-keys.ts'
import type { RobotAnswer, RobotRentals } from './rentals.ts'
import { rentalSeries, robotSeries } from './series.ts'
import { newestNotes, rentalPage, rentalsOf, runningCount, stretchesOf } from './store.ts'
import { detailView, rentalView, robotView, type ViewFacts } from './views.ts'

export type RobotsHandling = { readonly rentals: RobotRentals; readonly traditional: Traditional }

type RobotsCalls = typeof calls.robots
type Asked<Name extends keyof RobotsCalls> = Parameters<Handlers<RobotsCalls, Context, PersonContext>[Name]>[0]

export function handlers({ rentals, traditional }: RobotsHandling) {
  const factsOf = ({ feed, now, language }: Context): ViewFacts => ({ feed, now, naming: { language, traditional } })
  const byPerson = ({ person: { userId }, now: at, language, request }: PersonContext) => ({
    userId,
    at,
    language,
    request: request === undefined ? undefined : keptAsAnswered(request),
  })
  return {
    list: async (input, context) => list(factsOf(context), input),
    quota,
    rent: async ({ robotId, quantity }, context) => {
      const { robots } = context.feed
      const robot = robots.find(robotId, context.now) ?? refuse('not_found', { field: 'robotId' })
      const answer = accepted(await rentals.send({ kind: 'rent', ...byPerson(context), robot, quantity }))
      return answer.kind === 'rented' ? answer.orders : []
    },
    orders: async ({ status, redeemStatus, pageNum, pageSize }, context) => {
      const { db, person } = context
      const { total, rows } = await rentalPage(db, person.userId, { status, redeemStatus }, { pageNum, pageSize })
      return { total, pageNum, pageSize, rows: rows.map((rental) => rentalView(factsOf(context), rental)) }
    },
    order: async ({ id, since = 0 }, context) => {
      const rental = await own(context, id, 'id')
      const { userId } = context.person
      const firstTick = Math.floor((since - tickAt(rental, 0)) / (tickAt(rental, 1) - tickAt(rental, 0)))
      const range = { from: firstTick - stretchTicksMax, to: Math.max(firstTick, 0) + answeredTicksMax }
      const stretches = await stretchesOf(context.db, [{ userId, id }], range)
      return detailView(factsOf(context), rental, stretches, since)
    },
    redeem: async ({ id }, context) => {
      const answer = accepted(await rentals.send({ kind: 'redeem', ...byPerson(context), id }))
      return answer.kind === 'redeemed' ? answer.order : refuse('not_found', { field: 'id' })
    },
    messages: async ({ orderId }, context) => {
      await own(context, orderId, 'orderId')
      const notes = await newestNotes(context.db, context.person.userId, orderId)
      return notes.map(({ id, kind, status, amount, at }) => ({
        id,
        orderId,
        status,
        content: textIn(robotMessageTexts[kind], context.language, traditional, {
          amount: amount === undefined ? '' : moneyInMessage(amount, walletCurrency[robotWallet]),
        }),
        createdAt: at,
      }))
    },
    series,
  } satisfies Handlers<RobotsCalls, Context, PersonContext>
}

/** The key of a request keeps the answer of its call, which is what the answer of the lane contains. */
const keptAsAnswered = (request: IdempotentRequest): IdempotentRequest => ({
  ...request,
  encode: (given) => {
    const answer = given as RobotAnswer
    return request.encode(answer.kind === 'rented' ? answer.orders : answer.kind === 'redeemed' ? answer.order : {})
  },
  decode: (text): RobotAnswer => {
    const answer = request.decode(text)
    return Array.isArray(answer)
      ? { kind: 'rented', orders: answer as RobotOrderView[] }
      : { kind: 'redeemed', order: answer as RedeemedOrderView }
  },
})

/** No stretch has more ticks than this: energy is bought every hour. */
const stretchTicksMax = 6

/** A rental of the person; those of others do not exist. */
async function own({ db, person: { userId } }: PersonContext, id: number, field: string): Promise<Rental> {
  const [rental] = await rentalsOf(db, [{ userId, id }])
  return rental ?? refuse('not_found', { field })
}

function list(facts: ViewFacts, { id, pageNum, pageSize }: Asked<'list'>): Answer<RobotsCalls['list']> {
  const { robots } = facts.feed
  const wanted =
    id === undefined
      ? robots
          .offers(facts.now)
          .toSorted((one, other) =>
            one.offeredFrom > facts.now === other.offeredFrom > facts.now ? 0 : one.offeredFrom > facts.now ? 1 : -1,
          )
      : [robots.find(id, facts.now) ?? refuse('not_found', { field: 'id' })]
  const start = (pageNum - 1) * pageSize
  const rows = wanted.slice(start, start + pageSize).map((robot) => robotView(facts, robot))
  return { total: wanted.length, pageNum, pageSize, rows }
}

async function quota({ robotId }: Asked<'quota'>, context: PersonContext): Promise<Answer<RobotsCalls['quota']>> {
  const { feed, now, db, person } = context
  const robot =
    robotId === undefined ? undefined : (feed.robots.find(robotId, now) ?? refuse('not_found', { field: 'robotId' }))
  return {
    running: await runningCount(db, person.userId),
    runningMax,
    poolSlots,
    poolLeft: feed.robots.poolLeft(now),
    energyPrice: energyCost(robot?.price ?? moneyOf('1'), 1),
  }
}

async function series(
  { orderId, robotId, type }: Asked<'series'>,
  context: PersonContext,
): Promise<Answer<RobotsCalls['series']>> {
  const { feed, now, db, person } = context
  if (orderId !== undefined) {
    const rental = await own(context, orderId, 'orderId')
    const stretches = await stretchesOf(db, [{ userId: person.userId, id: orderId }])
    return { list: rentalSeries(rental, stretches, type, now) }
  }
  const robot =
    robotId === undefined
      ? refuse('not_found', { field: 'orderId' })
      : (feed.robots.find(robotId, now) ?? refuse('not_found', { field: 'robotId' }))
  return { list: robotSeries(feed, robot, type, now) }
}
