import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { moneyOf } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { allEvidence, type Evidence } from '#areas/ledger/verify.ts'
import { wrongBookings } from '#areas/ledger/verify-rows.ts'
import { expectBalancedLedger, start } from '#areas/testing.ts'
import { evidence as walletEvidence } from '#areas/wallet/evidence.ts'
import { openTransfers, type Transfers } from '#areas/wallet/transfers.ts'
import { inTransaction, sql } from '#db/sql.ts'
import { evidence } from './evidence.ts'
import { coins, proof, removeCard, transferred, withdrawn } from './movements-testing.ts'
import { openFundingTest, second, type FundingTest } from './testing.ts'

/** Findings of the verification when transfers, deposits or withdrawals do not match their journals. */

const every = allEvidence([evidence, walletEvidence])
let fixture: FundingTest
let transfers: Transfers
before(async () => {
  fixture = await openFundingTest()
  transfers = openTransfers({ db: fixture.db, feed: fixture.feed, quoteAgeSecondsMax: 5 })
  const movements = [
    coins('SMXN', '250', 3),
    coins('SUSD', '1000', 3, true),
    coins('SUSD', '10', 2, true),
    coins('SHKD', '0.99', 3),
    proof('USD', '100'),
    withdrawn({ to: 'SUSD', amount: '18446' }),
    withdrawn({ to: 'bank', amount: '5000' }),
    withdrawn({ to: 'bank', amount: '700' }, removeCard),
    transferred('BALANCE', 'FUTURE', '1500.50'),
    transferred('BALANCE', 'US_STOCK', '18446'),
    transferred('HK_STOCK', 'BALANCE', '100'),
    transferred('HK_STOCK', 'BALANCE', '40', true),
  ]
  for (const move of movements) await move({ fixture, transfers })
})
after(() => fixture[Symbol.asyncDispose]())

test('verification finds nothing while rows and journals match', () => expectBalancedLedger(fixture.db, every))

/** A journal with its lines as an attacker with database access would insert it: balanced, with balance and bill. */
const planted = (event: string, key: string, reference: string, lines: readonly string[]): string => `
  with posted as (
    insert into journal (id, event, event_key, user_id, at, ref_type, ref_id)
    select nextval('journal_id'), '${event}', '${key}', id, '2026-11-20T16:00:00Z', ${reference} from app_user order by id limit 1
    returning id, user_id
  )
  insert into journal_line (journal_id, line, account, user_id, wallet, currency, debit, credit)
  ${lines.map((line) => `select id, ${line} from posted`).join(' union all ')}`
const gift = [
  "1, 'SYS.FX', null::bigint, null::smallint, 'USD', 10000000, 0",
  "2, 'U.AVAIL', user_id, 8::smallint, 'USD', 0, 10000000",
] as const
/** A statement that bypasses triggers and foreign keys. */
const spoiled = (statement: string): string => `set local session_replication_role = replica; ${statement}`
const withoutJournal = (event: string): string =>
  spoiled(`with gone as (delete from journal where id = (select min(id) from journal where event = '${event}') returning id)
    delete from journal_line where journal_id in (select id from gone)`)

