import type { RedeemedOrderView, RobotOrderView } from '@mex/contract/robots/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { requestRedemption } from '@mex/core/robots/course.ts'
import { decideRent, redeemRefusal } from '@mex/core/robots/decisions.ts'
import { robotWallet } from '@mex/core/robots/postings.ts'
import { slotsLeft, type Robot } from '@mex/core/robots/robot.ts'
import { isRunning } from '@mex/core/robots/rental.ts'
import type { Ids } from '#db/database.ts'
import { openDecidingLane, type PersonCommand } from '#db/deciding-lane.ts'
import type { Command, Lane } from '#db/lane.ts'
import type { Tx } from '#db/sql.ts'
import type { ProductDependencies } from '#products.ts'
import { bringUpToDate, keep, openBook, saveBook, worldOf, type RobotBook } from './happen.ts'
import { rentalsOf } from './store.ts'
import { redeemedView, rentalView, type ViewFacts } from './views.ts'

export type Rent = PersonCommand & { readonly kind: 'rent'; readonly robot: Robot; readonly quantity: number }
export type Redeem = PersonCommand & { readonly kind: 'redeem'; readonly id: number }
/** Everything that is due on the robots of a user by `until`, which is before `at`; by `at` without it. */
export type Happen = Command & {
  readonly kind: 'happen'
  readonly userId: number
  readonly at: number
  readonly until?: number
}
export type RobotCommand = Rent | Redeem | Happen

export type RobotAnswer =
  | { readonly kind: 'rented'; readonly orders: readonly RobotOrderView[] }
  | { readonly kind: 'redeemed'; readonly order: RedeemedOrderView }
  | { readonly kind: 'happened'; readonly changed: number }
export type RobotRentals = Lane<RobotCommand, RobotAnswer>

const listMax = 50

/** The lane of everything that happens to rented robots (rulebook §26.2). */
export const openRobotRentals = (dependencies: ProductDependencies): RobotRentals =>
  openDecidingLane(dependencies, { listMax, load, decide, save: (tx, { book }) => saveBook(tx, book) })

type Deciding = {
  readonly dependencies: ProductDependencies
  readonly book: RobotBook
  readonly ids: number[]
}

async function load(
  tx: Tx,
  commands: readonly RobotCommand[],
  dependencies: ProductDependencies,
  ids: Ids,
): Promise<Deciding> {
  const wanted = commands.reduce((sum, command) => sum + (command.kind === 'rent' ? command.quantity : 0), 0)
  const named = commands.filter((command) => command.kind === 'redeem')
  const [book, redeeming, taken] = await Promise.all([
    openBook(
      tx,
      dependencies.feed,
      commands.map(({ userId }) => userId),
    ),
    rentalsOf(tx, named),
    ids.take(tx, wanted),
  ])
  for (const rental of redeeming) if (!book.rentals.has(rental.id)) book.rentals.set(rental.id, rental)
  return { dependencies, book, ids: taken.toReversed() }
}

async function decide(deciding: Deciding, command: RobotCommand, tx: Tx): Promise<RobotAnswer | Refusal> {
  const { book } = deciding
  const before = book.changed.size
  if (command.kind === 'redeem') {
    const asked = { ...command, at: latestOf(book, command) }
    bringUpToDate(book, asked.userId, asked.at)
    return redeem(deciding, asked)
  }
  // What is due by now happens first, whether or not its job has run: a result never depends on when a job ran.
  bringUpToDate(book, command.userId, command.at, command.kind === 'happen' ? command.until : undefined)
  if (command.kind === 'rent')
    return rent(deciding, command, await deciding.dependencies.resetRefusal(tx, command.userId))
  return { kind: 'happened', changed: book.changed.size - before }
}

/**
 * When a redemption counts. A request that waited while the job went on counts from what has happened to the robot since: that is not
 * undone, and a redemption of an instant before it would not be right.
 */
function latestOf({ rentals }: RobotBook, { id, userId, at }: Redeem): number {
  const rental = rentals.get(id)
  return rental?.user === userId ? Math.max(at, rental.changedAt) : at
}

function rent(deciding: Deciding, command: Rent, permission: Refusal | undefined): RobotAnswer | Refusal {
  const { book, dependencies } = deciding
  const { userId: user, robot, quantity, at } = command
  const { robots } = dependencies.feed
  const running = [...book.rentals.values()].filter((rental) => rental.user === user && isRunning(rental)).length
  const ids = Array.from({ length: quantity }, () => present(deciding.ids.pop(), 'an id for every rental'))
  const outcome = decideRent(
    robot,
    { ids, user, at },
    {
      permission,
      slotsLeft: slotsLeft(robot, robots.taken(robot, at), at),
      poolLeft: robots.poolLeft(at),
      running,
      available: book.balances.available(user, robotWallet),
    },
  )
  if (isRefusal(outcome)) return outcome
  for (const journal of outcome.journals) book.balances.post(journal)
  keep(book, {
    rentals: new Map(outcome.rentals.map((rental) => [rental.id, rental])),
    notes: outcome.rentals.map(({ id }) => ({
      kind: 'looking',
      rental: id,
      user,
      status: 'finding',
      amount: undefined,
      at,
    })),
    stretches: [],
  })
  return { kind: 'rented', orders: outcome.rentals.map((rental) => rentalView(factsOf(deciding, command), rental)) }
}

function redeem(deciding: Deciding, command: Redeem): RobotAnswer | Refusal {
  const { book } = deciding
  const { userId: user, id, at } = command
  const rental = book.rentals.get(id)
  if (rental === undefined || rental.user !== user) return refusal('not_found', { field: 'id' })
  const refused = redeemRefusal(rental, at)
  if (refused !== undefined) return refused
  keep(book, requestRedemption(rental, at, worldOf(book, at)))
  return {
    kind: 'redeemed',
    order: redeemedView(factsOf(deciding, command), present(book.rentals.get(id), 'the rental')),
  }
}

const factsOf = ({ dependencies: { feed, traditional } }: Deciding, { at, language }: PersonCommand): ViewFacts => ({
  feed,
  now: at,
  naming: { language, traditional },
})
