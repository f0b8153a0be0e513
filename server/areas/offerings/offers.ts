import type { NewIssue } from '@mex/core/offerings/new-issue.ts'
import type { Feed } from '#feeds/feed.ts'

/** By the list that the feed answers with: it is the same until another offer is published. */
const known = new WeakMap<readonly NewIssue[], ReadonlyMap<number, NewIssue>>()

/** The offers that are published by an instant, by id. */
export function offersOf(feed: Feed, now: number): ReadonlyMap<number, NewIssue> {
  const published = feed.newIssues(now)
  const found = known.get(published)
  if (found !== undefined) return found
  const offers = new Map(published.map((offer) => [offer.id, offer]))
  known.set(published, offers)
  return offers
}

/** The offer of an application; it was published, or nobody could have applied. */
export const offerOf = (feed: Feed, id: number, now: number): NewIssue | undefined => offersOf(feed, now).get(id)
