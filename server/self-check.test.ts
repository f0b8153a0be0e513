import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linkAllJournals } from '#areas/testing.ts'
import { dueCheck } from './self-check.ts'
import { at, openChecked, pay, right, spoil, spoiledMemo, wrongChain } from './self-check-testing.ts'

describe('due check', () => {
  const cases: readonly (readonly [
    last: string | undefined,
    wasRight: boolean,
    now: string,
    due: ReturnType<typeof dueCheck>,
  ])[] = [
    [undefined, true, '20T16:00', 'start'],
    ['20T16:00', true, '20T16:59', undefined],
    ['20T16:00', true, '20T17:00', 'hour'],
    ['20T16:00', true, '20T23:00', 'hour'],
    ['20T16:00', false, '20T16:59', undefined],
    ['20T16:00', false, '20T17:00', 'whole'],
    ['20T23:45', true, '21T00:29', undefined],
    ['20T23:45', true, '21T00:30', 'night'],
    ['20T23:45', false, '21T00:30', 'whole'],
    ['20T23:29', true, '21T00:29', 'hour'],
    ['21T00:29', true, '21T00:30', 'night'],
    ['21T00:30', true, '21T00:31', undefined],
    ['21T00:30', true, '21T01:30', 'hour'],
    ['20T16:00', true, '23T00:10', 'night'],
  ]
  for (const [last, wasRight, now, due] of cases) {
    test(`${last ?? 'never'} ${wasRight ? 'right' : 'wrong'}, ${now}: ${due ?? 'not yet'}`, () => {
      assert.equal(dueCheck(last === undefined ? undefined : { at: at(last), wasRight }, at(now)), due)
    })
  }
})

describe('self-check', () => {
  test('tells when the last check ended, how long it took and how many differences it found', async () => {
    await using checked = await openChecked()
    const last = () => checked.ledger.lastCheck
    assert.equal(last(), undefined)
    await checked.at('20T16:00')
    const first = last()
    assert.equal(first?.findings, 0)
    assert(first.seconds > 0 && first.endedAt <= performance.now())
    await checked.at('20T16:01')
    assert.equal(last(), first, 'no check was due')
    await spoil(checked.own, 'journal', spoiledMemo('1'))
    checked.restart()
    await checked.at('20T16:02')
    assert.equal(last()?.findings, 1)
    assert((last()?.endedAt ?? 0) > first.endedAt)
  })

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

  test('finds a changed text of an old journal after the next check, and reports it until it is repaired', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T23:50'), right)
    await spoil(checked.own, 'journal', spoiledMemo('1'))
    assert.deepEqual(await checked.at('21T00:29'), right)
    assert.deepEqual(await checked.first('21T00:30'), [])
    assert.deepEqual(await checked.at('21T00:30'), wrongChain)
    // After a failed check every check is a full one.
    assert.deepEqual(await checked.at('21T01:30'), wrongChain)
    await spoil(checked.own, 'journal', "update journal set memo = '' where memo = 'other'")
    assert.deepEqual(await checked.at('21T02:29'), { isConsistent: false, invariants: [] })
    assert.deepEqual(await checked.at('21T02:30'), right)
  })

  test('after a restart continues from the checkpoint, and finds an old change while it recomputes the chain', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    await spoil(checked.own, 'journal', spoiledMemo('1'))
    checked.restart()
    assert.deepEqual(await checked.first('20T16:01'), [])
    assert.deepEqual(await checked.at('20T16:01'), wrongChain)
    // Nothing of before is trusted from now on, by the next process either.
    checked.restart()
    assert.deepEqual(await checked.first('20T16:02'), ['I8'])
  })

  test('does not trust a checkpoint that another key has signed', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    await spoil(checked.own, 'journal', spoiledMemo('1'))
    checked.restart('other')
    assert.deepEqual(await checked.first('20T16:01'), ['I8'])
  })

  test('does not trust a checkpoint that was moved to a later link', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    await pay(checked.own)
    await spoil(checked.own, 'journal', spoiledMemo('3'))
    await checked.own.pool.query(
      `update ledger_checkpoint set (seq, hash, journal_id, xid) = (
         select seal.seq, seal.hash, journal.id, journal.xid from seal join journal on journal.id = seal.journal_id where seq = 3)`,
    )
    checked.restart()
    assert.deepEqual(await checked.first('20T16:01'), ['I8'])
  })

  test('finds a hash chain that was rebuilt while no process ran', async () => {
    await using checked = await openChecked()
    assert.deepEqual(await checked.at('20T16:00'), right)
    await spoil(checked.own, 'journal', spoiledMemo('1'))
    await spoil(checked.own, 'seal', 'delete from seal')
    await linkAllJournals(checked.own.db)
    checked.restart()
    assert.deepEqual(await checked.first('20T16:01'), ['I8'])
  })

  test('recomputes a long chain a page at each run, and stops at its end', async () => {
    await using checked = await openChecked()
    for (let count = 0; count < 400; count += 1) await pay(checked.own)
    assert.deepEqual(await checked.at('20T16:00'), right)
    await spoil(checked.own, 'journal', spoiledMemo('401'))
    checked.restart()
    // The check, and the first two pages of 200 links.
    for (const _ of ['check', 'page', 'page']) assert.deepEqual(await checked.first('20T16:01'), [])
    assert.deepEqual(await checked.first('20T16:01'), ['I8'])
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
