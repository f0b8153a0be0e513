import { moneyInMessage, type MessageSubject } from '@mex/contract/messages.ts'
import { present } from '@mex/core/assert.ts'
import type { LoadedBalances } from '@mex/core/ledger/ledger.ts'
import type { Money } from '@mex/core/money/money.ts'
import { letHappen, type Happened, type RobotNote, type RobotWorld } from '@mex/core/robots/course.ts'
import { inCents } from '@mex/core/robots/economics.ts'
import { robotWallet } from '@mex/core/robots/postings.ts'
import { keptRent, netOf, residualOfRental, wakeAt, type Rental, type Stretch } from '@mex/core/robots/rental.ts'
import { walletCurrency, walletNumbers } from '@mex/core/wallet/wallets.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import { enqueueNotices } from '#db/outbox.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { miningFactsAt } from '#feeds/robot-market.ts'
import { addNotes, addStretches, openRentals, saveRentals, usersWithDue } from './store.ts'

/** The rentals of some users while a list is decided, each with its newest value, and what has happened so far. */
export type RobotBook = {
  readonly feed: Feed
  readonly balances: LoadedBalances
  readonly rentals: Map<number, Rental>
  readonly changed: Map<number, Rental>
  readonly notes: RobotNote[]
  readonly stretches: Stretch[]
}

/** Loads the rentals of users that are not over, with their wallets; the users are locked. */
export async function openBook(tx: Tx, feed: Feed, users: readonly number[]): Promise<RobotBook> {
  const [balances, open] = await Promise.all([loadBalances(tx, users, [robotWallet]), openRentals(tx, users)])
  return {
    feed,
    balances,
    rentals: new Map(open.map((rental) => [rental.id, rental])),
    changed: new Map(),
    notes: [],
    stretches: [],
  }
}

export const worldOf = ({ feed, balances }: RobotBook, now: number): RobotWorld => ({
  facts: (at) => miningFactsAt(feed, at),
  poolLeft: (at) => feed.robots.poolLeft(at),
  available: (user) => balances.available(user, robotWallet),
  post: (entry) => balances.post(entry),
  now,
})

/** Adds what has happened to the book. */
export function keep(book: RobotBook, { rentals, notes, stretches }: Happened): void {
  for (const [id, rental] of rentals) {
    book.rentals.set(id, rental)
    book.changed.set(id, rental)
  }
  book.notes.push(...notes)
  book.stretches.push(...stretches)
}

/** Lets everything happen that is due on a user's rentals by an instant. */
export function bringUpToDate(book: RobotBook, user: number, now: number, until = now): void {
  const own = [...book.rentals.values()].filter((rental) => rental.user === user)
  keep(book, letHappen(own, until, worldOf(book, now)))
}

/** Saves everything that has happened. */
export async function saveBook(tx: Tx, { balances, changed, notes, stretches, feed }: RobotBook): Promise<void> {
  if (changed.size === 0) return
  const rentals = [...changed.values()]
  await saveRentals(
    tx,
    rentals.map((rental) => ({ rental, dueAt: wakeAt(rental) })),
  )
  await addStretches(tx, stretches)
  await addNotes(tx, notes)
  await savePostings(tx, balances)
  await sendMessages(
    tx,
    notes.flatMap((note) => {
      const rental = present(changed.get(note.rental), 'the rental of a message')
      const about = inboxMessage(feed, rental, note)
      if (about === undefined) return []
      const reference = { type: 'robot', id: rental.id } as const
      return [{ user: rental.user, type: 'ROBOT', about, at: note.at, reference } as const]
    }),
  )
  await enqueueNotices(
    tx,
    rentals.flatMap(({ user, id }) => [
      { userId: user, topic: 'robot', refId: id },
      { userId: user, topic: 'wallet', refId: walletNumbers[robotWallet] },
    ]),
  )
}

/** What a person is told beside the messages of the rental itself (rulebook §29 ROBOT). */
function inboxMessage(feed: Feed, rental: Rental, { kind, at }: RobotNote): MessageSubject | undefined {
  const name = feed.robots.find(rental.robot, at)?.name ?? { en: 'Robot', zh: '机器人' }
  const pesos = (amount: Money): string => moneyInMessage(amount, walletCurrency[robotWallet])
  if (kind === 'insufficient') return { kind: 'robot_no_energy', values: { name } }
  if (kind === 'expired')
    return {
      kind: 'robot_expired',
      values: {
        name,
        income: pesos(inCents(rental.income)),
        energy: pesos(rental.settled),
        rent: pesos(keptRent(rental)),
        net: pesos(netOf(rental)),
        residual: pesos(residualOfRental(rental)),
      },
    }
  if (kind !== 'redeemed') return undefined
  return {
    kind: 'robot_redeemed',
    values: { name, refund: pesos(rental.redemption?.refund ?? residualOfRental(rental)) },
  }
}

/** A command that moves money of a user's wallets at an instant; `counts` is when the money counts if it is booked late. */
export type Moving = { readonly userId: number; readonly at: number; readonly counts?: number }
export type RobotsFirst = (tx: Tx, moving: readonly Moving[]) => Promise<void>

/**
 * Lets everything happen that is due on the robots of some users before something else moves money of their financial wallets: what
 * a robot could buy never depends on when its job ran (rulebook §26.1). The users are locked; nothing of their wallets is loaded yet.
 */
export const robotsFirst =
  (feed: Feed): RobotsFirst =>
  async (tx, moving) => {
    const latest = Math.max(...moving.map(({ at, counts = at }) => counts))
    const users = await usersWithDue(
      tx,
      moving.map(({ userId }) => userId),
      latest,
    )
    if (users.length === 0) return
    const book = await openBook(tx, feed, users)
    for (const user of users) {
      const own = moving.filter(({ userId }) => userId === user)
      const now = Math.max(...own.map(({ at }) => at))
      bringUpToDate(book, user, now, Math.max(...own.map(({ at, counts = at }) => counts)))
    }
    await saveBook(tx, book)
  }
