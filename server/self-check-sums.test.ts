import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linkAllJournals } from '#areas/testing.ts'
import { everyEvidence } from './areas.ts'
import { openChecked, pay, right, spoil, spoiledMemo } from './self-check-testing.ts'

/** Faults that are planted in a ledger of two users, each with one journal, which an earlier process has checked. */

const journalAt = (sequence: number): string => `(select journal_id from seal where seq = ${sequence})`
const userAt = (sequence: number): string => `(select user_id from journal where id = ${journalAt(sequence)})`
/** Runs as the owner of the tables could: no trigger, no constraint of rows. */
const unguarded = (...statements: readonly string[]): string =>
  ['set session_replication_role = replica', ...statements, 'set session_replication_role = origin'].join('; ')
const bothLines = (journal: string): string =>
  `update journal_line set debit = debit + case when debit > 0 then 7 else 0 end,
     credit = credit + case when credit > 0 then 7 else 0 end where journal_id = ${journal}`
const raised = (user: string): string => `update balance set amount = amount + 7 where user_id = ${user}`
const inserted = (at: { readonly id: string; readonly xid: string; readonly user: string }): string =>
  `with added as (
     insert into journal (id, xid, event, event_key, user_id, at, ref_type, ref_id)
     values (${at.id}, ${at.xid}, 'E01', 'E01:planted', ${at.user}, now(), 'user', 1) returning id, user_id
   )
   insert into journal_line (journal_id, line, account, user_id, wallet, currency, debit, credit)
   select id, 1, 'SYS.GRANT', null, null, 'MXN', 7, 0 from added
   union all select id, 2, 'U.AVAIL', user_id, 1, 'MXN', 0, 7 from added`
const note = (at: { readonly id: string; readonly xid: string }): string =>
  `insert into journal (id, xid, event, event_key, at, ref_type, ref_id)
   values (${at.id}, ${at.xid}, 'NOTE', 'NOTE:planted', now(), 'market', 1)`
const old = { id: `${journalAt(1)} - 1`, xid: `(select xid from journal where id = ${journalAt(1)})` }

/** A transfer that has ended without any journal. */
const strayTransfer = `
  insert into transfer (user_id, from_wallet, to_wallet, from_currency, to_currency, amount, status, submitted_at, due_at, ended_at)
  values (${userAt(1)}, 1, 2, 'MXN', 'MXN', 7, 1, now(), now(), now())`

