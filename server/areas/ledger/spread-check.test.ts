import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grant } from '@mex/core/account/postings.ts'
import { emptyFingerprint, type Fingerprint } from '@mex/core/ledger/fingerprint.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { transferSubmitted } from '@mex/core/wallet/postings.ts'
import { addUser, linkAllJournals, start } from '#areas/testing.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import { openTestDatabase } from '#db/testing.ts'
import { loadBalances, savePostings } from './actions.ts'
import { openSpreadCheck } from './spread-check.ts'
import { noEvidence, verifySince, verifyWhole } from './verify.ts'
import { wrongBookingsAfter, type BookedRows } from './verify-rows.ts'

const secret = (name: string): bigint => [...Buffer.from(name)].reduce((sum, byte) => sum * 257n + BigInt(byte), 1n)
const amount = moneyOf('1000.00')

async function grantTo(db: Database, users: readonly number[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const balances = await loadBalances(tx, users)
    for (const user of users) balances.post(grant({ user, at: start }, 'BALANCE', amount))
    await savePostings(tx, balances)
  })
}

async function addUsers(db: Database, count: number): Promise<readonly number[]> {
  const users: number[] = []
  while (users.length < count) users.push(await addUser(db))
  return users
}

async function proveAll(db: Database) {
  await linkAllJournals(db)
  const { findings, proved } = await verifyWhole(
    db,
    { evidence: noEvidence, linkedUntil: 0 },
    { secret, link: undefined },
  )
  assert.deepEqual(findings, [])
  return proved ?? assert.fail('the ledger has links')
}

/** The findings of more steps than the longest check here has, on the slowest machine. */
async function stepsOf(check: ReturnType<typeof openSpreadCheck>) {
  const invariants = new Set<string>()
  for (let step = 0; step < 150; step += 1) for (const { invariant } of await check.step()) invariants.add(invariant)
  return [...invariants]
}

test('reads balances and users in pages: the last of them counts like the first', async () => {
  await using own = await openTestDatabase()
  const users = await addUsers(own.db, 1010)
  await grantTo(own.db, users)
  const { link, fingerprint } = await proveAll(own.db)
  const again = () =>
    verifySince(own.db, noEvidence, { secret, trusted: { link, hadSums: (found) => found === fingerprint } })
  const checked = await again()
  assert(checked !== 'differs')
  assert.deepEqual([checked.findings, checked.proved], [[], { link, fingerprint }])
  const check = openSpreadCheck(own.db, { evidence: noEvidence, secret })
  check.begin({ link, fingerprint })
  assert.deepEqual(await stepsOf(check), [])
  await own.pool.query('update balance set amount = amount + 1 where user_id = $1', [users.at(-1)])
  assert.equal(await again(), 'differs')
  assert.deepEqual(await stepsOf(check), [], 'the check is over')
  check.begin({ link, fingerprint })
  assert.deepEqual(await stepsOf(check), ['I2', 'I10'])
})

test('finds sums that are not those of the lines up to the link', async () => {
  await using own = await openTestDatabase()
  await grantTo(own.db, await addUsers(own.db, 2))
  const { link, fingerprint } = await proveAll(own.db)
  for (const wrong of [emptyFingerprint, (fingerprint + 1n) as Fingerprint]) {
    const check = openSpreadCheck(own.db, { evidence: noEvidence, secret })
    check.begin({ link, fingerprint: wrong })
    assert.deepEqual(await stepsOf(check), ['I2'])
  }
})

test('a journal without a link counts in the sums until it has one', async () => {
  await using own = await openTestDatabase()
  await grantTo(own.db, [await addUser(own.db)])
  const { link, fingerprint } = await proveAll(own.db)
  const user = await addUser(own.db)
  await grantTo(own.db, [user])
  const trusted = { link, hadSums: (found: Fingerprint) => found === fingerprint }
  const before = await verifySince(own.db, noEvidence, { secret, trusted })
  assert(before !== 'differs')
  assert.deepEqual([before.findings, before.proved, [...before.users]], [[], { link, fingerprint }, [user]])
  await linkAllJournals(own.db)
  const after = await verifySince(own.db, noEvidence, { secret, trusted })
  assert(after !== 'differs')
  assert.equal(after.proved?.link.sequence, link.sequence + 1)
  assert.deepEqual(after.proved, await proveAll(own.db))
})

test('compares rows with their journals in pages', async () => {
  await using own = await openTestDatabase()
  const user = await addUser(own.db)
  const bookedOf = (id: number) => transferSubmitted({ user, at: start }, id, 'BALANCE', moneyOf('1.00'))
  const ids = Array.from({ length: 450 }, (_, index) => index + 1)
  await grantTo(own.db, [user])
  await inTransaction(own.db, async (tx) => {
    const balances = await loadBalances(tx, [user])
    for (const id of [...ids, 9000]) if (id !== 300) balances.post(bookedOf(id))
    await savePostings(tx, balances)
  })
  const rows: BookedRows = {
    name: 'row',
    events: ['E20', 'E23'],
    page: async (_, afterId, limit) =>
      ids
        .filter((id) => id > afterId)
        .slice(0, limit)
        .map((id) => ({ id, journals: () => [bookedOf(id)], faults: [] })),
  }
  const pageAfter = (after: number) => inTransaction(own.db, (tx) => wrongBookingsAfter(tx, rows, after))
  assert.deepEqual(await pageAfter(0), { found: [], next: 200 })
  assert.deepEqual(await pageAfter(200), { found: ['journal E20:300:submit of row 300: is missing'], next: 400 })
  const { found, next } = await pageAfter(400)
  assert.equal(next, undefined)
  assert.deepEqual(
    found.map((text) => text.replace(/^journal \d+|:.*$/g, '')),
    [' (E20) of row 9000 belongs to no row'],
  )
})
