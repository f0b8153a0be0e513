import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { moneyOf } from '@mex/core/money/money.ts'
import { grant } from '@mex/core/account/postings.ts'
import { addUser, expectBalancedLedger, linkAllJournals, start } from '#areas/testing.ts'
import { inTransaction, sql, type Database } from '#db/sql.ts'
import { openTestDatabase } from '#db/testing.ts'
import { loadBalances, savePostings } from './actions.ts'
import { linkJournals } from './link-journals.ts'
import { noEvidence, verifyLedger } from './verify.ts'

const own = await openTestDatabase()
const { db } = own
after(() => own[Symbol.asyncDispose]())

async function richUser(store: Database): Promise<number> {
  const user = await addUser(store)
  await inTransaction(store, async (tx) => {
    const balances = await loadBalances(tx, [user])
    balances.post(grant({ user, at: start }, 'BALANCE', moneyOf('1000.00')))
    balances.post(grant({ user, at: start }, 'US_STOCK', moneyOf('500.00')))
    await savePostings(tx, balances)
  })
  return user
}

describe('the database refuses', () => {
  const forbidden = ['journal', 'journal_line', 'bill', 'seal'].flatMap((table) => [
    `update ${table} set ${{ journal: 'memo', journal_line: 'account', bill: 'memo', seal: 'seq' }[table]} = ${table === 'seal' ? '1' : "'x'"}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ])
  for (const statement of forbidden) {
    test(statement, async () => {
      await richUser(db)
      await linkJournals(db)
      await assert.rejects(sql.raw(statement).execute(db), { code: '23001' })
    })
  }

  const insert = (key: string, lines: string, event = 'E01'): string => `
    with inserted as (
      insert into journal (id, event, event_key, user_id, at, ref_type, ref_id)
      values (nextval('journal_id'), '${event}', '${key}', null, now(), 'user', 1) returning id
    )
    insert into journal_line (journal_id, line, account, currency, debit, credit)
    select inserted.id, given.* from inserted, (values ${lines}) as given (line, account, currency, debit, credit)`
  const journals: readonly (readonly [string, string, string?])[] = [
    ['a journal that does not balance', "(1, 'SYS.GRANT', 'MXN', 100, 0), (2, 'SYS.FX', 'MXN', 0, 99)"],
    ['a journal that balances across currencies only', "(1, 'SYS.GRANT', 'MXN', 100, 0), (2, 'SYS.FX', 'USD', 0, 100)"],
    ['a journal of one side', "(1, 'SYS.GRANT', 'MXN', 100, 0)"],
    ['a line of nothing', "(1, 'SYS.GRANT', 'MXN', 0, 0), (2, 'SYS.FX', 'MXN', 0, 0)"],
    ['a line on both sides', "(1, 'SYS.GRANT', 'MXN', 5, 5)"],
    ['a negative line', "(1, 'SYS.GRANT', 'MXN', -5, 0), (2, 'SYS.FX', 'MXN', 0, -5)"],
    ["a person's account without a person", "(1, 'SYS.GRANT', 'MXN', 5, 0), (2, 'U.AVAIL', 'MXN', 0, 5)"],
    ['a note with lines', "(1, 'SYS.GRANT', 'MXN', 5, 0), (2, 'SYS.FX', 'MXN', 0, 5)", 'NOTE'],
  ]
  for (const [name, lines, event] of journals) {
    test(name, async () => {
      await assert.rejects(sql.raw(insert(`planted:${lines.length}`, lines, event)).execute(db), { code: '23514' })
    })
  }

  test('a journal without lines', async () => {
    const head =
      "insert into journal (id, event, event_key, at, ref_type, ref_id) values (nextval('journal_id'), 'E01', 'bare', now(), 'user', 1)"
    await assert.rejects(sql.raw(head).execute(db), { code: '23514' })
  })

  test('lines for a journal of another transaction', async () => {
    await richUser(db)
    const late = `insert into journal_line (journal_id, line, account, currency, debit, credit)
      select id, 100, 'SYS.GRANT', 'MXN', 5, 0 from journal order by id desc limit 1`
    await assert.rejects(sql.raw(late).execute(db), { code: '23514' })
  })

  test('lines of another user than that of the journal', async () => {
    const [user, other] = [await richUser(db), await richUser(db)]
    const strange = `
      with inserted as (
        insert into journal (id, event, event_key, user_id, at, ref_type, ref_id)
        values (nextval('journal_id'), 'E01', 'stranger', ${user}, now(), 'user', 1) returning id
      )
      insert into journal_line (journal_id, line, account, user_id, wallet, currency, debit, credit)
      select id, 1, 'SYS.GRANT', null::bigint, null::smallint, 'MXN', 5, 0 from inserted
      union all select id, 2, 'U.AVAIL', ${other}, 1, 'MXN', 0, 5 from inserted`
    await assert.rejects(sql.raw(strange).execute(db), { code: '23514' })
  })

  test('lines without a journal', async () => {
    const loose = `insert into journal_line (journal_id, line, account, currency, debit, credit)
      values (-1, 1, 'SYS.GRANT', 'MXN', 5, 0), (-1, 2, 'SYS.FX', 'MXN', 0, 5)`
    await assert.rejects(sql.raw(loose).execute(db), { code: '23514' })
  })

  test('a balance below zero', async () => {
    const user = await richUser(db)
    await assert.rejects(sql`update balance set amount = -1 where user_id = ${user}`.execute(db), { code: '23514' })
  })
})

describe('the ledger check finds planted faults', () => {
  const planted: readonly (readonly [name: string, invariant: string, statement: string])[] = [
    ['the unique key of events is dropped', 'guard', 'alter table journal drop constraint journal_event_key_key'],
    ['the trigger that balances is dropped', 'guard', 'drop trigger journal_line_balances on journal_line'],
    ['the trigger that keeps bills is off', 'guard', 'alter table bill disable trigger bill_append_only'],
    ['the check of balances is dropped', 'guard', 'alter table balance drop constraint balance_amount_check'],
    ['a balance without a posting', 'I2', "update balance set amount = amount + 1 where account = 'U.AVAIL'"],
    ['a balance is missing', 'I2', "delete from balance where account = 'U.AVAIL' and wallet = 1"],
    [
      'a journal that does not balance',
      'I1',
      'alter table journal_line disable trigger user; update journal_line set debit = debit + 1 where debit > 0 and line = 1',
    ],
    [
      'a journal is changed after its link',
      'I8',
      "alter table journal disable trigger user; update journal set memo = 'other'",
    ],
    [
      'a line of a wallet that is none',
      'I8',
      'alter table journal_line disable trigger user; update journal_line set wallet = 99 where wallet = 1',
    ],
    ['a seal is changed', 'I8', "alter table seal disable trigger user; update seal set hash = '\\x00' where seq = 2"],
    ['a seal is missing', 'I8', 'alter table seal disable trigger user; delete from seal where seq = 1'],
    ['a bill is missing', 'I10', 'alter table bill disable trigger user; delete from bill where wallet = 1'],
    ['held money that nothing holds', 'I6', "update balance set account = 'U.XFER' where wallet = 1"],
  ]
  for (const [name, invariant, statement] of planted) {
    test(name, async () => {
      await using spoiled = await openTestDatabase()
      await richUser(spoiled.db)
      await expectBalancedLedger(spoiled.db, noEvidence)
      await spoiled.pool.query(statement)
      const findings = await verifyLedger(spoiled.db, { evidence: noEvidence, linkedUntil: start })
      const found = findings.map((finding) => finding.invariant)
      assert.ok(found.includes(invariant), `${invariant} among ${JSON.stringify(findings)}`)
    })
  }

  test('a journal that never gets a link', async () => {
    await using spoiled = await openTestDatabase()
    await richUser(spoiled.db)
    const findings = await verifyLedger(spoiled.db, { evidence: noEvidence, linkedUntil: start + 1 })
    assert.deepEqual([...new Set(findings.map((finding) => finding.invariant))], ['I8'])
    assert.deepEqual(await verifyLedger(spoiled.db, { evidence: noEvidence, linkedUntil: start }), [])
  })
})

test('links journals while a check reads all rows', async () => {
  await using busy = await openTestDatabase()
  await richUser(busy.db)
  await linkAllJournals(busy.db)
  const gate = 4711
  const held = sql`select 0::bigint as user_id, 1::smallint as wallet, 0::numeric as amount
    from (select pg_advisory_xact_lock_shared(${sql.lit(gate)})) as waiting`
  const evidence = { held: { 'U.XFER': [held] }, realised: [] }
  const keeper = await busy.pool.connect()
  await keeper.query('select pg_advisory_lock($1)', [gate])
  // Its snapshot dates from its first statement, and it waits in the middle.
  const checked = verifyLedger(busy.db, { evidence, linkedUntil: start + 1 })
  try {
    const waiting = `select backend_xid is not null as numbered from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and objid = $1 and not granted`
    const isWaiting = async () => (await keeper.query(waiting, [gate])).rows.length > 0
    for (let tries = 0; tries < 2000 && !(await isWaiting()); tries += 1) await setTimeout(5)
    await richUser(busy.db)
    await linkAllJournals(busy.db)
    assert.deepEqual((await keeper.query(waiting, [gate])).rows, [{ numbered: false }])
  } finally {
    await keeper.query('select pg_advisory_unlock($1)', [gate])
    keeper.release()
  }
  assert.deepEqual(await checked, [])
})
