import assert from 'node:assert/strict'
import { after, before, describe as group, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import { percent, price, type Price } from '@mex/core/money/money.ts'
import { settings } from '@mex/core/settings.ts'
import { refusedWith, start } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { inTransaction, sql, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { handlers } from './handlers.ts'
import { ownData } from './own-data.ts'
import {
  above,
  apple,
  describe,
  feed,
  inbox,
  key,
  last,
  market,
  openServer as openServerOn,
  person as addPerson,
  priceAt,
  quoteAt,
  told,
  traditional,
} from './testing.ts'

let own: TestDatabase
let db: Database
before(async () => {
  own = await openTestDatabase()
  db = own.db
})
after(() => own[Symbol.asyncDispose]())
const openServer = (database = db) => openServerOn(database)
const person = () => addPerson(db)

test('an alert tells once that its level is reached, and is then over', async () => {
  const { call, tick } = openServer()
  const context = await person()
  const { id } = await call.create(above, context)
  await tick(quoteAt(price(priceAt(2n) - 1_000_000n)))
  assert.equal(await told(context), 0)
  await tick(quoteAt(priceAt(3n), 2))
  await tick(quoteAt(priceAt(1n), 3), quoteAt(priceAt(3n), 4))
  const [only, ...others] = await inbox(context)
  assert.deepEqual(others, [])
  assert.equal(only?.reference, `alert ${id}`)
  assert.match(only?.text ?? '', /^AAPL is at [\d.]+: it has reached your level, above [\d.]+\./)
  const [row] = await call.list({}, context)
  assert.deepEqual([row?.state, row?.toldAt], ['reached', start + 2000])
})

test('a level beyond every price waits, also after a restart', async () => {
  const { call } = openServer()
  const context = await person()
  await call.create({ ...above, level: price(100_000_000n * 10n ** 8n) }, context)
  const { call: again, tick, errors } = openServer()
  await tick(quoteAt(priceAt(3n)))
  assert.deepEqual([(await again.list({}, context))[0]?.state, await told(context), errors], ['waiting', 0, []])
})

test('the list shows the newest first, with present prices, and only one instrument if it is asked for', async () => {
  const { call } = openServer()
  const context = await person()
  const { id } = await call.create(above, context)
  const other = await call.create(
    { ...above, code: 'EURUSD', market: 'FX', kind: 'move', level: undefined, percent: percent(150n), repeats: true },
    { ...context, language: 'zh-CN' },
  )
  const all = await call.list({}, context)
  assert.deepEqual(
    all.map((row) => [row.id, row.code, row.kind, row.level, row.percent, row.repeats, row.state]),
    [
      [other.id, 'EURUSD', 'move', undefined, 150n, true, 'waiting'],
      [id, 'AAPL', 'above', above.level, undefined, false, 'waiting'],
    ],
  )
  assert.deepEqual([all[1]?.last, all[1]?.tick], [last, tickAt(apple.ticks, last)])
  assert.deepEqual(
    (await call.list({ code: 'AAPL', market: 'US' }, context)).map((row) => row.id),
    [id],
  )
  assert.deepEqual(await call.list({ code: 'MSFT', market: 'US' }, context), [])
  assert.match((await call.list({}, { ...context, language: 'zh-TW' }))[1]?.name ?? '', /^〔/)
  assert.deepEqual(await call.list({}, await person()), [])
})

test('the same alert again keeps its row and takes the new switches, also twenty times at once', async () => {
  const { call, tick } = openServer()
  const context = await person()
  const ids = await Promise.all(Array.from({ length: 20 }, async () => (await call.create(above, context)).id))
  assert.equal(new Set(ids).size, 1)
  const again = await call.create({ ...above, inPracticeHours: true }, context)
  assert.equal(again.id, ids[0])
  await tick(quoteAt(priceAt(3n), 1, { phase: 'practice' }))
  assert.equal(await told(context), 1)
})

test('a repeating alert waits until the price has come back, and tells each time once', async () => {
  const { call, tick } = openServer()
  const context = await person()
  await call.create({ ...above, repeats: true }, context)
  const hour = 3600
  for (const [percentMore, seconds] of [
    [3n, 1],
    [1n, 2],
    [3n, 3],
    [1n, hour + 10],
    [3n, hour + 11],
    [3n, hour + 12],
  ] as const)
    await tick(quoteAt(priceAt(percentMore), seconds))
  assert.equal(await told(context), 2)
  assert.equal((await call.list({}, context))[0]?.state, 'told')
})

test('an alert on a move counts from the last close, in either direction', async () => {
  const { call, tick } = openServer()
  const context = await person()
  const { previousClose } = present(feed.day(key, start), 'the day')
  await call.create({ ...above, kind: 'move', level: undefined, percent: percent(900n), repeats: true }, context)
  const moved = (percentMore: bigint): Price => price((previousClose * (100n + percentMore)) / 100n)
  await tick(quoteAt(moved(-8n), 1))
  assert.equal(await told(context), 0)
  await tick(quoteAt(moved(-9n), 2))
  await tick(quoteAt(moved(9n), 3))
  const messages = await inbox(context)
  assert.equal(messages.length, 1)
  assert.match(
    messages[0]?.text ?? '',
    /^AAPL is at [\d.]+, −9\.0\d% since the last close: it has moved by 9\.00% or more/,
  )
})

test('a lone jump of more than a quarter waits for a second quote', async () => {
  const { call, tick } = openServer()
  const context = await person()
  await call.create(above, context)
  await tick(quoteAt(priceAt(40n), 1))
  assert.equal(await told(context), 0)
})

test('outside of the hours of the exchange only alerts for these hours are told', async () => {
  const { call, tick } = openServer()
  const [context, other] = [await person(), await person()]
  await call.create(above, context)
  await call.create({ ...above, inPracticeHours: true }, other)
  await tick(quoteAt(priceAt(3n), 1, { phase: 'practice' }))
  assert.deepEqual([await told(context), await told(other)], [0, 1])
  await tick(quoteAt(priceAt(3n), 2))
  assert.deepEqual([await told(context), await told(other)], [1, 1])
})

test('after a restart alerts go on where they were, and tell nothing twice', async () => {
  const context = await person()
  const first = openServer()
  await first.call.create(above, context)
  await first.call.create({ ...above, level: priceAt(4n) }, context)
  await first.tick(quoteAt(priceAt(3n), 1))
  const second = openServer()
  await second.tick(quoteAt(priceAt(3n), 1), quoteAt(priceAt(5n), 2))
  await second.tick(quoteAt(priceAt(5n), 3))
  assert.equal(await told(context), 2)
})

test('two servers that judge the same quote tell once', async () => {
  const context = await person()
  const [first, second] = [openServer(), openServer()]
  await first.call.create({ ...above, repeats: true }, context)
  await Promise.all([first.tick(quoteAt(priceAt(3n))), second.tick(quoteAt(priceAt(3n)))])
  assert.equal(await told(context), 1)
  assert.deepEqual([...first.errors, ...second.errors], [])
})

test('an alert that could not be saved is told at the next tick, although the price has gone back', async () => {
  let isBroken = false
  const failing: Database = new Proxy(db, {
    get: (target, name) => {
      if (isBroken && name === 'getExecutor') throw new Error('away')
      const found: unknown = Reflect.get(target, name)
      return typeof found === 'function' ? (found.bind(target) as unknown) : found
    },
  })
  const context = await person()
  const { call, tick, errors } = openServer(failing)
  await call.create(above, context)
  await tick(quoteAt(priceAt(1n), 1))
  isBroken = true
  await tick(quoteAt(priceAt(3n), 2))
  assert.deepEqual([errors.length, await told(context)], [1, 0])
  isBroken = false
  await tick(quoteAt(priceAt(1n), 3))
  assert.equal(await told(context), 1)
  await tick(quoteAt(priceAt(1n), 4))
  assert.equal(await told(context), 1)
})

test('a message goes to hundreds of people of one level, each once', async () => {
  const contexts = await Promise.all(Array.from({ length: 250 }, person))
  const { call, tick } = openServer()
  await Promise.all(contexts.map((context) => call.create(above, context)))
  await tick(quoteAt(priceAt(3n)))
  await tick(quoteAt(priceAt(3n), 2))
  assert.deepEqual(new Set(await Promise.all(contexts.map(told))), new Set([1]))
})

test('of a deletion and a quote at the same time, the alert tells at most once and is gone', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { call, tick, errors } = openServer()
    const context = await person()
    const { id } = await call.create(above, context)
    await Promise.all([call.remove({ id }, context), tick(quoteAt(priceAt(3n), 1))])
    await tick(quoteAt(priceAt(3n), 2))
    assert.ok((await told(context)) <= 1)
    assert.deepEqual([await call.list({}, context), errors], [[], []])
  }
})

