import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { settings } from '@mex/core/settings.ts'
import { addUser, personal, refusedWith } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { inTransaction, sql, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { groupHandlers as call } from './groups.ts'
import { ownData } from './own-data.ts'
import { deleteWatch, insertWatch } from './store.ts'

let own: TestDatabase
let db: Database
before(async () => {
  own = await openTestDatabase()
  db = own.db
})
after(() => own[Symbol.asyncDispose]())

const person = async (): Promise<PersonContext> => personal(await addUser(db), { db })
const watch = ({ person: { userId }, now }: PersonContext, code: string): Promise<number> =>
  insertWatch(db, userId, { market: 'US', code, source: 0, classify: 'UsStock', name: code }, now)
const named = async (context: PersonContext) => (await call.list({}, context)).map(({ name, rows }) => [name, rows])

test('groups keep their order and their rows, and a row is in several', async () => {
  const context = await person()
  const [apple, bank] = [await watch(context, 'AAPL'), await watch(context, 'JPM')]
  const { id: tech } = await call.save({ name: 'Tech' }, context)
  const { id: all } = await call.save({ name: 'Both' }, context)
  await call.fill({ id: tech, rows: [apple] }, context)
  await call.fill({ id: all, rows: [apple, bank, apple] }, context)
  assert.deepEqual(await named(context), [
    ['Tech', [apple]],
    ['Both', [bank, apple]],
  ])
  await call.fill({ id: all, rows: [bank] }, context)
  await call.order({ ids: [all, tech] }, context)
  assert.deepEqual(await named(context), [
    ['Both', [bank]],
    ['Tech', [apple]],
  ])
  await call.save({ id: tech, name: 'Technology' }, context)
  await deleteWatch(db, context.person.userId, apple)
  assert.deepEqual(await named(context), [
    ['Both', [bank]],
    ['Technology', []],
  ])
  assert.equal(await call.remove({ id: all }, context), null)
  assert.equal(await call.remove({ id: all }, context), null)
  assert.deepEqual(await named(context), [['Technology', []]])
})

test('an order that names some groups leaves the others behind them, and unknown ones out', async () => {
  const context = await person()
  const ids: number[] = []
  for (const name of ['1', '2', '3']) ids.push((await call.save({ name }, context)).id)
  await call.order({ ids: [present(ids[2], 'the third'), 987_654_321] }, context)
  assert.deepEqual(
    (await named(context)).map(([name]) => name),
    ['3', '1', '2'],
  )
})

test('the same name again is the same group, also twenty times at once and in other letters', async () => {
  const context = await person()
  const ids = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, index) => (await call.save({ name: index % 2 === 0 ? 'Tech' : 'TECH' }, context)).id,
    ),
  )
  assert.equal(new Set(ids).size, 1)
})

test('watchGroups.save refuses: group_exists for the name of another group', async () => {
  const context = await person()
  await call.save({ name: 'Tech' }, context)
  const { id } = await call.save({ name: 'Banks' }, context)
  assert.equal((await refusedWith('group_exists', call.save({ id, name: 'tech' }, context))).field, 'groupName')
  assert.deepEqual(await call.save({ id, name: 'BANKS' }, context), { id })
  assert.deepEqual(
    (await named(context)).map(([name]) => name),
    ['Tech', 'BANKS'],
  )
})

test('watchGroups.save refuses: too_many_groups, also of two at once for the last place', async () => {
  const context = await person()
  const { groupsMax } = settings.watchlist
  for (let index = 1; index < groupsMax; index += 1) await call.save({ name: `Group ${index}` }, context)
  const outcomes = await Promise.allSettled([
    call.save({ name: 'One' }, context),
    call.save({ name: 'Other' }, context),
  ])
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  const refused = await refusedWith('too_many_groups', call.save({ name: 'More' }, context))
  assert.deepEqual(refused.values, { n: String(groupsMax) })
})

test('watchGroups.save and watchGroups.fill refuse: not_found', async () => {
  const context = await person()
  await refusedWith('not_found', call.save({ id: 987_654_321, name: 'None' }, context))
  await refusedWith('not_found', call.fill({ id: 987_654_321, rows: [] }, context))
})

/** A group of one user with one row, and a stranger. */
async function someonesGroup() {
  const [context, stranger] = [await person(), await person()]
  const row = await watch(context, 'AAPL')
  const { id } = await call.save({ name: 'Tech' }, context)
  await call.fill({ id, rows: [row] }, context)
  return { context, stranger, row, id }
}

test("watchGroups.save answers for another user's group as for one that does not exist", async () => {
  const { context, stranger, row, id } = await someonesGroup()
  await refusedWith('not_found', call.save({ id, name: 'Mine' }, stranger))
  assert.deepEqual(await named(context), [['Tech', [row]]])
})

test("watchGroups.fill answers for another user's group as for one that does not exist, and takes no row of others", async () => {
  const { context, stranger, row, id } = await someonesGroup()
  await refusedWith('not_found', call.fill({ id, rows: [] }, stranger))
  const { id: theirs } = await call.save({ name: 'Theirs' }, stranger)
  await call.fill({ id: theirs, rows: [row] }, stranger)
  assert.deepEqual([await named(context), await named(stranger)], [[['Tech', [row]]], [['Theirs', []]]])
})

test("watchGroups.order answers for another user's group as for one that does not exist", async () => {
  const { context, stranger, id } = await someonesGroup()
  await call.save({ name: 'Second' }, context)
  const before = await named(context)
  assert.equal(await call.order({ ids: [id] }, stranger), null)
  assert.deepEqual([await named(context), await named(stranger)], [before, []])
})

test("watchGroups.remove answers for another user's group as for one that does not exist", async () => {
  const { context, stranger, row, id } = await someonesGroup()
  assert.equal(await call.remove({ id }, stranger), null)
  assert.deepEqual(await named(context), [['Tech', [row]]])
})

test('the copy of the own data has the groups, and erasing deletes them with the watchlist', async () => {
  const { context, row } = await someonesGroup()
  const { userId } = context.person
  const copy = async () => (await present(ownData.copy['watchGroups'], 'the list')(userId).execute(db)).rows
  const [only] = (await copy()) as readonly { name: string; rows: unknown }[]
  assert.deepEqual([only?.name, only?.rows], ['Tech', [row]])
  await inTransaction(db, async (tx) => {
    for (const statement of ownData.erase([userId], '2026-11-20T16:00:00Z')) await statement.execute(tx)
  })
  const { rows } = await sql`select 1 from watch_group_row where user_id = ${userId}`.execute(db)
  assert.deepEqual([await copy(), await named(context), rows], [[], [], []])
})
