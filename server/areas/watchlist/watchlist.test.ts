import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Input } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import { isCodeChange } from '@mex/core/market/corporate-actions.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { settings } from '@mex/core/settings.ts'
import { bondsAt } from '#areas/bonds/quotes.ts'
import { openMarketData } from '#areas/market/market-data.ts'
import { addUser, personal, refusedWith, start } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { sql, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openBarsHere } from '#feeds/bars/testing.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { watchedKeys } from './store-keys.ts'
import { handlers } from './handlers.ts'

let own: TestDatabase
let db: Database
const traditional = (simplified: string): string => `〔${simplified}〕`
const catalogue = openCatalogue()
const keys = openDaySecrets(Buffer.from('watchlist-test'), modelVersion)
const feed = openSimulatedFeed({ keys, catalogue, practiceHours: true })
const bars = openBarsHere(feed)
const market = openMarketData({ feed, bars, catalogue, hours: 'practice', traditional, isHalted: () => false })
const call = handlers({ market, traditional })
before(async () => {
  own = await openTestDatabase()
  db = own.db
})
after(() => own[Symbol.asyncDispose]())

type Save = Input<typeof calls.watchlist.save>
const apple: Save = { code: 'AAPL', market: 'US', source: sources.stock, classify: 'UsStock' }
const tencent: Save = { code: '00700', market: 'HK', source: sources.hongKongStock, classify: 'HK' }
const euro: Save = { code: 'EURUSD', market: 'FX', source: sources.forex, classify: 'Forex' }

async function person(): Promise<PersonContext> {
  return personal(await addUser(db), { db, feed })
}
const codes = async (context: PersonContext): Promise<string[]> => (await call.list({}, context)).map((row) => row.code)

test('returns saved instruments, newest first, with current prices and names', async () => {
  const context = await person()
  await call.save(apple, context)
  await call.save({ ...tencent, name: 'My favourite' }, context)
  await call.save(euro, context)
  const rows = await call.list({}, context)
  assert.deepEqual(
    rows.map((row) => [row.market, row.code, row.source, row.classify]),
    [
      ['FX', 'EURUSD', 2, 'Forex'],
      ['HK', '00700', 11, 'HK'],
      ['US', 'AAPL', 0, 'UsStock'],
    ],
  )
  const quote = feed.quote('US:AAPL', start)
  const day = feed.day('US:AAPL', start)
  assert.ok(quote !== undefined && day !== undefined)
  const row = rows[2]
  assert.deepEqual([row?.last, row?.volume, row?.change], [quote.last, day.volume, quote.last - day.previousClose])
  assert.notEqual(row?.changeRatio, undefined)
  const names = async (language: 'en' | 'zh-CN' | 'zh-TW') => (await call.list({}, { ...context, language }))[1]?.name
  const chinese = await names('zh-CN')
  assert.match(chinese ?? '', /腾讯/)
  assert.equal(await names('zh-TW'), `〔${chinese}〕`)
  assert.deepEqual(await watchedKeys(db, context.person.userId), new Set(['US:AAPL', 'HK:00700', 'FX:EURUSD']))
})

test('filters by class', async () => {
  const context = await person()
  for (const one of [apple, tencent, euro]) await call.save(one, context)
  assert.deepEqual(
    (await call.list({ classify: 'HK' }, context)).map((row) => row.code),
    ['00700'],
  )
  assert.deepEqual(await call.list({ classify: 'MX' }, context), [])
})

test('a repeated save keeps the row, also with twenty simultaneous saves', async () => {
  const context = await person()
  const ids = await Promise.all(Array.from({ length: 20 }, async () => (await call.save(apple, context)).id))
  assert.equal(new Set(ids).size, 1)
  assert.deepEqual(await codes(context), ['AAPL'])
})

const refused: readonly (readonly [
  name: string,
  word: 'unknown_instrument' | 'not_tradable',
  field: string,
  input: Save,
])[] = [
  ['a code that does not exist', 'unknown_instrument', 'secuCode', { ...apple, code: 'NOSUCH' }],
  ['a code of another market', 'unknown_instrument', 'secuCode', { ...apple, market: 'HK' }],
  ['a class that is not its own', 'not_tradable', 'classify', { ...apple, classify: 'MX' }],
  ['a product that is not its own', 'not_tradable', 'assettype', { ...apple, source: sources.future }],
]
for (const [name, word, field, input] of refused) {
  void test(`refuses ${name}`, async () => {
    assert.equal((await refusedWith(word, call.save(input, await person()))).field, field)
  })
}

const bondOf = (now: number) => {
  const notes = feed.bonds.issues(now).filter(({ kind, issued, matures }) => {
    return kind === 'note' && issued * 86_400_000 < now && now < matures * 86_400_000
  })
  // The one that matures first, because the prices of years take seconds.
  const [first] = notes.toSorted((one, other) => one.matures - other.matures)
  assert.ok(first !== undefined)
  return first
}
const bondInput = (code: string): Save => ({ code, market: 'BOND', source: sources.bonds, classify: 'Bond' })

