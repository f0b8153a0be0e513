import type { Database } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { sendDue } from '#jobs/due-lists.ts'
import type { Job } from '#jobs/runner.ts'
import { agenciesReady } from './catch-up.ts'
import type { Follows } from './orders.ts'
import { dueOrders, openCampaigns, type CampaignsOver } from './store.ts'

export type FollowJobs = {
  readonly db: Database
  readonly feed: Feed
  readonly follows: Follows
  /** Whether the record is computed before anybody asks for it: a hurried clock has no time for that. */
  readonly computesAhead: boolean
  /** Wakes push after a commit with notices. */
  readonly wake: () => void
}

/** Orders that are handled in one list. */
const batch = 100

/** Those of some campaigns that were cancelled, and those that have ended: by their stop perhaps, before anything was due. */
function campaignsOver({ agencies }: Feed, ids: readonly number[], now: number): CampaignsOver {
  const [cancelled, ended]: [number[], number[]] = [[], []]
  for (const id of ids) {
    const campaign = agencies.find(id, now)
    const run = campaign === undefined ? undefined : agencies.run(campaign, now)
    if (run?.cancelledAt !== undefined) cancelled.push(id)
    if (run?.exit !== undefined) ended.push(id)
  }
  return { cancelled, ended }
}

/** Opens, ends and settles what people follow (rulebook §2.2 `follow`), and keeps the record of the agencies computed. */
export const jobs = ({ db, feed, follows, computesAhead, wake }: FollowJobs): readonly Job[] => [
  {
    name: 'follow',
    everySeconds: 1,
    async run(now) {
      const open = await openCampaigns(db)
      if (open.length > 0) await agenciesReady(feed, now)
      else if (computesAhead) await agenciesReady(feed, now, { isWaitedFor: false })
      const over = campaignsOver(feed, open, now)
      return sendDue(follows, {
        async due() {
          const keys = await dueOrders(db, now, { over, limit: batch })
          if (keys.length > 0) await agenciesReady(feed, now)
          return keys.map((key) => ({ kind: 'settle', ...key, at: now }))
        },
        batch,
        wake,
      })
    },
  },
]
