import { present } from '@mex/core/assert.ts'
import { offerKey, payUntilOf } from '@mex/core/offerings/offer.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { positionsToUnlock, unlockPositions } from '#areas/trading/allotted-positions.ts'
import { lockUsers } from '#db/lane.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { sendDue } from '#jobs/due-lists.ts'
import type { Job } from '#jobs/runner.ts'
import type { Applications } from './applications.ts'
import { drawOne, lotsOf, type Draws } from './draws.ts'
import { offerNameOf, offerOf, offersOf } from './offers.ts'
import { unlockedMessage } from './result-messages.ts'
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
async function allotDue({ db, feed, applications, draws, wake }: OfferingsJobs, now: number): Promise<number> {
  const offers = offersOf(feed, now)
  const drawn = [...draws.drawn()].flatMap((key) => offers.get(key) ?? [])
  const due = async () => {
    const results = new Map<string, NonNullable<Awaited<ReturnType<Draws['of']>>>>()
    const commands = []
    for (const application of await dueApplications(db, 'applied', drawn, batch)) {
      const { id, user, quantity } = application
      const key = offerKey(offerNameOf(application))
      const offer = present(offers.get(key), `offer ${key}`)
      const result = results.get(key) ?? present(await draws.of(db, offer), `the draw of offer ${key}`)
      results.set(key, result)
      const { lots, rank } = drawOne(result.book, result.draw.key, { id, lots: lotsOf(offer, quantity) })
      commands.push({ kind: 'allot', userId: user, id, at: now, lots, rank } as const)
      await draws.pause()
    }
    return commands
  }
  return sendDue(applications, { due, batch, wake })
}

/** Ends what was not paid in time (rulebook §20.3, E55); returns the number. */
async function lapseDue({ db, feed, applications, wake }: OfferingsJobs, now: number): Promise<number> {
  const over = [...offersOf(feed, now).values()].filter((offer) => (payUntilOf(offer) ?? Infinity) <= now)
  const due = async () => {
    const unpaid = await dueApplications(db, 'unpaid', over, batch)
    return unpaid.map(({ id, user }) => ({ kind: 'lapse', userId: user, id, at: now }) as const)
  }
  return sendDue(applications, { due, batch, wake })
}

/** Makes shares sellable that were listed or whose lock-up is over (rulebook §8.3 E56, §16.7); returns the number of positions. */
async function unlockDue({ db, feed, wake }: OfferingsJobs, now: number): Promise<number> {
  let count = 0
  for (;;) {
    const due = await positionsToUnlock(db, now, batch)
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
        applied.flatMap((application) => {
          const offer = offerOf(feed, offerNameOf(application), now)
          return offer === undefined ? [] : [unlockedMessage(offer, application, now)]
        }),
      )
    })
    wake()
    count += due.length
    if (due.length < batch) return count
  }
}

/** Scheduled jobs of new issues and placings (rulebook §2.2 `ipo`, `placing`). */
export const jobs = (dependencies: OfferingsJobs): readonly Job[] => [
  {
    name: 'offers',
    everySeconds: 1,
    async run(now) {
      await dependencies.draws.advance(now)
      const settled = (await allotDue(dependencies, now)) + (await lapseDue(dependencies, now))
      return settled + (await unlockDue(dependencies, now))
    },
  },
]
