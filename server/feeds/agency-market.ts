import type { Agency } from '@mex/core/follow/agency.ts'
import type { Campaign, CampaignRun, Placement } from '@mex/core/follow/campaign.ts'
import type { Price } from '@mex/core/money/money.ts'
import type { TrackPoint } from '@mex/core/follow/track.ts'

/** What is known of an agency at an instant. */
export type AgencyState = {
  readonly agency: Agency
  /** Its campaigns that are published, oldest first; each is always the same object. */
  readonly campaigns: readonly Campaign[]
  /** When it ended for good; undefined while it goes on. */
  readonly endedAt: number | undefined
}

/**
 * The agencies of a feed and their campaigns since the inception (rulebook §25.2). Like all of a feed, no answer for `now` depends on
 * anything after `now`.
 */
export type AgencyMarket = {
  /** All agencies, ended ones too; none where prices are not drawn, or before the inception. */
  agencies(now: number): readonly AgencyState[]
  find(campaignId: number, now: number): Campaign | undefined
  run(campaign: Campaign, now: number): CampaignRun
  /** The price at which a campaign would end at an instant, in the shares of its opening; undefined without a quote. */
  mark(campaign: Campaign, now: number): Price | undefined
  /** The value of an agency at the end of every session since the inception. */
  track(agencyId: number, now: number): readonly TrackPoint[]
  /** The same of the benchmark, bought and held. */
  benchmark(now: number): readonly TrackPoint[]
  /** What invented followers have put into a campaign by now, oldest first. */
  placements(campaign: Campaign, now: number): readonly Placement[]
  /** The nonce of the schedule (`capacityText`); undefined before the orders have ended. */
  nonce(campaign: Campaign, now: number): string | undefined
  /** Computes what is not known yet, in steps of some milliseconds: everything since the inception takes seconds. */
  catchUp(now: number): Generator<void>
}

export const noAgencies: AgencyMarket = {
  agencies: () => [],
  find: () => undefined,
  run: () => ({ entry: undefined, exit: undefined, cancelledAt: undefined }),
  mark: () => undefined,
  track: () => [],
  benchmark: () => [],
  placements: () => [],
  nonce: () => undefined,
  catchUp: function* none() {
    // Nothing is computed where there are no agencies.
  },
}
