import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  billsOf,
  canonical,
  credit,
  debit,
  eventKey,
  journal,
  openBalances,
  type Balance,
  type JournalHead,
} from './ledger.ts'
import { money, moneyOf, nothing } from '#money/money.ts'
import { grant } from '#account/postings.ts'
import { reserved } from '#trading/postings.ts'
import { transferCancelled, transferSubmitted } from '#wallet/postings.ts'

const at = 1_700_000_000_000
const head: JournalHead = {
  event: 'E01',
  key: 'E01:7:BALANCE',
  user: 7,
  at,
  reference: { type: 'user', id: 7 },
  memo: undefined,
}
const occasion = { user: 7, at }
const row = (account: Balance['account'], amount: string): Balance => ({
  user: 7,
  account,
  wallet: 'US_STOCK',
  currency: 'USD',
  amount: moneyOf(amount),
})

test('throws on a journal that does not balance in every currency', () => {
  const unbalanced = [debit('SYS.GRANT', 'MXN', moneyOf('5')), credit('U.AVAIL', 'BALANCE', moneyOf('4'))]
  assert.throws(() => journal(head, unbalanced), /balances in MXN/)
  const crossed = [debit('SYS.GRANT', 'USD', moneyOf('5')), credit('U.AVAIL', 'BALANCE', moneyOf('5'))]
  assert.throws(() => journal(head, crossed), /balances in/)
  const nobody = [debit('SYS.GRANT', 'MXN', moneyOf('5')), credit('U.AVAIL', 'BALANCE', moneyOf('5'))]
  assert.throws(() => journal({ ...head, user: undefined }, nobody), /names the user/)
})

test('omits lines of zero, and posts a negative amount on the other side', () => {
  const entry = journal(head, [
    debit('SYS.GRANT', 'MXN', nothing),
    debit('SYS.MARKET', 'MXN', moneyOf('-3')),
    credit('U.AVAIL', 'BALANCE', moneyOf('-2.99')),
    credit('U.AVAIL', 'BALANCE', moneyOf('-0.01')),
  ])
  assert.deepEqual(entry.lines, [
    { account: 'SYS.MARKET', wallet: undefined, currency: 'MXN', debit: 0n, credit: 300n },
    { account: 'U.AVAIL', wallet: 'BALANCE', currency: 'MXN', debit: 299n, credit: 0n },
    { account: 'U.AVAIL', wallet: 'BALANCE', currency: 'MXN', debit: 1n, credit: 0n },
  ])
})

test('the text of a journal that the hash chain covers is fixed', () => {
  const entry = grant(occasion, 'US_STOCK', moneyOf('25000'))
  assert.equal(
    canonical(entry),
    '{"event":"E01","key":"E01:7:US_STOCK","user":7,"at":1700000000000,"reference":["user",7],"memo":null,' +
      '"lines":[["SYS.GRANT",null,"USD","25000.00","0.00"],["U.AVAIL","US_STOCK","USD","0.00","25000.00"]]}',
  )
  assert.equal(
    canonical({ ...head, event: 'NOTE', key: 'NOTE:1:gap', user: undefined, memo: 'No ticks', lines: [] }),
    '{"event":"NOTE","key":"NOTE:1:gap","user":null,"at":1700000000000,"reference":["user",7],"memo":"No ticks","lines":[]}',
  )
  assert.equal(eventKey('E31', 17, 'q9'), 'E31:17:q9')
})

test('bill rows (rulebook §8.4)', () => {
  const bill = (amount: string, number: number, event: string) => [
    { user: 7, wallet: 'US_STOCK', currency: 'USD', amount: moneyOf(amount), number, event },
  ]
  assert.deepEqual(billsOf(grant(occasion, 'US_STOCK', moneyOf('10'))), bill('10', 1, 'E01'))
  assert.deepEqual(billsOf(transferSubmitted(occasion, 3, 'US_STOCK', moneyOf('4'))), bill('-4', 20, 'E20'))
  assert.deepEqual(billsOf(transferCancelled(occasion, 3, 'US_STOCK', moneyOf('4'))), bill('4', 23, 'E23'))
  assert.deepEqual(billsOf(reserved(occasion, { type: 'order', id: 5 }, 'US_STOCK', moneyOf('4'))), [])
  assert.deepEqual(billsOf({ ...head, event: 'NOTE', user: undefined, lines: [] }), [])
})

