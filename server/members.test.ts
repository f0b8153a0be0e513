import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { haltTrading, resumeTrading } from '#areas/desk/actions.ts'
import { openHalts } from '#areas/desk/halts.ts'
import { marketClock, saveMarketClock } from '#areas/desk/store-clock.ts'
import { haltHistory } from '#areas/desk/store-halts.ts'
import { gapsBetween } from '#areas/market/gaps.ts'
import { openSteppedClock } from '#clock.ts'
import { inTransaction } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { openMembers } from './members.ts'

const second = 1000
let database: TestDatabase

before(async () => {
  database = await openTestDatabase()
})
after(() => database[Symbol.asyncDispose]())

/** A server whose market has a tick each second, and what its clock read when it read what was stored. */
function openMember({
  isLeading,
  db = database.db,
}: {
  readonly isLeading: boolean
  readonly db?: TestDatabase['db']
}) {
  const members = openMembers({
    db,
    clock: openSteppedClock(100 * second),
    nextTick: (after) => (Math.floor(after / second) + 1) * second,
    handled: 9 * second,
    isLeading,
    onError: (error) => assert.fail(String(error)),
  })
  const readAt: number[] = []
  members.readFirst(async () => void readAt.push(members.clock.now()))
  return { members, readAt }
}

const handle = (tick: number): Promise<void> =>
  saveMarketClock(database.db, { now: 100 * second, speed: 1, handledUntil: tick })

test('a server that follows reads what was stored for a tick before its clock reaches it', async () => {
  const { members, readAt } = openMember({ isLeading: false })
  await handle(10 * second)
  await members.refresh()
  await members.refresh()
  assert.deepEqual(readAt.splice(0), [10 * second - 1])
  assert.equal(members.clock.now(), 11 * second - 1)
  await handle(11 * second)
  await inTransaction(database.db, (tx) => members.gate.pass(tx))
  assert.deepEqual(readAt.splice(0), [11 * second - 1])
  assert.equal(members.clock.now(), 12 * second - 1)
})

test('while it cannot read it shows nothing of the tick', async () => {
  const { members } = openMember({ isLeading: false })
  members.readFirst(() => Promise.reject(new Error('away')))
  await handle(12 * second)
  await assert.rejects(members.refresh(), /away/)
  assert.equal(members.clock.now(), 10 * second - 1)
})

test('the server that leads has stored it itself', async () => {
  const { members, readAt } = openMember({ isLeading: true })
  await handle(13 * second)
  await members.refresh()
  await inTransaction(database.db, (tx) => members.gate.pass(tx))
  assert.deepEqual(readAt, [])
})

test('the gap before a tick is published in the commit that notes the tick', async () => {
  const { members } = openMember({ isLeading: true })
  const gap = { from: 14 * second, to: 17 * second }
  const gaps = () => gapsBetween(database.db, 0, 100 * second)
  members.ticksBy({ missedBefore: (to) => (to === gap.to ? gap : undefined) })
  await assert.rejects(members.gate.hold(gap.to, () => Promise.reject(new Error('the tick fails'))))
  assert.deepEqual(await gaps(), [])
  await members.gate.hold(gap.to, () => Promise.resolve())
  assert.deepEqual(await gaps(), [gap])
  assert.equal((await marketClock(database.db))?.handledUntil, gap.to)
  await members.stop()
})

test('the server that leads knows what is handled without asking, except while it handles a tick or tells of a gap', async () => {
  let asked = 0
  const counting: TestDatabase['db'] = Object.create(database.db, {
    getExecutor: {
      value: () => {
        asked += 1
        return database.db.getExecutor()
      },
    },
  })
  const { members } = openMember({ isLeading: true, db: counting })
  /** Whether it asks for what is handled. */
  async function asks(): Promise<boolean> {
    const before = asked
    await members.learnHandled()
    return asked > before
  }
  assert.equal(await asks(), true, 'who led before may have handled one')
  await members.gate.hold(20 * second, async () => assert.equal(await asks(), true))
  assert.equal(await asks(), false)
  await assert.rejects(members.gate.hold(21 * second, () => Promise.reject(new Error('the tick fails'))))
  assert.equal(await asks(), true, 'its commit may have an unknown outcome')
  await members.gate.hold(22 * second, () => Promise.resolve())
  assert.equal(await asks(), false)
  members.telling(30 * second)
  assert.equal(await asks(), true)
  await handle(30 * second)
  await members.refresh()
  assert.equal(await asks(), false)
})

test('the server that follows always asks what is handled', async () => {
  const { members } = openMember({ isLeading: false })
  await handle(31 * second)
  await members.learnHandled()
  assert.ok(members.clock.now() > 31 * second)
})

test('each list and each tick knows of the halts that began before it, and it is noted between which instants nothing was accepted', async () => {
  const own = await openTestDatabase()
  const { db } = own
  const opened = await Promise.all(
    [true, false].map(async (isLeading) => {
      const { members } = openMember({ isLeading, db })
      const halts = await openHalts(db)
      members.follow(halts)
      const known = (): boolean => halts.isHalted('US:AAPL')
      return { known, pass: () => inTransaction(db, (tx) => members.gate.pass(tx)).then(known), gate: members.gate }
    }),
  )
  const [leading, following] = opened
  assert(leading !== undefined && following !== undefined)
  const held = async () => (await haltHistory(db)).map((halt) => halt.held)
  const occasion = { author: 'tests', reason: 'wrong price data', now: 20.5 * second }
  const share = { market: 'US', code: 'AAPL' } as const
  await saveMarketClock(db, { now: 20 * second, speed: 1, handledUntil: 20 * second })
  await haltTrading(db, share, occasion)
  assert.deepEqual([await following.pass(), leading.known(), await held()], [true, false, [undefined]])
  const atTick: boolean[] = []
  // The tick of 21 was missed.
  await leading.gate.hold(22 * second, async () => void atTick.push(leading.known()))
  assert.deepEqual(atTick, [true])
  assert.deepEqual(await held(), [{ after: 21 * second - 1, until: undefined }])
  await leading.gate.hold(23 * second, () => Promise.resolve())
  await resumeTrading(db, share, occasion)
  assert.deepEqual([await following.pass(), await leading.pass()], [false, false])
  assert.deepEqual(await held(), [{ after: 21 * second - 1, until: 23 * second }])
  await own[Symbol.asyncDispose]()
})