const attacks: readonly (readonly [name: string, statement: string, found: RegExp])[] = [
  [
    'a conversion without a transfer',
    planted('E22', 'E22:999:settle', "'transfer', 999", gift),
    /belongs to no transfer/,
  ],
  ['a conversion about a person', planted('E22', 'E22:1:x', "'user', 1", gift), /belongs to no transfer/],
  [
    'a second conversion of a transfer',
    planted('E22', 'E22:twice:settle', "'transfer', (select min(id) from transfer where rate is not null)", gift),
    /belongs to no transfer/,
  ],
  ['a settled amount that is doubled', 'update transfer set settled_amount = settled_amount * 2', /settled amount is/],
  [
    'a rate that is halved',
    'update transfer set rate = rate / 2 where rate is not null',
    /transfer \d+: is \{.*should be/,
  ],
  ['a rate that is missing', 'update transfer set rate = null', /has no rate/],
  ['an amount that is changed', 'update transfer set amount = amount + 1 where status = 2', /transfer \d+: is /],
  [
    'a transfer to another wallet',
    'update transfer set to_wallet = 6 where status = 1',
    /transfer \d+: is |has no rate/,
  ],
  ['a transfer of another user', 'update transfer set user_id = user_id - 1', /transfer \d+: is /],
  [
    'a settled transfer marked as cancelled',
    'update transfer set status = 2 where status = 1',
    /E23:\d+:cancel .*is missing/,
  ],
  ['a transfer that is gone', 'delete from transfer where status = 1', /E20\) of transfer \d+ belongs to no transfer/],
  ['a settled transfer without its journal', withoutJournal('E21'), /E21:\d+:settle of transfer \d+: is missing/],
  [
    'a platform share that matches no mid',
    spoiled(`update journal_line set debit = debit + 1000 * (account = 'SYS.FX')::int, credit = credit + 1000 * (account <> 'SYS.FX')::int
      where (account = 'REV.FX_SPREAD' or (account = 'SYS.FX' and debit > 0)) and journal_id in (select id from journal where event = 'E22')`),
    /transfer \d+: is /,
  ],
  ['a deposit without a row', planted('E03', 'E03:999:credit', "'deposit', 999", gift), /belongs to no deposit/],
  [
    'a deposit of the bank without a row',
    planted('E07', 'E07:999:credit', "'deposit', 999", gift),
    /belongs to no deposit/,
  ],
  [
    'a deposit whose amount is changed',
    'update deposit set amount = amount * 2 where status = 3',
    /deposit \d+: (is |received)/,
  ],
  ['a deposit that received more', 'update deposit set received = received + 1 where status = 3', /received is/],
  ['a deposit whose rate is changed', 'update deposit set rate = rate / 2 where rate is not null', /deposit \d+: is /],
  [
    'a refused deposit that received something',
    'update deposit set received = 1 where status = 2',
    /received is 0.01, should be 0.00/,
  ],
  [
    'a credited deposit that was never seen',
    'update deposit set seen_at = null where kind = 1 and status = 3',
    /never seen/,
  ],
  ['a credited deposit without its journal', withoutJournal('E03'), /E03:\d+:credit of deposit \d+: is missing/],
  [
    'a withdrawal that is paid without a row',
    planted('E12', 'E12:999:return', "'withdrawal', 999", gift),
    /belongs to no withdrawal/,
  ],
  [
    'a withdrawal whose amount is changed',
    'update withdrawal set amount = amount + 1 where status = 3',
    /withdrawal \d+: is /,
  ],
  ['a withdrawal that pays more', 'update withdrawal set gross = gross * 2 where gross is not null', /gross is/],
  ['a withdrawal whose fee is changed', 'update withdrawal set fee = 0 where fee > 0', /fee is 0.00, should be 1.00/],
  ['a withdrawal whose rate is changed', 'update withdrawal set rate = rate * 2 where rate is not null', /gross is/],
  ['a returned withdrawal without its journal', withoutJournal('E12'), /E12:\d+:return of withdrawal \d+: is missing/],
  [
    'a converted amount that is doubled',
    'update transfer set settled_amount = 2 * settled_amount where rate is not null',
    /settled amount is/,
  ],
  [
    'an amount in one currency that is doubled',
    'update transfer set settled_amount = 2 * settled_amount where rate is null',
    /settled amount is/,
  ],
  [
    'a cancelled transfer with a settled amount',
    'update transfer set settled_amount = 1 where status = 2',
    /settled amount is 0.01, should be missing/,
  ],
  [
    'a rate where nothing was converted',
    'update transfer set rate = 1 where rate is null',
    /has a rate, and nothing is converted/,
  ],
  [
    'a rate that was not published',
    'update transfer set rate = rate + 1 where rate is not null',
    /cannot have been published/,
  ],
  [
    'a settled transfer without an end',
    'update transfer set ended_at = null where status = 1',
    /transfer \d+: has no end/,
  ],
  [
    'a converted deposit that received more',
    'update deposit set received = received + 1 where rate is not null',
    /received is/,
  ],
  [
    'a deposit in pesos that received more',
    "update deposit set received = received + 1 where status = 3 and currency = 'MXN'",
    /received is/,
  ],
  [
    'a credited deposit without an end',
    'update deposit set ended_at = null where status = 3',
    /deposit \d+: has no end/,
  ],
  [
    'a deposit that was refused for another reason',
    "update deposit set reason = 'NO_TRANSACTION' where status = 2",
    /refused for no such reason/,
  ],
  [
    'a lost deposit marked as not lost',
    'update deposit set lost_at = null',
    /E06\) of deposit \d+ belongs to no deposit/,
  ],
  [
    'another mid of a withdrawal',
    'update withdrawal set gross_at_mid = gross_at_mid + 1000 where gross is not null',
    /gross at mid is/,
  ],
  [
    'a conversion that a withdrawal does not name',
    'update withdrawal set (rate, gross, gross_at_mid) = (null, null, null)',
    /withdrawal \d+: has no rate/,
  ],
  [
    'a conversion of pesos into pesos',
    'update withdrawal set (rate, gross, gross_at_mid) = (1, 1, 1) where rate is null',
    /nothing is converted/,
  ],
  [
    'a returned withdrawal without an end',
    'update withdrawal set ended_at = null where status = 2',
    /withdrawal \d+: has no end/,
  ],
]

for (const [name, statement, found] of attacks)
  test(`verification finds ${name}`, async () => {
    const findings = await findingsAfter(statement, every.booked ?? [])
    assert.match(findings.join('\n'), found)
  })

test('verification compares more rows than one page has', async () => {
  const { userId } = (await fixture.person()).person
  const many = Array.from(
    { length: 450 },
    () => ({ userId, from: 'BALANCE', to: 'FUTURE', amount: moneyOf('1'), at: start }) as const,
  )
  const sent = await transfers.submit.sendAll(many)
  assert(sent.every((each) => !isRefusal(each)))
  await transfers.settleDue(start + 31 * second)
  await expectBalancedLedger(fixture.db, walletEvidence)
  const booked = walletEvidence.booked ?? []
  const last = 'update transfer set amount = amount + 1 where id = (select max(id) from transfer)'
  assert.equal((await findingsAfter(last, booked)).length, 3)
  assert.equal((await findingsAfter('delete from transfer', booked)).length, 20)
})

/** The findings of the verification after a statement, which is then rolled back. */
async function findingsAfter(statement: string, booked: NonNullable<Evidence['booked']>): Promise<readonly string[]> {
  const undo = new Error('undo')
  const findings: string[] = []
  const done = inTransaction(fixture.db, async (tx) => {
    for (const each of statement.split(';')) await sql.raw(each).execute(tx)
    for (const rows of booked) findings.push(...(await wrongBookings(tx, rows)))
    throw undo
  })
  await done.catch((error: unknown) => assert.equal(error, undo))
  return findings
}