test('a bond is watched with its clean price, and by its name alone once it has matured', async () => {
  const context = await person()
  const bond = bondOf(start)
  const { id } = await call.save(bondInput(bond.code), context)
  assert.deepEqual(await call.save(bondInput(bond.code), context), { id })
  const row = (await call.list({ classify: 'Bond' }, context))[0]
  const quote = bondsAt(feed, start).quote(bond)
  assert.deepEqual([row?.market, row?.code, row?.last, row?.volume], ['BOND', bond.code, quote?.price, undefined])
  assert.equal(row?.name, bond.name.en)
  assert.equal(row?.shortable, false)
  const before = row?.closes.at(-1)
  assert.ok(before !== undefined && row?.last !== undefined && row.change === row.last - before)
  const later = { ...context, now: (bond.matures + 1) * 86_400_000 }
  const gone = (await call.list({}, later))[0]
  assert.deepEqual([gone?.name, gone?.last, gone?.closes], [bond.name.en, undefined, []])
  await refusedWith('unknown_instrument', call.save(bondInput(bond.code), { ...(await person()), now: later.now }))
  assert.deepEqual(await call.removeCode({ code: bond.code, market: 'BOND' }, later), { deleted: 1 })
})

const bondRefusals = [
  ['an unknown code', 'unknown_instrument', 'secuCode', { code: 'UST-NONE' }],
  ['another class', 'not_tradable', 'classify', { classify: 'UsStock' }],
  ['another product', 'not_tradable', 'assettype', { source: sources.stock }],
] as const
for (const [name, word, field, wrong] of bondRefusals)
  void test(`refuses to watch a bond with ${name}`, async () => {
    const input: Save = { ...bondInput(bondOf(start).code), ...wrong }
    assert.equal((await refusedWith(word, call.save(input, await person()))).field, field)
  })

test('holds 200 rows and refuses the next one', async () => {
  const context = await person()
  const keys = [...feed.instruments(start).values()].filter((one) => one.market === 'US')
  const fill = settings.watchlist.rowsMax - 1
  await sql`
    insert into watch (user_id, market, code, source, classify, name, created_at)
    select ${context.person.userId}, 'US', 'OLD' || i, 0, 'UsStock', 'Delisted ' || i, now() from generate_series(1, ${fill}::int) as i`.execute(
    db,
  )
  const [first, second] = keys
  assert.ok(first !== undefined && second !== undefined)
  const input = (code: string): Save => ({ ...apple, code })
  const { id } = await call.save(input(first.code), context)
  await refusedWith('wrong_state', call.save(input(second.code), context))
  assert.deepEqual(await call.save(input(first.code), context), { id })
  const rows = await call.list({}, context)
  assert.equal(rows.length, 200)
  assert.deepEqual(rows.at(-1), {
    id: rows.at(-1)?.id,
    market: 'US',
    code: 'OLD1',
    source: 0,
    classify: 'UsStock',
    name: 'Delisted 1',
    last: undefined,
    change: undefined,
    changeRatio: undefined,
    volume: undefined,
    tick: undefined,
    closes: [],
    shortable: false,
    publicPrice: undefined,
  })
})

test('of two simultaneous saves for the last free row one is refused', async () => {
  const context = await person()
  await sql`
    insert into watch (user_id, market, code, source, classify, name, created_at)
    select ${context.person.userId}, 'US', 'OLD' || i, 0, 'UsStock', 'Delisted', now() from generate_series(1, 199) as i`.execute(
    db,
  )
  const outcomes = await Promise.allSettled([call.save(apple, context), call.save(tencent, context)])
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status).toSorted((left, right) => (left < right ? -1 : 1)),
    ['fulfilled', 'rejected'],
  )
})

test('removes by id; a missing row and a row of another user get the same answer', async () => {
  const context = await person()
  const other = await person()
  const { id } = await call.save(apple, context)
  assert.equal(await call.remove({ id }, other), null)
  assert.deepEqual(await codes(context), ['AAPL'])
  assert.equal(await call.remove({ id }, context), null)
  assert.equal(await call.remove({ id }, context), null)
  assert.deepEqual(await codes(context), [])
})

test('removes by code, in one market or in all', async () => {
  const context = await person()
  await call.save(apple, context)
  assert.deepEqual(await call.removeCode({ code: 'AAPL', market: 'HK' }, context), { deleted: 0 })
  assert.deepEqual(await call.removeCode({ code: 'AAPL', market: 'US' }, context), { deleted: 1 })
  await call.save(apple, context)
  assert.deepEqual(await call.removeCode({ code: 'AAPL' }, context), { deleted: 1 })
  assert.deepEqual(await call.removeCode({ code: 'AAPL' }, context), { deleted: 0 })
})

test('a row goes on under the new code of its share, and is saved and removed by either', async () => {
  const later = Date.parse('2027-01-01T15:00Z')
  const change = [...feed.instruments(later).values()]
    .flatMap(({ key }) => feed.actions(key, later))
    .find((action) => isCodeChange(action))
  assert.ok(change !== undefined && isCodeChange(change))
  const { from, to, exAt } = change
  const share = [...feed.instruments(exAt).values()].find(({ code }) => code === to)
  assert.ok(share !== undefined)
  const { market: of, source, classify } = share
  const context = await person()
  const before = { ...context, now: exAt - 1 }
  const after = { ...context, now: exAt }
  await refusedWith('unknown_instrument', call.save({ code: to, market: of, source, classify }, before))
  const { id } = await call.save({ code: from, market: of, source, classify }, before)
  assert.deepEqual([await codes(before), await codes(after)], [[from], [to]])
  assert.deepEqual(await call.save({ code: to, market: of, source, classify }, after), { id })
  assert.deepEqual(await call.removeCode({ code: to, market: of }, after), { deleted: 1 })
  assert.deepEqual(await codes(after), [])
})