test("alerts.remove answers for another user's alert as for one that does not exist, and deletes nothing", async () => {
  const { call, tick } = openServer()
  const [context, stranger] = [await person(), await person()]
  const { id } = await call.create(above, context)
  assert.equal(await call.remove({ id }, stranger), null)
  assert.equal(await call.remove({ id: id + 1_000_000 }, stranger), null)
  await tick(quoteAt(priceAt(3n)))
  assert.equal(await told(context), 1)
  assert.equal(await call.remove({ id }, context), null)
  assert.equal(await call.remove({ id }, context), null)
  assert.deepEqual(await call.list({}, context), [])
})

void group('alerts.create refuses', () => {
  const cases = [
    ['unknown_instrument', { ...above, code: 'NONE' }, 'stockCode'],
    ['price_step', { ...above, level: price(priceAt(2n) + 1n) }, 'price'],
    ['alert_passed', { ...above, level: last }, 'price'],
    ['alert_passed', { ...above, kind: 'below', level: priceAt(1n) }, 'price'],
  ] as const
  for (const [index, [word, input, field]] of cases.entries())
    void test(`alerts.create refuses: ${word}, at the field ${field} (${index})`, async () => {
      const context = await person()
      assert.equal((await refusedWith(word, openServer().call.create(input, context))).field, field)
      assert.deepEqual(await openServer().call.list({}, context), [])
    })
  void test('alerts.create refuses: quote_unavailable', async () => {
    const silent = { ...market, board: { ...market.board, row: () => undefined } }
    const { alerts } = openServer()
    const call = handlers({ alerts, market: silent, traditional, describe })
    await refusedWith('quote_unavailable', call.create(above, await person()))
  })
  void test('alerts.create refuses: too_many_alerts, also of two at once for the last place', async () => {
    const { call } = openServer()
    const context = await person()
    const { activeMax } = settings.alerts
    await sql`
      insert into price_alert (user_id, instrument, kind, level, repeats, in_practice_hours, state, created_at)
      select ${context.person.userId}, ${key}, 'above', 90000000000 + i, false, false, 'waiting', now()
      from generate_series(1, ${activeMax - 1}::int) as i`.execute(db)
    const outcomes = await Promise.allSettled([
      call.create(above, context),
      call.create({ ...above, level: priceAt(3n) }, context),
    ])
    assert.deepEqual(
      outcomes.map(({ status }) => status).toSorted((one, other) => one.localeCompare(other)),
      ['fulfilled', 'rejected'],
    )
    const refused = await refusedWith('too_many_alerts', call.create({ ...above, level: priceAt(5n) }, context))
    assert.deepEqual(refused.values, { n: String(activeMax) })
  })
})