type Case = readonly [name: string, statement: string, atStart: readonly string[], later: readonly string[]]
const cases: readonly Case[] = [
  ['a balance', unguarded(raised(userAt(1))), ['I2', 'I10'], []],
  [
    'money moved from one balance to another',
    unguarded(raised(userAt(1)), `update balance set amount = amount - 7 where user_id = ${userAt(2)}`),
    ['I2', 'I10'],
    [],
  ],
  [
    'the account of a balance',
    unguarded(`update balance set account = 'U.XFER' where user_id = ${userAt(1)}`),
    ['I6'],
    [],
  ],
  ['a removed balance', unguarded(`delete from balance where user_id = ${userAt(1)}`), ['I2', 'I10'], []],
  [
    'both sides of an old journal and the balance',
    unguarded(bothLines(journalAt(1)), raised(userAt(1))),
    ['I10', 'I8'],
    [],
  ],
  [
    'both sides of an old journal, the balance and the bill: only the chain tells',
    unguarded(
      bothLines(journalAt(1)),
      raised(userAt(1)),
      `update bill set amount = amount + 7 where journal_id = ${journalAt(1)}`,
    ),
    ['I8'],
    [],
  ],
  [
    'a new journal with an old id',
    unguarded(inserted({ ...old, xid: 'pg_current_xact_id()', user: userAt(1) })),
    ['I2'],
    [],
  ],
  [
    'a new journal that does not balance',
    unguarded(
      inserted({ id: '999999999', xid: 'pg_current_xact_id()', user: userAt(1) }),
      'update journal_line set debit = 8 where journal_id = 999999999 and line = 1',
    ),
    ['I1'],
    [],
  ],
  [
    'a new journal with a line of another user',
    unguarded(
      inserted({ id: '999999999', xid: 'pg_current_xact_id()', user: userAt(1) }),
      `update journal_line set user_id = ${userAt(2)} where journal_id = 999999999 and line = 2`,
    ),
    ['I1'],
    [],
  ],
  [
    'one side of an old journal',
    unguarded(`update journal_line set debit = debit + 7 where journal_id = ${journalAt(1)} and debit > 0`),
    [],
    ['I8'],
  ],
  ['both sides of an old journal', unguarded(bothLines(journalAt(1))), [], ['I8']],
  [
    'a removed old journal with its link',
    unguarded(
      `delete from journal where id = ${journalAt(1)}`,
      ...['journal_line', 'bill', 'seal'].map(
        (table) => `delete from ${table} where not exists (select from journal where id = journal_id)`,
      ),
    ),
    [],
    ['I8'],
  ],
  [
    'a journal with an old place in the order of commits',
    unguarded(inserted({ ...old, user: userAt(1) })),
    [],
    ['I2', 'I8'],
  ],
  ['a note with an old place in the order of commits', unguarded(note(old)), [], ['I8']],
  [
    'a line of an old journal that belongs to another user',
    unguarded(
      `update journal_line set user_id = ${userAt(2)} where journal_id = ${journalAt(1)} and user_id is not null`,
    ),
    [],
    ['I1'],
  ],
  ['a removed old bill', unguarded(`delete from bill where journal_id = ${journalAt(1)}`), [], ['I10']],
  ['a transfer without its journals', unguarded(strayTransfer), [], ['row']],
]

for (const [name, statement, atStart, later] of cases) {
  const when = later.length === 0 ? 'at the start' : 'by the check that is spread over the day'
  test(`finds ${when}: ${name}`, async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    await checked.own.pool.query(statement)
    checked.restart()
    assert.deepEqual(await checked.first('20T16:01'), atStart)
    assert.deepEqual(await checked.later('20T16:01'), later)
    assert.equal(checked.ledger.isConsistent, false)
    // Nothing of before is trusted from now on: the next check reads everything at once.
    assert.deepEqual((await checked.own.pool.query('select from ledger_checkpoint')).rows, [])
    checked.restart()
    assert.notDeepEqual(await checked.first('20T16:02'), [])
  })
}

test('finds within the hour, in the running process: a changed balance', async () => {
  await using checked = await openChecked()
  assert.deepEqual(await checked.at('20T16:00'), right)
  await checked.own.pool.query(unguarded(raised(userAt(1))))
  assert.deepEqual(await checked.at('20T16:59'), right)
  assert.deepEqual(await checked.at('20T17:00'), { isConsistent: false, invariants: ['I2', 'I10'] })
})

test('finds within the hour: a new journal that the chain has skipped', async () => {
  await using checked = await openChecked()
  assert.deepEqual(await checked.at('20T16:00'), right)
  await pay(checked.own)
  const xid = `(select xid from journal where id = ${journalAt(3)})`
  await checked.own.pool.query(unguarded(inserted({ id: `${journalAt(3)} - 1`, xid, user: userAt(3) })))
  assert.deepEqual(await checked.first('20T17:00'), ['I8'])
})

test('checks the users of new journals before all others', async () => {
  await using checked = await openChecked()
  assert.deepEqual(await checked.at('20T16:00'), right)
  const user = await pay(checked.own)
  await checked.own.pool.query(unguarded(`delete from bill where user_id = ${user}`))
  assert.deepEqual(await checked.first('20T17:00'), [])
  assert.deepEqual(await checked.first('20T17:01'), ['I10'])
})