test('loaded balances apply journals, refuse an overdraft and return each changed balance once', () => {
  const balances = openBalances([7], [row('U.AVAIL', '100.00'), row('U.MARGIN', '5.00')])
  balances.post(reserved(occasion, { type: 'order', id: 1 }, 'US_STOCK', moneyOf('60.00')))
  balances.post(reserved(occasion, { type: 'order', id: 2 }, 'US_STOCK', moneyOf('40.00')))
  assert.equal(balances.available(7, 'US_STOCK'), 0n)
  assert.throws(
    () => balances.post(reserved(occasion, { type: 'order', id: 3 }, 'US_STOCK', money(1n))),
    /at or above zero/,
  )
  assert.deepEqual(balances.changed(), [row('U.AVAIL', '0.00'), row('U.ORDER', '100.00')])
  assert.equal(balances.journals.length, 2)
  assert.deepEqual(balances.holdings(7, 'US_STOCK'), {
    available: 0n,
    order: moneyOf('100.00'),
    margin: moneyOf('5.00'),
    subscription: 0n,
    withdrawal: 0n,
    transfer: 0n,
    product: 0n,
  })
})

test('loaded balances know only the users they were loaded for', () => {
  const balances = openBalances([7], [])
  assert.throws(() => balances.available(8, 'BALANCE'), /balances of user 8/)
  assert.equal(balances.available(7, 'BALANCE'), 0n)
})

test('drops a journal without lines, except a NOTE', () => {
  const balances = openBalances([7], [])
  balances.post(reserved(occasion, { type: 'order', id: 1 }, 'US_STOCK', nothing))
  assert.deepEqual(balances.journals, [])
  balances.post({ ...head, event: 'NOTE', user: undefined, lines: [] })
  assert.equal(balances.journals.length, 1)
})

test('only the sum of a journal must not overdraw an account', () => {
  const balances = openBalances([7], [row('U.AVAIL', '1.00')])
  balances.post(
    journal({ ...head, event: 'E91', key: 'E91:1:x' }, [
      debit('U.AVAIL', 'US_STOCK', moneyOf('5.00')),
      credit('U.AVAIL', 'US_STOCK', moneyOf('4.50')),
      credit('SYS.RESERVE', 'USD', moneyOf('0.50')),
    ]),
  )
  assert.equal(balances.available(7, 'US_STOCK'), moneyOf('0.50'))
})

test('for any journals, each balance is the sum of its lines', () => {
  const step = fc.record({ order: fc.boolean(), cents: fc.bigInt({ min: 0n, max: 400n }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const balances = openBalances([7], [row('U.AVAIL', '10.00'), row('U.ORDER', '10.00')])
      for (const [index, { order, cents }] of steps.entries()) {
        const from = order ? 'U.AVAIL' : 'U.ORDER'
        if (balances.balance(7, from, 'US_STOCK') < cents) continue
        balances.post(
          journal({ ...head, event: 'E30', key: `E30:${index}:x` }, [
            debit(from, 'US_STOCK', money(cents)),
            credit(order ? 'U.ORDER' : 'U.AVAIL', 'US_STOCK', money(cents)),
          ]),
        )
      }
      const sum = (account: string) =>
        balances.journals
          .flatMap((entry) => entry.lines)
          .filter((line) => line.account === account)
          .reduce((total, line) => total + line.credit - line.debit, 1000n)
      assert.equal(balances.balance(7, 'U.AVAIL', 'US_STOCK'), sum('U.AVAIL'))
      assert.equal(balances.balance(7, 'U.ORDER', 'US_STOCK'), sum('U.ORDER'))
      assert.equal(sum('U.AVAIL') + sum('U.ORDER'), 2000n)
    }),
  )
})