test('of alerts that are over only the newest are kept', async () => {
  const { call } = openServer()
  const context = await person()
  const { overMax } = settings.alerts
  await sql`
    insert into price_alert (user_id, instrument, kind, level, repeats, in_practice_hours, state, created_at)
    select ${context.person.userId}, ${key}, 'above', i, false, false, 'reached', now()
    from generate_series(1, ${overMax + 5}::int) as i`.execute(db)
  await call.create(above, context)
  const rows = await call.list({}, context)
  assert.equal(rows.length, overMax + 1)
  assert.equal(rows.at(-1)?.level, 6n)
})

test('the copy of the own data has the alerts of the person alone, and erasing deletes them', async () => {
  const { call, tick, errors } = openServer()
  const [context, other] = [await person(), await person()]
  await call.create(above, context)
  await call.create(above, other)
  const copy = async ({ person: { userId } }: PersonContext) =>
    (await present(ownData.copy['priceAlerts'], 'the list')(userId).execute(db)).rows
  const rows = await copy(context)
  assert.deepEqual(
    rows.map((row) => {
      const { instrument, kind, state } = row as Record<string, unknown>
      return [instrument, kind, state]
    }),
    [[key, 'above', 'waiting']],
  )
  await inTransaction(db, async (tx) => {
    for (const statement of ownData.erase([context.person.userId], new Date(start).toISOString()))
      await statement.execute(tx)
  })
  assert.deepEqual([(await copy(context)).length, (await copy(other)).length], [0, 1])
  await tick(quoteAt(priceAt(3n)))
  assert.deepEqual([await told(context), await told(other), errors], [0, 1, []])
})
