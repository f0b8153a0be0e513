import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { basisOf, rankWholeBook } from '@mex/core/offerings/draw.ts'
import { linkAllJournals } from '#areas/testing.ts'
import { drawKey, keyedBy, openDraws } from './draws.ts'
import { jobs } from './jobs.ts'
import { openPlacingTest, type PlacingTest } from './placing-testing.ts'
import { insertDraw } from './store-draws.ts'

/** Ranking a book and drawing an application take milliseconds, in which nothing else would run without a pause. */

let run: PlacingTest
before(async () => {
  run = await openPlacingTest()
})
after(async () => run[Symbol.asyncDispose]())

/** Counts the pauses, and how many wait in one at a time. */
function openPauses() {
  const count = { pauses: 0, waiting: 0, most: 0 }
  const pause = async (): Promise<void> => {
    count.pauses += 1
    count.waiting += 1
    count.most = Math.max(count.most, count.waiting)
    await nextTurn()
    count.waiting -= 1
  }
  return { count, pause }
}

/** More offers than books are kept, each with a book that takes a pause, drawn as if each had just closed. */
async function drawnOffers() {
  const { database, feed } = run.market
  const now = run.now()
  const ended = [...feed.newIssues(now), ...feed.placings(now)].filter(
    ({ allotsAt, book }) => allotsAt <= now && book.length >= 200,
  )
  const offers = ended.slice(-16)
  assert.equal(offers.length, 16)
  const beacon = 'ab'.repeat(32)
  for (const offer of offers) {
    const key = drawKey(feed.seedOf(offer, now) ?? assert.fail(), offer, beacon)
    await insertDraw(database.db, {
      source: offer.source,
      offer: offer.id,
      beacon,
      sequence: 1,
      key,
      drawnAt: now,
    })
  }
  return offers
}

test('the book of an offer is ranked at the first look alone, however many offers are looked at, and one book at a time', async () => {
  const { database, feed } = run.market
  const { count, pause } = openPauses()
  const draws = openDraws({ db: database.db, feed, pause })
  const offers = await drawnOffers()
  const look = () => Promise.all(offers.map((offer) => draws.result(database.db, offer)))
  const first = await look()
  const { pauses } = count
  assert.ok(pauses >= offers.length)
  assert.equal(count.most, 1)
  const second = await look()
  assert.equal(count.pauses, pauses)
  for (const [index, offer] of offers.entries()) {
    const { draw, result } = first[index] ?? assert.fail()
    const book = rankWholeBook(offer, offer.book, keyedBy(draw.key))
    assert.deepEqual(result, { asked: book.asked, basis: basisOf(book) })
    assert.deepEqual(second[index]?.result, result)
  }
})

test('an offer that is not drawn has no result', async () => {
  const { database, feed } = run.market
  assert.equal(await openDraws({ db: database.db, feed }).result(database.db, run.openOne()), undefined)
})

test('other work runs between two applications that are drawn', async () => {
  await using own = await openPlacingTest()
  const { database, feed, clock } = own.market
  const { count, pause } = openPauses()
  const draws = openDraws({ db: database.db, feed, pause })
  const placing = own.openOne()
  const applied = 12
  for (let made = 0; made < applied; made += 1) await own.applied(await own.market.person(), placing, 1 + (made % 3))
  clock.set(placing.endsAt)
  await own.work()
  clock.set(placing.allotsAt)
  const [job] = jobs({ db: database.db, feed, applications: own.applications, draws, wake: () => undefined })
  await linkAllJournals(database.db)
  await draws.advance(own.now())
  await draws.of(database.db, placing)
  const ranking = count.pauses
  assert.ok(Number(await job?.run(own.now())) >= applied)
  assert.ok(count.pauses - ranking >= applied)
  await own.expectRight()
})
