import { offerPhase, type NewIssue } from '@mex/core/offerings/new-issue.ts'
import type { TradingTest } from '#areas/trading/testing.ts'

const hour = 3_600_000

/** Moves the clock until an issue is open for another two hours; issues of the test market follow each other within days. */
export async function untilIssueOpens(
  { feed, clock }: Pick<TradingTest, 'feed' | 'clock'>,
  work: () => Promise<void>,
  wanted: (offer: NewIssue) => boolean = () => true,
): Promise<NewIssue> {
  for (let tries = 0; tries < 400; tries += 1) {
    const now = clock.now()
    const found = feed
      .newIssues(now)
      .find((offer) => offerPhase(offer, now) === 'open' && offer.endsAt - now > 2 * hour && wanted(offer))
    if (found !== undefined) return found
    clock.advance(6 * hour)
    await work()
  }
  throw new Error('Broken invariant: such an issue opens')
}
