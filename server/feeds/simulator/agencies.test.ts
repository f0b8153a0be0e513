import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { agencies, inception, universe } from '@mex/core/follow/agency.ts'
import {
  capacityLeft,
  capacityText,
  followMax,
  isOpenForOrders,
  stopPrice,
  type Campaign,
} from '@mex/core/follow/campaign.ts'
import { startValue } from '@mex/core/follow/track.ts'
import { phaseAt } from '@mex/core/market/calendar.ts'
import { isSplit } from '@mex/core/market/corporate-actions.ts'
import { dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'
import { openDaySecrets, type DayKeys } from './day-secrets.ts'
import { modelVersion, openSimulatedFeed } from './simulated-feed.ts'

const catalogue = openCatalogue()
const keysOf = (seed: string): DayKeys => openDaySecrets(Buffer.from(seed), modelVersion)
const opened = (keys: DayKeys): DrawnFeed => openSimulatedFeed({ keys, catalogue, practiceHours: true })
const now = Date.parse('2026-11-24T15:00:00Z')

let feed: DrawnFeed
let campaigns: readonly Campaign[]
before(() => {
  feed = opened(keysOf('agencies'))
  campaigns = feed.agencies.agencies(now).flatMap((state) => state.campaigns)
})

/** Everything that is told of the agencies at an instant, without schedules that are drawn later. */
const toldAt = (of: DrawnFeed, at: number) =>
  of.agencies.agencies(at).map(({ agency, campaigns: published, endedAt }) => ({
    agency: agency.id,
    endedAt,
    track: of.agencies.track(agency.id, at),
    campaigns: published.map(({ scheduleHash, ...terms }) => ({
      ...terms,
      run: of.agencies.run({ ...terms, scheduleHash }, at),
    })),
  }))

test('no campaign knows the future: with another one, everything until then is the same', () => {
  const change = Date.parse('2025-09-17T00:00:00Z')
  const [own, other] = [keysOf('agencies'), keysOf('another future')]
  const day = change / dayMilliseconds
  const changed = opened({ ...own, keyOf: (of) => (of < day ? own : other).keyOf(of) })
  assert.deepEqual(toldAt(changed, change - 1), toldAt(feed, change - 1))
  // The future is in fact another one.
  assert.notDeepEqual(toldAt(changed, change + 30 * dayMilliseconds), toldAt(feed, change + 30 * dayMilliseconds))
  // What was published before the change keeps its terms, whatever comes.
  for (const { id, scheduleHash: _, ...terms } of feed.agencies
    .agencies(change - 1)
    .flatMap((state) => state.campaigns)) {
    const { scheduleHash, ...later } = present(changed.agencies.find(id, now), `campaign ${id}`)
    assert.ok(scheduleHash !== '')
    assert.deepEqual(later, { id, ...terms })
  }
})

test('the record is the same whether it is computed at once, day by day, or looked at backwards', () => {
  const until = Date.parse('2025-07-01T14:00:00Z')
  const stepped = opened(keysOf('agencies'))
  for (let at = inception * dayMilliseconds; at < until; at += 7 * 3_600_000) stepped.agencies.agencies(at)
  assert.deepEqual(toldAt(stepped, until), toldAt(feed, until))
  const part = stepped.agencies.catchUp(until + dayMilliseconds)
  part.next()
  assert.deepEqual(toldAt(stepped, until), toldAt(feed, until))
})

test('at every hour of two years three campaigns at least take orders, and have room for the largest order', () => {
  const begin = (inception + 14) * dayMilliseconds
  for (let at = begin; at < now; at += 3_600_000) {
    const open = feed.agencies
      .agencies(at)
      .filter(({ campaigns: published }) =>
        published.some(
          (each) =>
            isOpenForOrders(each, feed.agencies.run(each, at), at) &&
            capacityLeft(each, feed.agencies.placements(each, at), at) >= followMax,
        ),
      )
    if (open.length < 3) assert.fail(`${open.length} at ${new Date(at).toISOString()}`)
  }
})

test('at least one agency has ended with its loss, and stays on the list', () => {
  for (const seed of ['agencies', 'ended 1', 'ended 2']) {
    const of = seed === 'agencies' ? feed : opened(keysOf(seed))
    const ended = of.agencies.agencies(now).filter(({ endedAt }) => endedAt !== undefined)
    assert.ok(ended.length >= 1, seed)
    assert.equal(of.agencies.agencies(now).length, agencies.length)
    for (const { agency, campaigns: published, endedAt } of ended) {
      assert.ok((of.agencies.track(agency.id, now).at(-1)?.nav ?? startValue) < startValue)
      assert.ok(published.every(({ publishedAt }) => publishedAt <= (endedAt ?? 0)))
    }
  }
})

test('campaigns of an agency follow each other, and their times are in sessions', () => {
  const calendar = present(catalogue.calendars.get('us-equity'), 'the calendar')
  for (const { campaigns: own } of feed.agencies.agencies(now))
    for (const [index, campaign] of own.entries()) {
      const { publishedAt, subscribeEnd, opensAt, closesAt, settlesAt } = campaign
      assert.ok(publishedAt < subscribeEnd && subscribeEnd < opensAt && opensAt < closesAt && closesAt < settlesAt)
      assert.ok(closesAt - opensAt <= 30 * dayMilliseconds)
      const before = own[index - 1]
      if (before !== undefined) assert.ok(opensAt > before.closesAt && campaign.number === before.number + 1)
      for (const at of [opensAt, closesAt]) assert.equal(phaseAt(calendar, at, 'real'), 'regular')
      assert.equal(feed.agencies.find(campaign.id, now), campaign)
      assert.equal(feed.agencies.find(campaign.id, publishedAt - 1), undefined)
    }
})

test('entry and exit are the public quotes of their instants, and no stop was passed over', () => {
  let stops = 0
  for (const campaign of campaigns) {
    const { entry, exit } = feed.agencies.run(campaign, now)
    if (entry === undefined || exit === undefined) continue
    const { instrument, side } = campaign
    if (feed.actions(instrument, exit.at).some((each) => isSplit(each) && each.exAt > entry.at)) continue
    const [bought, sold] = [feed.quoteById(entry.quoteId, now), feed.quoteById(exit.quoteId, now)]
    assert.equal(entry.price, side === 'long' ? bought?.ask : bought?.bid)
    assert.equal(exit.price, side === 'long' ? sold?.bid : sold?.ask)
    assert.equal(exit.at < campaign.closesAt, exit.kind === 'stop')
    if (exit.kind !== 'stop') continue
    stops += 1
    const bar = feed
      .bars(instrument, 'intraday', exit.at, 2000, exit.at)
      .find(({ time }) => time * 1000 === exit.at - minuteMilliseconds)
    const level = stopPrice(campaign, entry.price)
    assert.ok(side === 'long' ? (bar?.low ?? level + 1n) <= level : (bar?.high ?? 0n) >= level, `${campaign.id}`)
  }
  assert.ok(stops > 20)
})

test('a stop is known when its minute is over, and not before', () => {
  const stopped = present(
    campaigns.find((campaign) => feed.agencies.run(campaign, now).exit?.kind === 'stop'),
    'a stop',
  )
  const exit = present(feed.agencies.run(stopped, now).exit, 'its exit')
  const fresh = opened(keysOf('agencies'))
  assert.equal(
    fresh.agencies.run(present(fresh.agencies.find(stopped.id, exit.at - 1), 'it'), exit.at - 1).exit,
    undefined,
  )
  assert.deepEqual(fresh.agencies.run(present(fresh.agencies.find(stopped.id, exit.at), 'it'), exit.at).exit, exit)
})

test('the shares that campaigns trade pay no dividend and never leave', () => {
  for (const key of universe) {
    assert.ok(feed.instruments(now).has(key), key)
    assert.deepEqual(
      feed.actions(key, now).filter(({ kind }) => kind !== 'split'),
      [],
    )
    assert.equal(catalogue.fixed.get(key)?.invented, undefined)
  }
})

test('a schedule hashes to what was published, and its nonce is secret while orders are taken', () => {
  for (const campaign of campaigns.slice(0, 40)) {
    const { subscribeEnd, scheduleHash } = campaign
    assert.equal(feed.agencies.nonce(campaign, subscribeEnd - 1), undefined)
    const text = capacityText(
      feed.agencies.nonce(campaign, subscribeEnd) ?? '',
      feed.agencies.placements(campaign, now),
    )
    assert.equal(createHash('sha256').update(text).digest('hex'), scheduleHash)
  }
})

test('before the inception there are no agencies', () => {
  assert.deepEqual(feed.agencies.agencies((inception - 30) * dayMilliseconds), [])
  assert.equal(feed.agencies.find(100_001, (inception - 30) * dayMilliseconds), undefined)
})
