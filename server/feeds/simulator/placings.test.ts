import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { previousSession } from '@mex/core/market/calendar.ts'
import { isDividend } from '@mex/core/market/corporate-actions.ts'
import { shareMarkets } from '@mex/core/market/instrument.ts'
import { tickDown } from '@mex/core/market/ticks.ts'
import { price } from '@mex/core/money/money.ts'
import { bookText } from '@mex/core/offerings/ballot.ts'
import { lotsMax } from '@mex/core/offerings/new-issue.ts'
import { phaseOf } from '@mex/core/offerings/offer.ts'
import { isUnderWay } from '@mex/core/offerings/placing.ts'
import { initialLots, lotsAsked } from '@mex/core/offerings/pools.ts'
import { dayMilliseconds, minuteMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets, openRevealedKeys, type DayKeys } from './day-secrets.ts'
import { openSimulatedFeed } from './simulated-feed.ts'

const catalogue = openCatalogue()
const secrets = openDaySecrets(Buffer.from('placings'), 3)
const open = (keys: DayKeys = secrets) => openSimulatedFeed({ keys, catalogue, practiceHours: true })
const feed = open()
const now = Date.parse('2026-11-24T15:00Z')
const hour = 60 * minuteMilliseconds
const end = Date.parse('2027-11-24')
const all = feed.placings(end)

describe('the placings of the simulated market (rulebook §21)', () => {
  test('two are open at any hour of a year, one waits for its allotment, and few companies are under an offer', () => {
    for (let at = now - 30 * dayMilliseconds; at < end; at += hour) {
      const published = feed.placings(at)
      const count = (phase: string): number => published.filter((each) => phaseOf(each, at) === phase).length
      const when = new Date(at).toISOString()
      assert.ok(count('open') >= 2, `${count('open')} are open at ${when}`)
      assert.ok(count('closed') >= 1, `none waits at ${when}`)
      assert.ok(count('listed') >= 20)
      const under = published.filter((each) => isUnderWay(each, at))
      assert.ok(under.length <= 20, `${under.length} at ${when}`)
      assert.equal(new Set(under.map(({ instrument }) => instrument)).size, under.length, `a company twice at ${when}`)
    }
    const days = all.map(({ endsAt, startsAt }) => (endsAt - startsAt) / dayMilliseconds)
    assert.ok(Math.min(...days) > 2.9 && Math.max(...days) < 9)
  })

  test('one is published whole before it opens, in the right order of time', () => {
    for (const placing of all) {
      const { publishedAt, startsAt, endsAt, allotsAt, unlocksAt, lockDays } = placing
      const times = [publishedAt + 3 * hour, startsAt, endsAt, allotsAt, unlocksAt]
      assert.deepEqual(
        times.toSorted((one, other) => one - other),
        times,
        placing.instrument,
      )
      assert.equal(unlocksAt, allotsAt + lockDays * dayMilliseconds)
      assert.ok(lockDays >= 0 && lockDays <= 30)
    }
    const first = present(all.at(-1), 'a placing')
    assert.equal(feed.placings(first.publishedAt - 1).includes(first), false)
    assert.ok(feed.placings(first.publishedAt).includes(first))
    assert.equal(feed.placings(now), feed.placings(now + 1))
    assert.ok(all.filter(({ lockDays }) => lockDays <= 3).length > all.length / 2)
  })

  test('the list is another one as soon as another is published, and the same until then', () => {
    const fresh = open()
    const first = fresh.placings(now)
    const count = first.length
    const next = fresh.placings(now + dayMilliseconds)
    assert.notEqual(next, first)
    assert.deepEqual([first.length, next.length], [count, count + 1])
    assert.equal(fresh.placings(now + dayMilliseconds + hour), next)
  })

  test('its price is the last official close less the discount that was drawn', () => {
    for (const placing of all.slice(0, 330)) {
      const { instrument, publishedAt, lastClose, discount, low, high, ticks } = placing
      const calendar = present(
        catalogue.calendars.get(catalogue.fixed.get(instrument)!.instrument.session),
        'a calendar',
      )
      const session = previousSession(calendar, publishedAt)
      const last = present(feed.day(instrument, publishedAt)?.lastSession, 'the last session')
      assert.deepEqual([last.date, last.close], [session.date, lastClose], instrument)
      assert.ok(discount >= 20n * 10n ** 9n && discount <= 80n * 10n ** 9n)
      assert.equal(low, high)
      assert.equal(high, tickDown(ticks, price((lastClose * (10n ** 12n - discount)) / 10n ** 12n)))
    }
  })

  test('its figures are those of a possible offer', () => {
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    for (const placing of all) {
      const { lot, totalShares, book, bookHash, instrument, mechanism, publicPerMille } = placing
      const listing = present(catalogue.fixed.get(instrument), instrument)
      assert.deepEqual([mechanism, publicPerMille, listing.invented], ['pro_rata', 1000, undefined])
      assert.equal(totalShares % lot, 0n)
      assert.equal(lot % listing.instrument.lot, 0n)
      assert.ok(lotsMax(placing) >= 20 && lotsMax(placing) * 10 <= initialLots(placing))
      assert.equal(bookHash, createHash('sha256').update(bookText(book)).digest('hex'))
      assert.ok(book.every(({ lots }) => lots >= 1 && lots <= lotsMax(placing)))
    }
    const covered = all.map((placing) => lotsAsked(placing.book) / initialLots(placing))
    assert.ok(Math.min(...covered) < 0.8 && Math.max(...covered) > 5)
    for (const market of shareMarkets) assert.ok(all.some((placing) => placing.market === market))
  })

  test('nothing that changes the shares takes effect between its publication and its allotment', () => {
    for (const { instrument, publishedAt, allotsAt } of all) {
      const later = feed.actions(instrument, end).filter(({ exAt }) => exAt > publishedAt && exAt <= allotsAt)
      assert.deepEqual(later, [], instrument)
      const coming = feed.actions(instrument, publishedAt).filter(({ exAt }) => exAt > publishedAt)
      assert.ok(coming.every(isDividend), instrument)
    }
  })

  test('the seed of its allotment is told when the window has ended, and matches its commitment', () => {
    const placing = present(
      feed.placings(now).find((each) => phaseOf(each, now) === 'open'),
      'an open placing',
    )
    assert.equal(feed.seedOf(placing, placing.endsAt - 1), undefined)
    const seed = present(feed.seedOf(placing, placing.endsAt), 'the seed')
    assert.equal(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'), feed.commitmentOf(placing))
    const seeds = all.map((each) => feed.commitmentOf(each))
    assert.equal(new Set(seeds).size, all.length)
  })

  test('is the same in any order of questions, and by revealed secrets alone', () => {
    const at = now - 5 * dayMilliseconds
    const known = feed.placings(at)
    assert.deepEqual(open().placings(at), known)
    const revealed = new Map<number, string>()
    for (let day = feed.firstDrawnDay; day <= utcDay(at); day += 1) revealed.set(day, secrets.secretOf(day))
    assert.deepEqual(open(openRevealedKeys(revealed)).placings(at), known)
    const other = open(openDaySecrets(Buffer.from('another market'), 3)).placings(at)
    assert.notDeepEqual(
      other.map(({ instrument }) => instrument),
      known.map(({ instrument }) => instrument),
    )
  })
})
