import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { moneyOf } from '@mex/core/money/money.ts'
import { grant } from '@mex/core/account/postings.ts'
import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import type { Finding } from '#areas/ledger/verify.ts'
import { inTransaction } from '#db/sql.ts'
import { addUser, linkAllJournals, start } from '#areas/testing.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { dueCheck, openSelfCheck } from './self-check.ts'

const at = (text: string): number => Date.parse(`2026-11-${text}:00Z`)

describe('due check', () => {
  const cases: readonly (readonly [
    last: string | undefined,
    wasRight: boolean,
    now: string,
    due: ReturnType<typeof dueCheck>,
  ])[] = [
    [undefined, true, '20T16:00', 'whole'],
    ['20T16:00', true, '20T16:59', undefined],
    ['20T16:00', true, '20T17:00', 'continued'],
    ['20T16:00', true, '20T23:00', 'continued'],
    ['20T16:00', false, '20T16:59', undefined],
    ['20T16:00', false, '20T17:00', 'whole'],
    ['20T23:45', true, '21T00:29', undefined],
    ['20T23:45', true, '21T00:30', 'whole'],
    ['20T23:29', true, '21T00:29', 'continued'],
    ['21T00:29', true, '21T00:30', 'whole'],
    ['21T00:30', true, '21T00:31', undefined],
    ['21T00:30', true, '21T01:30', 'continued'],
    ['20T16:00', true, '23T00:10', 'whole'],
  ]
  for (const [last, wasRight, now, due] of cases) {
    test(`${last ?? 'never'} ${wasRight ? 'right' : 'wrong'}, ${now}: ${due ?? 'not yet'}`, () => {
      assert.equal(dueCheck(last === undefined ? undefined : { at: at(last), wasRight }, at(now)), due)
    })
  }
})

/** Two users with journals in the hash chain, and the server's self-check. */
async function openChecked() {
  const own = await openTestDatabase()
  await pay(own)
  await pay(own)
  const ledger = { isConsistent: true }
  const findings: Finding[] = []
  const open = () => openSelfCheck({ db: own.db, ledger }, (finding) => findings.push(finding))
  let check = open()
  return {
    own,
    restart: () => void (check = open()),
    /** The findings of the check at an instant; none if no check is due. */
    async at(text: string): Promise<{ readonly isConsistent: boolean; readonly invariants: readonly string[] }> {
      findings.length = 0
      await check(at(text))
      return { isConsistent: ledger.isConsistent, invariants: [...new Set(findings.map(({ invariant }) => invariant))] }
    },
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  }
}

async function pay(own: TestDatabase): Promise<number> {
  const user = await addUser(own.db)
  await inTransaction(own.db, async (tx) => {
    const balances = await loadBalances(tx, [user])
    balances.post(grant({ user, at: start }, 'BALANCE', moneyOf('1000.00')))
    await savePostings(tx, balances)
  })
  await linkAllJournals(own.db)
  return user
}

/** Changes an append-only table with its triggers disabled, and enables them again. */
async function spoil(own: TestDatabase, table: string, statement: string): Promise<void> {
  await own.pool.query(
    `alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`,
  )
}

const spoiledMemo = (sequence: string): string =>
  `update journal set memo = 'other' where id = (select journal_id from seal where seq = ${sequence})`
const right = { isConsistent: true, invariants: [] }
const wrongChain = { isConsistent: false, invariants: ['I8'] }

describe('self-check', () => {
  test('finds a changed new journal within an hour', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    await pay(checked.own)
    await spoil(checked.own, 'journal', spoiledMemo('(select max(seq) from seal)'))
    assert.deepEqual(await checked.at('20T16:59'), right)
    assert.deepEqual(await checked.at('20T17:00'), wrongChain)
  })

  test('finds a missing link of the hash chain within an hour', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    await pay(checked.own)
    await pay(checked.own)
    await spoil(checked.own, 'seal', 'delete from seal where seq = 3')
    assert.deepEqual(await checked.at('20T17:00'), wrongChain)
  })

  test('finds a changed amount within an hour, also in an old journal', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    await spoil(
      checked.own,
      'journal_line',
      'update journal_line set debit = debit + 1 where debit > 0 and journal_id in (select journal_id from seal where seq = 1)',
    )
    assert.deepEqual(await checked.at('20T17:00'), { isConsistent: false, invariants: ['I1'] })
  })

  test('finds a changed text of an old journal at the nightly check, and reports it until it is repaired', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    await spoil(checked.own, 'journal', spoiledMemo('1'))
    assert.deepEqual(await checked.at('20T17:00'), right)
    assert.deepEqual(await checked.at('20T23:50'), right)
    assert.deepEqual(await checked.at('21T00:29'), right)
    assert.deepEqual(await checked.at('21T00:30'), wrongChain)
    // After a failed check every check is a full one.
    assert.deepEqual(await checked.at('21T01:30'), wrongChain)
    await spoil(checked.own, 'journal', "update journal set memo = '' where memo = 'other'")
    assert.deepEqual(await checked.at('21T02:29'), { isConsistent: false, invariants: [] })
    assert.deepEqual(await checked.at('21T02:30'), right)
  })

  test('finds a changed text of an old journal at the first check after a restart', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    await spoil(checked.own, 'journal', spoiledMemo('1'))
    checked.restart()
    assert.deepEqual(await checked.at('20T16:01'), wrongChain)
  })

  test('finds a hash chain that was rebuilt, at every check until a restart', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    await spoil(checked.own, 'journal', spoiledMemo('1'))
    await spoil(checked.own, 'seal', 'delete from seal')
    await linkAllJournals(checked.own.db)
    assert.deepEqual(await checked.at('20T17:00'), wrongChain)
    assert.deepEqual(await checked.at('20T18:00'), wrongChain)
    assert.deepEqual(await checked.at('21T00:30'), wrongChain)
    // The new chain is consistent in itself: only a record of the old one shows the change, such as an anchor (rulebook §30).
    checked.restart()
    assert.deepEqual(await checked.at('21T00:31'), right)
  })
})
