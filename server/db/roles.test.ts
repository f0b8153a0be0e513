import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openStore, type Store } from './database.ts'
import { WrongRoles } from './roles.ts'
import { connect } from './sql.ts'
import { openTestDatabase, type TestDatabase } from './testing.ts'

/** Rights of the worker role, on the built-in database and on an external one with two roles. */

let folder: string
let own: Store
let database: TestDatabase
let external: Store
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mex-roles-'))
  // As root, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o755)
  own = await openStore({ databaseUrl: undefined, dataFolder: folder, log: () => undefined })
  database = await openTestDatabase()
  external = await openStore({
    databaseUrl: database.workerString,
    ownerUrl: database.connectionString,
    dataFolder: '',
    log: () => undefined,
  })
})
after(async () => {
  await own.close()
  await external.close()
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const denied = '42501'
const forbidden: readonly (readonly [string, string])[] = [
  ['the guard of the ledger is disabled', 'alter table journal disable trigger journal_append_only'],
  ['every trigger is switched off', 'set session_replication_role = replica'],
  ['the guard is dropped', 'drop trigger bill_append_only on bill'],
  [
    'the function behind the guards is another one',
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
  ],
  ['a check is dropped', 'alter table balance drop constraint balance_amount_check'],
  ['a table is dropped', 'drop table journal'],
  ['a table is emptied', 'truncate app_user cascade'],
  ['a table is made', 'create table mine (id int)'],
  ['a function is made', "create function mine() returns int language sql as 'select 1'"],
  ['a journal is changed', "update journal set memo = 'other'"],
  ['a journal is deleted', 'delete from journal'],
  ['a line is changed', 'update journal_line set debit = 1'],
  ['a bill is deleted', 'delete from bill'],
  ['a seal is changed', "update seal set hash = '\\x00'"],
  ['an execution is changed', 'update execution set price = 1'],
  ['a promise about a day is deleted', 'delete from day_commitment'],
  ['an anchor is changed', 'delete from anchor'],
  ['a setting’s past is deleted', 'delete from config_version'],
  ['a migration is forgotten', 'delete from migration'],
  ['a sequence is set back', "select setval('journal_id', 1)"],
  ['a role is made', 'create role mine superuser'],
  ['it gives itself more', 'grant all on journal to current_user'],
  ['it becomes somebody else', 'set role mex'],
  ['a program of the machine is run', "copy (select 1) to program 'true'"],
  ['a file of the machine is read', "select pg_read_file('/etc/passwd')"],
  ['password hashes of roles are read', 'select rolpassword from pg_authid'],
]

for (const [name, store] of [
  ['the built-in database', () => own],
  ['a database with two roles', () => external],
] as const)
  describe(name, () => {
    for (const [what, statement] of forbidden)
      test(`refuses that ${what}`, async () => {
        // A grant without effect only causes a warning.
        if (statement.startsWith('grant')) {
          await store()
            .pool.query(statement)
            .catch(() => undefined)
          await assert.rejects(store().pool.query("update journal set memo = 'other'"), { code: denied })
          return
        }
        await assert.rejects(store().pool.query(statement), { code: denied })
      })

    test('owns nothing, is no superuser, and can read and write rows', async () => {
      const { pool } = store()
      const { rows } = await pool.query<{ owned: number; isStrong: boolean }>(`
        select (select count(*) from pg_class where relowner = pg_roles.oid) as owned,
          rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as "isStrong"
        from pg_roles where rolname = current_user`)
      assert.deepEqual(rows, [{ owned: 0, isStrong: false }])
      const inserted = await pool.query<{ id: number }>(`
        insert into app_user (state, user_type, username, invitation_code, language, created_at, last_seen_at)
        values ('GUEST', 2, 'somebody', 'somebody', 'en', now(), now()) returning id`)
      const id = inserted.rows[0]?.id
      await pool.query('update app_user set nick_name = $1 where id = $2', ['Some', id])
      await pool.query("select nextval('journal_id')")
      assert.equal((await pool.query('delete from app_user where id = $1', [id])).rowCount, 1)
    })
  })

test('refuses an owner of the tables as the worker role', async () => {
  await using other = await openTestDatabase()
  const options = { ownerUrl: other.connectionString, dataFolder: '', log: () => undefined }
  await assert.rejects(openStore({ ...options, databaseUrl: other.connectionString }), WrongRoles)
})

test('a start revokes manually granted rights', async () => {
  await using other = await openTestDatabase()
  const url = {
    databaseUrl: other.workerString,
    ownerUrl: other.connectionString,
    dataFolder: '',
    log: () => undefined,
  }
  await other.pool.query('grant all on journal to mex_tester')
  const store = await openStore(url)
  await assert.rejects(store.pool.query('delete from journal'), { code: denied })
  await store.close()
})

test('an external database with one role uses that role', async () => {
  await using other = await openTestDatabase()
  const store = await openStore({ databaseUrl: other.connectionString, dataFolder: '', log: () => undefined })
  await store.pool.query('create table mine (id int)')
  // The triggers of the ledger apply to the owner too.
  await assert.rejects(store.pool.query("update journal set memo = 'other'"), { code: '23001' })
  await store.close()
})

test('the worker of the built-in database gets a new password at every start, and the old one is rejected', async () => {
  const place = await mkdtemp(join(tmpdir(), 'mex-roles-again-'))
  await chmod(place, 0o755)
  const open = () => openStore({ databaseUrl: undefined, dataFolder: place, log: () => undefined })
  try {
    const first = await open()
    const { connectionString } = first.pool.options
    await first.close()
    const second = await open()
    const url = new URL(connectionString ?? '')
    url.port = new URL(second.pool.options.connectionString ?? '').port
    const { pool } = connect(url.href, 1)
    await assert.rejects(pool.query('select 1'), { code: '28P01' })
    await pool.end()
    await second.close()
  } finally {
    await rm(place, { recursive: true, force: true })
  }
})