test('an index serves the events of all rows that have journals', async () => {
  await using checked = await openChecked()
  const { rows } = await checked.own.pool.query<{ text: string }>(
    "select pg_get_indexdef('journal_booked'::regclass) as text",
  )
  const indexed = Array.from(rows[0]?.text.matchAll(/'(E\d+x?)'/g) ?? [], ([, event]) => event)
  const booked = (everyEvidence.booked ?? []).flatMap(({ events }) => events)
  assert.deepEqual(new Set(indexed), new Set(booked))
})

describe('a checkpoint', () => {
  const sums = 'update ledger_checkpoint set sums = sha256(sums)'
  test('whose signature of the sums is not ours makes the check a whole one, and is replaced', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    const signed = await checked.own.pool.query('select * from ledger_checkpoint')
    await checked.own.pool.query(sums)
    checked.restart()
    assert.deepEqual(await checked.first('20T16:01'), [])
    assert.equal(checked.ledger.isConsistent, true)
    assert.deepEqual((await checked.own.pool.query('select * from ledger_checkpoint')).rows, signed.rows)
    await spoil(checked.own, 'journal', spoiledMemo('1'))
    await checked.own.pool.query(sums)
    checked.restart()
    assert.deepEqual(await checked.first('20T16:02'), ['I8'])
  })

  test('whose sums differ stops orders until the whole check has ended', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    await checked.own.pool.query(sums)
    checked.restart()
    const states: boolean[] = []
    Object.defineProperty(checked.ledger, 'isConsistent', {
      set(state: boolean) {
        states.push(state)
      },
    })
    assert.deepEqual(await checked.first('20T16:01'), [])
    assert.deepEqual(states, [false, true])
  })

  test('of another installation is not trusted, and is no fault', async () => {
    await using other = await openChecked()
    await pay(other.own)
    assert.deepEqual(await other.at('20T16:00'), right)
    const { rows } = await other.own.pool.query<Record<string, unknown>>('select * from ledger_checkpoint')
    await using checked = await openChecked()
    const restore = async () => {
      const columns = ['seq', 'hash', 'xid', 'journal_id', 'signature', 'sums']
      await checked.own.pool.query('delete from ledger_checkpoint')
      await checked.own.pool.query(
        `insert into ledger_checkpoint (${columns.join()}) values ($1, $2, $3, $4, $5, $6)`,
        columns.map((column) => rows[0]?.[column]),
      )
      checked.restart('another')
    }
    await restore()
    assert.deepEqual(await checked.at('20T16:01'), right)
    await spoil(checked.own, 'journal', spoiledMemo('1'))
    await restore()
    assert.deepEqual(await checked.first('20T16:02'), ['I8'])
  })

  test('keeps its sums to its link: those of another link are not ours', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    const { rows } = await checked.own.pool.query<{ sums: Buffer }>('select sums from ledger_checkpoint')
    // A note changes no sum: only the link differs.
    await checked.own.pool.query(unguarded(note({ id: '999999999', xid: 'pg_current_xact_id()' })))
    await linkAllJournals(checked.own.db)
    assert.deepEqual(await checked.at('20T17:00'), right)
    await spoil(checked.own, 'journal', spoiledMemo('1'))
    await checked.own.pool.query('update ledger_checkpoint set sums = $1', [rows[0]?.sums])
    checked.restart()
    assert.deepEqual(await checked.first('20T17:01'), ['I8'])
  })

  test('of an earlier instant is continued: everything after it is read', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    await checked.own.pool.query('create table earlier as select * from ledger_checkpoint')
    const putBack = () =>
      checked.own.pool.query('delete from ledger_checkpoint; insert into ledger_checkpoint select * from earlier')
    await pay(checked.own)
    assert.deepEqual(await checked.at('20T17:00'), right)
    await putBack()
    checked.restart()
    assert.deepEqual(await checked.at('20T17:01'), right)
    await spoil(checked.own, 'journal', spoiledMemo('3'))
    await putBack()
    checked.restart()
    assert.deepEqual(await checked.first('20T17:02'), ['I8'])
  })
})
