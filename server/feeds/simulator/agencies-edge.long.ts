import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { agencies, inception } from '@mex/core/follow/agency.ts'
import { campaignResult, followValue, isOpenForOrders, payoutOf, type Campaign } from '@mex/core/follow/campaign.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { maximumDrawdown, returnOver } from '@mex/core/strategies/figures.ts'
import { dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'
import { openDaySecrets } from './day-secrets.ts'
import { modelVersion, openSimulatedFeed } from './simulated-feed.ts'

/**
 * Agencies give nobody an edge: whoever chooses campaigns by any figure that everybody sees when orders end gets what the costs leave of a
 * fair bet, up to chance. Twenty markets, a year each, a decision in every week.
 */

const catalogue = openCatalogue()
const marketCount = 20
const begin = (inception + 120) * dayMilliseconds
const until = begin + 365 * dayMilliseconds

/** A campaign as one sees it in the last minute in which it takes orders, and what became of it. */
type Seen = {
  readonly agency: number
  readonly side: Campaign['side']
  readonly leverage: number
  /** Returns of its agency, its worst fall, and the results of its last campaigns. */
  readonly month: number
  readonly quarter: number
  readonly fall: number
  readonly last: number
  readonly losses: number
  /** How the price has moved in its favour since it was published, and in the last day. */
  readonly since: number
  readonly day: number
  /** The result before costs, and what a follower gained, as shares of the amount. */
  readonly excess: number
  readonly net: number
}

const numberOf = (share: bigint | undefined): number => Number(share ?? 0n) / 1e12

function moveOf(feed: DrawnFeed, { instrument, side }: Campaign, from: number, to: number): number {
  const [first, last] = [feed.quote(instrument, from), feed.quote(instrument, to)]
  if (first === undefined || last === undefined) return 0
  return (Number(last.last) / Number(first.last) - 1) * (side === 'long' ? 1 : -1)
}

const amount = moneyOf('10000')

function see(feed: DrawnFeed, campaign: Campaign, now: number): Seen | undefined {
  const { entry, exit } = feed.agencies.run(campaign, until)
  if (entry === undefined || exit === undefined) return undefined
  const track = feed.agencies.track(campaign.agency, now)
  const own = feed.agencies.agencies(now).find(({ agency }) => agency.id === campaign.agency)
  const results = (own?.campaigns ?? []).flatMap((each) => {
    const run = feed.agencies.run(each, now)
    return run.entry === undefined || run.exit === undefined
      ? []
      : [numberOf(campaignResult(each, run.entry.price, run.exit.price))]
  })
  const cost = campaign.leverage * 0.001
  const { profit } = payoutOf(amount, followValue(amount, campaign, entry.price, exit.price))
  return {
    agency: campaign.agency,
    side: campaign.side,
    leverage: campaign.leverage,
    month: numberOf(returnOver(track, 30)),
    quarter: numberOf(returnOver(track, 90)),
    fall: numberOf(maximumDrawdown(track)),
    last: results.at(-1) ?? 0,
    losses: results.slice(-5).filter((result) => result < 0).length,
    since: moveOf(feed, campaign, campaign.publishedAt, now),
    day: moveOf(feed, campaign, now - dayMilliseconds, now),
    excess: numberOf(campaignResult(campaign, entry.price, exit.price)) + cost,
    net: Number(profit) / Number(amount),
  }
}

type Bot = { readonly name: string; readonly pick: (seen: readonly Seen[]) => readonly Seen[] }
const best =
  (of: (one: Seen) => number) =>
  (seen: readonly Seen[]): readonly Seen[] =>
    seen.toSorted((one, other) => of(other) - of(one)).slice(0, 1)

const bots: readonly Bot[] = [
  { name: 'everything', pick: (seen) => seen },
  ...agencies.map(({ id }): Bot => ({
    name: `agency ${id}`,
    pick: (seen) => seen.filter(({ agency }) => agency === id),
  })),
  { name: 'the best month', pick: best(({ month }) => month) },
  { name: 'the worst month', pick: best(({ month }) => -month) },
  { name: 'the best quarter', pick: best(({ quarter }) => quarter) },
  { name: 'the worst quarter', pick: best(({ quarter }) => -quarter) },
  { name: 'the smallest fall', pick: best(({ fall }) => fall) },
  { name: 'the deepest fall', pick: best(({ fall }) => -fall) },
  { name: 'the last winner', pick: best(({ last }) => last) },
  { name: 'the last loser', pick: best(({ last }) => -last) },
  { name: 'most losses in a row', pick: best(({ losses }) => losses) },
  { name: 'what has moved its way since it was published', pick: best(({ since }) => since) },
  { name: 'what has moved against it since', pick: best(({ since }) => -since) },
  { name: 'what moved its way in a day', pick: best(({ day }) => day) },
  { name: 'what moved against it in a day', pick: best(({ day }) => -day) },
  { name: 'longs', pick: (seen) => seen.filter(({ side }) => side === 'long') },
  { name: 'shorts', pick: (seen) => seen.filter(({ side }) => side === 'short') },
  { name: 'the highest leverage', pick: best(({ leverage }) => leverage) },
]

type Sums = { excess: number; net: number; count: number }

/** The mean result of each bot in one market, for each campaign that it followed. */
function yearOf(market: number): ReadonlyMap<string, Sums> {
  const keys = openDaySecrets(Buffer.from(`agency edge ${market}`), modelVersion)
  const feed = openSimulatedFeed({ keys, catalogue, practiceHours: true })
  const sums = new Map(bots.map(({ name }): [string, Sums] => [name, { excess: 0, net: 0, count: 0 }]))
  const all = feed.agencies.agencies(until).flatMap(({ campaigns }) => campaigns)
  const moments = [...new Set(all.map(({ subscribeEnd }) => subscribeEnd - minuteMilliseconds))]
  for (const now of moments.filter((at) => at >= begin && at < until).toSorted((one, other) => one - other)) {
    const open = all.filter((campaign) => isOpenForOrders(campaign, feed.agencies.run(campaign, now), now))
    const seen = open.flatMap((campaign) => see(feed, campaign, now) ?? [])
    for (const { name, pick } of bots) {
      const sum = sums.get(name) ?? assert.fail()
      for (const { excess, net } of pick(seen)) {
        sum.excess += excess
        sum.net += net
        sum.count += 1
      }
    }
  }
  return sums
}

const results = new Map<string, readonly Sums[]>()
before(() => {
  const years = Array.from({ length: marketCount }, (_, market) => yearOf(market))
  for (const { name } of bots)
    results.set(
      name,
      years.map((year) => year.get(name) ?? assert.fail()).filter(({ count }) => count > 0),
    )
})

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
const errorOf = (numbers: readonly number[]): number => {
  const middle = mean(numbers)
  return Math.sqrt(mean(numbers.map((each) => (each - middle) ** 2)) / (numbers.length - 1))
}

for (const { name } of bots)
  test(`${name}: gains and loses nothing before costs up to chance, and less after them`, () => {
    const years = results.get(name) ?? assert.fail()
    // An agency that ended early has no campaigns in this year.
    if (years.length < 8) return
    const [excess, net] = [years.map((each) => each.excess / each.count), years.map((each) => each.net / each.count)]
    const told = `${(mean(excess) * 100).toFixed(3)} % ± ${(errorOf(excess) * 100).toFixed(3)} a campaign`
    // A little over three standard errors, as there are many bots.
    assert.ok(Math.abs(mean(excess)) < 3.2 * errorOf(excess), told)
    assert.ok(mean(net) < mean(excess), 'costs and fees are paid')
  })
