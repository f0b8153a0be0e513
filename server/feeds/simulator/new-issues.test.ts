import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createHash } from 'node:crypto'
import { present } from '@mex/core/assert.ts'
import { shareMarkets } from '@mex/core/market/instrument.ts'
import { bookText } from '@mex/core/offerings/ballot.ts'
import { finalPrice, lotsMax, offerPhase, type NewIssue } from '@mex/core/offerings/new-issue.ts'
import { initialLots } from '@mex/core/offerings/pools.ts'
import { dayMilliseconds, minuteMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets, openRevealedKeys } from './day-secrets.ts'
import { openNewIssues } from './new-issues.ts'
import { openSimulatedFeed } from './simulated-feed.ts'

const catalogue = openCatalogue()
const secrets = openDaySecrets(Buffer.from('new issues'), 3)
const issues = openNewIssues(catalogue, secrets)
const feed = openSimulatedFeed({ keys: secrets, catalogue, practiceHours: true })
const now = Date.parse('2026-11-24T15:00Z')
const hour = 60 * minuteMilliseconds
const all = issues.published(Date.parse('2027-11-01'))

describe('the new issues of the simulated market (rulebook §20.1)', () => {
  test('every market has an open one at any hour, and shares that were listed lately', () => {
    for (let at = Date.parse('2026-02-01'); at < Date.parse('2027-11-01'); at += 7 * hour) {
      const published = issues.published(at)
      for (const market of shareMarkets) {
        const phases = published.filter((each) => each.market === market).map((each) => offerPhase(each, at))
        assert.ok(phases.includes('open'), `${market} at ${new Date(at).toISOString()}`)
        assert.ok(phases.filter((phase) => phase === 'listed').length >= 2)
      }
    }
  })

  test('an issue is published whole before it opens, in the right order of time', () => {
    for (const issue of all) {
      const { publishedAt, startsAt, endsAt, allotsAt, payUntil, listsAt } = issue
      const times = [
        publishedAt + dayMilliseconds,
        startsAt,
        endsAt,
        allotsAt,
        payUntil,
        listsAt - 30 * minuteMilliseconds,
      ]
      assert.deepEqual(
        times.toSorted((one, other) => one - other),
        times,
        issue.instrument,
      )
      assert.equal(issues.published(publishedAt - 1).includes(issue), false)
      assert.ok(issues.published(publishedAt).includes(issue))
    }
  })

  test('its figures are those of a possible offer', () => {
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    assert.equal(new Set(all.map(({ instrument }) => instrument)).size, all.length)
    assert.equal(new Set(all.map(({ pathId }) => pathId)).size, all.length)
    for (const issue of all) {
      const { low, high, ticks, lot, totalShares, book, bookHash, market, code } = issue
      const price = finalPrice(issue)
      assert.ok(low > 0n && low <= price && price <= high)
      assert.equal(market === 'HK', low < high, code)
      assert.equal(totalShares % lot, 0n)
      assert.ok(ticks.length > 0 && initialLots(issue) >= 40 && lotsMax(issue) >= 10)
      assert.equal(bookHash, createHash('sha256').update(bookText(book)).digest('hex'))
      assert.ok(book.every(({ lots }) => lots >= 1 && lots <= lotsMax(issue)))
      assert.equal(new Set(book.map(({ id }) => id)).size, book.length)
      assert.equal(catalogue.fixed.has(issue.instrument), false)
    }
  })

  test('some are covered many times and some not at all, some are paid in part', () => {
    const covered = all.map((issue) => issue.book.reduce((sum, { lots }) => sum + lots, 0) / initialLots(issue))
    assert.ok(Math.min(...covered) < 1 && Math.max(...covered) > 50)
    assert.deepEqual([...new Set(all.map(({ mechanism }) => mechanism))].sort(), ['A', 'B', 'single'])
    assert.equal(new Set(all.map(({ prefunded }) => prefunded)).size, 2)
  })

  test('the seed of a draw is told when the offer has closed, and matches its commitment', () => {
    const issue = present(
      issues.published(now).find((each) => offerPhase(each, now) === 'open'),
      'an open issue',
    )
    assert.equal(feed.seedOf(issue, issue.endsAt - 1), undefined)
    const seed = present(feed.seedOf(issue, issue.endsAt), 'the seed')
    assert.equal(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'), feed.commitmentOf(issue))
    assert.match(seed, /^[0-9a-f]{64}$/)
    const other = openNewIssues(catalogue, openDaySecrets(Buffer.from('another market'), 3)).published(now)
    assert.notDeepEqual(
      other.map(({ name }) => name.en),
      issues.published(now).map(({ name }) => name.en),
    )
  })
})

describe('the shares of a new issue', () => {
  const listed: NewIssue = present(
    feed.newIssues(now).findLast(({ listsAt, market }) => market === 'US' && listsAt < now - 4 * dayMilliseconds),
    'a listed issue',
  )
  const { instrument: key, listsAt } = listed

  test('are listed at the opening of their first session, and have no price before', () => {
    assert.equal(feed.instruments(listsAt - 1).has(key), false)
    assert.equal(feed.quote(key, listsAt - 1), undefined)
    assert.equal(feed.day(key, listsAt - 1), undefined)
    const quote = present(feed.quote(key, listsAt), 'the opening print')
    assert.equal(quote.venueTime, listsAt)
    assert.equal(quote.opening, true)
    assert.equal(feed.instruments(listsAt).get(key)?.code, listed.code)
    assert.equal(feed.catalogue.listing(key, listsAt)?.basePrice, finalPrice(listed))
  })

  test('count the change of their first day from the price of the issue', () => {
    const first = present(feed.day(key, listsAt + 2 * hour), 'the first day')
    assert.equal(first.previousClose, finalPrice(listed))
    assert.deepEqual([first.lastSession, first.preMarket], [undefined, undefined])
    const later = present(feed.day(key, now), 'a later day')
    assert.ok(later.lastSession !== undefined && later.lastSession.date > '2026-11-01')
    const year = present(feed.year(key, now), 'the year')
    assert.ok(year.low > 0n && year.high < finalPrice(listed) * 3n)
  })

  test('have bars since their listing alone', () => {
    for (const period of ['1D', '1W', '1M', '1Y'] as const) {
      const bars = feed.bars(key, period, now, 500, now)
      assert.ok(bars.length >= 1 && bars[0]!.time * 1000 >= listsAt, period)
    }
    assert.ok(feed.bars(key, '1D', now, 500, now).length < 12)
    const minutes = feed.bars(key, 'intraday', listsAt + hour, 500, listsAt + hour)
    assert.equal(minutes[0]!.time * 1000, listsAt)
    assert.equal(minutes[0]!.open, feed.quote(key, listsAt)?.last)
  })

  test('have the same prices in a market that is asked in another order, and by revealed secrets alone', () => {
    const at = now - 3 * dayMilliseconds
    const fresh = openSimulatedFeed({ keys: secrets, catalogue, practiceHours: true })
    assert.deepEqual(fresh.quote(key, now), feed.quote(key, now))
    assert.deepEqual(fresh.quote(key, at), feed.quote(key, at))
    const revealed = new Map<number, string>()
    for (let day = feed.firstDrawnDay; day <= utcDay(at); day += 1) revealed.set(day, secrets.secretOf(day))
    const recomputed = feed.withKeys(openRevealedKeys(revealed))
    assert.deepEqual(recomputed.quote(key, at), feed.quote(key, at))
  })

  test('leave the market about a year later, at a premium or a discount', () => {
    const old = feed.newIssues(Date.parse('2027-10-01')).slice(0, 12)
    const reasons = new Set<string>()
    for (const issue of old) {
      const at = issue.listsAt + 365 * dayMilliseconds + 60 * dayMilliseconds
      assert.equal(feed.instruments(at).has(issue.instrument), false, issue.code)
      assert.ok(feed.removed(at).has(issue.instrument))
      assert.equal(feed.ended(issue.instrument, at)?.tradable, false)
      const [removal] = feed.actions(issue.instrument, at)
      assert.ok(removal?.kind === 'removal')
      reasons.add(removal.reason)
      assert.ok(feed.instruments(removal.exAt - 1).has(issue.instrument))
    }
    assert.equal(reasons.size, 2)
  })
})

test('the first price is that of the issue on average: applying gains nothing', () => {
  let sum = 0
  let count = 0
  for (let market = 0; market < 8; market += 1) {
    const one = openSimulatedFeed({
      keys: openDaySecrets(Buffer.from(`market ${market}`), 3),
      catalogue,
      practiceHours: true,
    })
    for (const issue of one.newIssues(Date.parse('2026-12-20'))) {
      const quote = one.quote(issue.instrument, issue.listsAt)
      if (quote === undefined) continue
      sum += Number(quote.last) / Number(finalPrice(issue)) - 1
      count += 1
    }
  }
  // The deviation of a mean of 1,500 of 16 % each is 0.4 %.
  assert.ok(count > 1000 && Math.abs(sum / count) < 0.015, `${sum / count} on average of ${count}`)
})
