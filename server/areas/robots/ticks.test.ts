import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answeredTicksMax, type RobotOrderDetail } from '@mex/contract/robots/shapes.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { sql } from '#db/sql.ts'
import { openRobotsTest } from './testing.ts'

const minute = 60_000

test('the ticks of a rental come in answers of 1,440, each after the last of the one before', async () => {
  const robots = await openRobotsTest()
  const { db } = robots.market.database
  const user = await robots.market.person()
  const { id } = await robots.rented(user, robots.offered(90))
  // The whole cycle of 90 days, as it would be noted hour by hour.
  await sql`
    insert into robot_stretch (user_id, order_id, first_tick, coins, incomes)
    select ${user}, ${id}, 1 + 6 * hour, '1,2,3,4,5,6', '1,2,3,,,6' from generate_series(0, 90 * 24 - 1) as hour`.execute(
    db,
  )
  const context = { ...robots.context(user), now: robots.now() + 90 * dayMilliseconds }
  const ticks: number[] = []
  const sizes: number[] = []
  for (let since: number | undefined = 0; since !== undefined;) {
    const { series }: RobotOrderDetail = await robots.call().order({ id, since }, context)
    sizes.push(series.length)
    ticks.push(...series.map(({ at }) => at))
    since = series.length < answeredTicksMax ? undefined : series.at(-1)?.at
  }
  assert.deepEqual(sizes, [...Array.from({ length: 9 }, () => 1440), 0])
  const first = ticks[0] ?? assert.fail()
  assert.deepEqual(
    ticks,
    Array.from({ length: 90 * 144 }, (_, place) => first + place * 10 * minute),
  )
  await robots.market[Symbol.asyncDispose]()
})

test('a rental is computed by the job in more than one run after weeks: a server can stop between them', async () => {
  const robots = await openRobotsTest()
  const user = await robots.market.person()
  const order = await robots.rented(user, robots.offered(30))
  robots.market.clock.advance(20 * dayMilliseconds)
  await robots.runJob()
  const { ticks } = await robots.stored(user, order.id)
  assert.ok(ticks >= 7 * 144 && ticks <= 15 * 144, `${ticks} ticks`)
  await robots.runJob()
  assert.equal((await robots.stored(user, order.id)).ticks, 20 * 144)
  await robots.market[Symbol.asyncDispose]()
})
