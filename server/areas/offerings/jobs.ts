import { present } from '@mex/core/assert.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { formatQuantity } from '@mex/core/money/money.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { lockedPositions, unlockPositions } from '#areas/trading/allotted-positions.ts'
import { lockUsers } from '#db/lane.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { Job } from '#jobs/runner.ts'
import type { Applications } from './applications.ts'
import { drawOne, lotsOf, type Draws } from './draws.ts'
import { offersOf } from './offers.ts'
import { applicationsOf, dueApplications } from './store.ts'

export type OfferingsJobs = {
  readonly db: Database
  readonly feed: Feed
  readonly applications: Applications
  readonly draws: Draws
  /** Wakes push after a commit with notices. */
  readonly wake: () => void
}

/** Applications that are handled in one list. */
const batch = 50

/** Settles the applications of drawn offers; returns their number. */
async function allotDue({ db, feed, applications, draws }: OfferingsJobs, now: number): Promise<number> {
  const offers = offersOf(feed, now)
  const drawn = [...draws.drawn()].filter((id) => offers.has(id))
  let count = 0
  for (;;) {
    const due = await dueApplications(db, 'applied', drawn, batch)
    const results = new Map<number, NonNullable<Awaited<ReturnType<Draws['of']>>>>()
    const commands = []
    for (const { id, user, offer: number, quantity } of due) {
      const offer = present(offers.get(number), `offer ${number}`)
      const result = results.get(number) ?? present(await draws.of(db, offer), `the draw of offer ${number}`)
      results.set(number, result)
      const { lots, rank } = drawOne(result.book, result.draw.key, { id, lots: lotsOf(offer, quantity) })
      commands.push({ kind: 'allot', userId: user, id, at: now, lots, rank } as const)
    }
    const outcomes = await applications.sendAll(commands)
    const done = outcomes.filter((outcome) => !isRefusal(outcome)).length
    count += done
    // What could not be settled waits for the next run.
    if (due.length < batch || done === 0) return count
  }
}

/** Ends what was not paid in time (rulebook §20.3, E55); returns the number. */
async function lapseDue({ db, feed, applications }: OfferingsJobs, now: number): Promise<number> {
  const over = feed.newIssues(now).filter(({ payUntil }) => payUntil <= now)
  const offers = over.map(({ id }) => id)
  let count = 0
  for (;;) {
    const due = await dueApplications(db, 'unpaid', offers, batch)
    const outcomes = await applications.sendAll(
      due.map(({ id, user }) => ({ kind: 'lapse', userId: user, id, at: now }) as const),
    )
    const done = outcomes.filter((outcome) => !isRefusal(outcome)).length
    count += done
    if (due.length < batch || done === 0) return count
  }
}

/** Makes the shares of new listings sellable (rulebook §8.3 E56); returns the number of positions. */
async function listDue({ db, feed, wake }: OfferingsJobs, now: number): Promise<number> {
  const listed = feed.newIssues(now).filter(({ listsAt }) => listsAt <= now)
  const instruments = listed.map(({ instrument }) => instrument)
  const offers = offersOf(feed, now)
  let count = 0
  for (;;) {
    const due = await lockedPositions(db, instruments, batch)
    if (due.length === 0) return count
    await inTransaction(db, async (tx) => {
      await lockUsers(
        tx,
        due.map(({ userId }) => userId),
      )
      const unlocked = await unlockPositions(tx, due, now)
      const applied = await applicationsOf(tx, unlocked)
      await sendMessages(
        tx,
        applied.map(({ user, id, offer: number, allotted }) => {
          const { name, code } = present(offers.get(number), `offer ${number}`)
          const about = { kind: 'ipo_listed', values: { name, code, allotted: formatQuantity(allotted) } } as const
          return { user, type: 'IPO', about, at: now, reference: { type: 'application', id } } as const
        }),
      )
    })
    wake()
    count += due.length
    if (due.length < batch) return count
  }
}

/** Scheduled jobs of new issues (rulebook §2.2 `ipo`). */
export const jobs = (dependencies: OfferingsJobs): readonly Job[] => [
  {
    name: 'new issues',
    everySeconds: 1,
    async run(now) {
      await dependencies.draws.advance(now)
      const settled = (await allotDue(dependencies, now)) + (await lapseDue(dependencies, now))
      if (settled > 0) dependencies.wake()
      return settled + (await listDue(dependencies, now))
    },
  },
]
