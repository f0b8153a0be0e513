import { openOfferings, type Offerings } from '#areas/offerings/actions.ts'
import { jobs } from '#areas/offerings/jobs.ts'
import { publishCommitments } from '#areas/market/commitments.ts'
import type { Database } from './db/sql.ts'
import type { Feed } from './feeds/feed.ts'
import type { MarketSource } from './market-source.ts'
import { resetRefusal } from './reset-refusal.ts'

/** Applications for offers and the job that draws, allots, lapses and lists, as one process has them. */
export type DecidingOfferings = Pick<Offerings, 'applications'> & {
  readonly progressDue: (now: number) => Promise<void>
}

type Dependencies = { readonly db: Database; readonly feed: Feed }

/** Books are ranked without pauses: how long those take is nothing that a seed can repeat. */
export function openDecidingOfferings({ db, feed }: Dependencies): DecidingOfferings {
  const offerings = openOfferings({
    db,
    feed,
    traditional: (simplified) => simplified,
    resetRefusal,
    pause: () => Promise.resolve(),
  })
  const due = jobs({ db, feed, ...offerings, wake: () => undefined })
  return {
    applications: offerings.applications,
    async progressDue(now) {
      for (const job of due) await job.run(now)
    },
  }
}

/** Publishes the commitments of the market from today on: offers that closed before the first of them are never drawn. */
export const prepareOfferings = (db: Database, { drawn }: MarketSource, now: number): Promise<unknown> =>
  publishCommitments(db, drawn.secrets, now)
