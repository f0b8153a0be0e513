import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertMoney, publishedRate } from '#money/conversion.ts'
import { noFee, type Fee } from '#trading/fees.ts'
import { billsOf, openBalances, type LoadedBalances, type Journal } from './ledger.ts'
import { formatMoney, money, moneyOf, nothing, rateOf, type WalletCurrency } from '#money/money.ts'
import { accountClosed, grant, practiceReset } from '#account/postings.ts'
import {
  closed,
  marginAdded,
  nothingOwed,
  openingFilled,
  released,
  reserved,
  type ClosingPosting,
} from '#trading/postings.ts'
import { transferCancelled, transferConverted, transferSettled, transferSubmitted } from '#wallet/postings.ts'
import { wallets, walletCurrency, type Wallet } from '#wallet/wallets.ts'

const occasion = { user: 7, at: 1_700_000_000_000 }
const us: Wallet = 'US_STOCK'
const order = (id: number) => ({ type: 'order', id }) as const
const commission = (amount: string): Fee => ({ commission: moneyOf(amount), levies: {} })
const opened = (id: number, quote: string, margin: string, reserve: string, fee = noFee): Journal =>
  openingFilled(occasion, { order: id, quote, wallet: us, reserve: moneyOf(reserve), margin: moneyOf(margin), fee })
const closing = (facts: Partial<ClosingPosting> & { readonly period: string }): Journal =>
  closed(occasion, {
    reference: { type: 'position', id: 1 },
    wallet: us,
    margin: nothing,
    profit: nothing,
    owedPaid: nothingOwed,
    owedUnpaid: nothingOwed,
    fee: noFee,
    covers: [],
    ...facts,
  })

const shown = (entry: Journal): string[] =>
  entry.lines.map(
    ({ account, wallet, debit, credit }) =>
      `${debit > 0n ? 'D' : 'K'} ${account}${wallet === undefined ? '' : `(${wallet})`} ${formatMoney(money(debit + credit))}`,
  )
const billed = (entry: Journal): string[] => billsOf(entry).map((bill) => `${bill.wallet} ${formatMoney(bill.amount)}`)

/** The journals of a life: transfers, an order in two fills, margin added, half closed, and a gap beyond the margin. */
function life(): readonly Journal[] {
  const rate = publishedRate({ base: 'USD', quote: 'MXN' }, rateOf('18.40'))
  return [
    grant(occasion, us, moneyOf('100000.00')),
    grant(occasion, 'BALANCE', moneyOf('5000.00')),
    transferSubmitted(occasion, 1, us, moneyOf('1000.00')),
    transferCancelled(occasion, 1, us, moneyOf('1000.00')),
    transferSubmitted(occasion, 2, us, moneyOf('1000.00')),
    transferConverted(occasion, 2, us, 'BALANCE', convertMoney(moneyOf('1000.00'), 'USD', rate)),
    transferSubmitted(occasion, 3, 'BALANCE', moneyOf('23354.00')),
    transferSettled(occasion, 3, 'BALANCE', 'FUTURE', moneyOf('23354.00')),
    reserved(occasion, order(10), us, moneyOf('1020.99')),
    opened(10, 'q1', '300.00', '1020.99', commission('0.99')),
    opened(10, 'q2', '700.00', '720.00'),
    released(occasion, order(10), us, moneyOf('20.00')),
    reserved(occasion, order(11), us, moneyOf('10.00')),
    opened(11, 'q3', '12.00', '10.00'),
    closing({ period: 'q4', margin: moneyOf('12.00') }),
    reserved(occasion, { type: 'margin_addition', id: 4 }, us, moneyOf('500.00')),
    marginAdded(occasion, 4, us, moneyOf('500.00')),
    closing({
      period: 'q5',
      margin: moneyOf('750.00'),
      profit: moneyOf('160.00'),
      fee: { commission: moneyOf('0.99'), levies: { sec: moneyOf('0.01'), taf: moneyOf('0.01') } },
    }),
    closing({ period: 'q6', margin: moneyOf('750.00'), profit: moneyOf('-800.00') }),
  ]
}

function booked(entries: readonly Journal[]): LoadedBalances {
  const balances = openBalances([occasion.user], [])
  for (const entry of entries) balances.post(entry)
  return balances
}

test('the journals of a life, line by line (rulebook §8.3)', () => {
  const entries = life()
  const expected: [string, string[]][] = [
    ['E01', ['D SYS.GRANT 100000.00', 'K U.AVAIL(US_STOCK) 100000.00']],
    ['E01', ['D SYS.GRANT 5000.00', 'K U.AVAIL(BALANCE) 5000.00']],
    ['E20', ['D U.AVAIL(US_STOCK) 1000.00', 'K U.XFER(US_STOCK) 1000.00']],
    ['E23', ['D U.XFER(US_STOCK) 1000.00', 'K U.AVAIL(US_STOCK) 1000.00']],
    ['E20', ['D U.AVAIL(US_STOCK) 1000.00', 'K U.XFER(US_STOCK) 1000.00']],
    [
      'E22',
      [
        'D U.XFER(US_STOCK) 1000.00',
        'K SYS.FX 1000.00',
        'D SYS.FX 18400.00',
        'K U.AVAIL(BALANCE) 18354.00',
        'K REV.FX_SPREAD 46.00',
      ],
    ],
    ['E20', ['D U.AVAIL(BALANCE) 23354.00', 'K U.XFER(BALANCE) 23354.00']],
    ['E21', ['D U.XFER(BALANCE) 23354.00', 'K U.AVAIL(FUTURE) 23354.00']],
    ['E30', ['D U.AVAIL(US_STOCK) 1020.99', 'K U.ORDER(US_STOCK) 1020.99']],
    ['E31', ['D U.ORDER(US_STOCK) 300.99', 'K U.MARGIN(US_STOCK) 300.00', 'K REV.COMMISSION 0.99']],
    ['E31', ['D U.ORDER(US_STOCK) 700.00', 'K U.MARGIN(US_STOCK) 700.00']],
    ['E32', ['D U.ORDER(US_STOCK) 20.00', 'K U.AVAIL(US_STOCK) 20.00']],
    ['E30', ['D U.AVAIL(US_STOCK) 10.00', 'K U.ORDER(US_STOCK) 10.00']],
    ['E31', ['D U.ORDER(US_STOCK) 10.00', 'D U.AVAIL(US_STOCK) 2.00', 'K U.MARGIN(US_STOCK) 12.00']],
    ['E34', ['D U.MARGIN(US_STOCK) 12.00', 'K U.AVAIL(US_STOCK) 12.00']],
    ['E30', ['D U.AVAIL(US_STOCK) 500.00', 'K U.ORDER(US_STOCK) 500.00']],
    ['E33', ['D U.ORDER(US_STOCK) 500.00', 'K U.MARGIN(US_STOCK) 500.00']],
    [
      'E34',
      [
        'D U.MARGIN(US_STOCK) 750.00',
        'D SYS.MARKET 160.00',
        'K REV.COMMISSION 0.99',
        'K SYS.LEVY.sec 0.01',
        'K SYS.LEVY.taf 0.01',
        'K U.AVAIL(US_STOCK) 908.99',
      ],
    ],
    ['E35', ['D U.MARGIN(US_STOCK) 750.00', 'K SYS.MARKET 800.00', 'D SYS.RESERVE 50.00']],
  ]
  assert.deepEqual(
    entries.map((entry) => [entry.event, shown(entry)]),
    expected,
  )
})

test('a whole life: nothing below zero, the trial balance is zero, bill rows add up (rulebook §8.5)', () => {
  const entries = life()
  const balances = booked(entries)
  const trial = new Map<WalletCurrency, bigint>()
  for (const line of entries.flatMap((entry) => entry.lines)) {
    trial.set(line.currency, (trial.get(line.currency) ?? 0n) + line.credit - line.debit)
  }
  assert.deepEqual([...trial.values()], [0n, 0n])
  for (const wallet of wallets) {
    const { available, order: waiting, subscription, withdrawal } = balances.holdings(7, wallet)
    const bills = entries.flatMap((entry) => billsOf(entry)).filter((bill) => bill.wallet === wallet)
    assert.ok(bills.every((bill) => bill.currency === walletCurrency[wallet]))
    const sum = bills.reduce((total, bill) => total + bill.amount, 0n)
    assert.equal(sum, available + waiting + subscription + withdrawal, wallet)
  }
  assert.equal(balances.balance(7, 'U.MARGIN', us), 0n)
  assert.equal(formatMoney(balances.available(7, us)), formatMoney(moneyOf('98408.00')))
})

test('which journals show in the history, and with what amount (rulebook §8.4)', () => {
  const entries = life()
  assert.deepEqual(
    entries.map((entry) => [entry.event, ...billed(entry)]),
    [
      ['E01', 'US_STOCK 100000.00'],
      ['E01', 'BALANCE 5000.00'],
      ['E20', 'US_STOCK -1000.00'],
      ['E23', 'US_STOCK 1000.00'],
      ['E20', 'US_STOCK -1000.00'],
      ['E22', 'BALANCE 18354.00'],
      ['E20', 'BALANCE -23354.00'],
      ['E21', 'FUTURE 23354.00'],
      ['E30'],
      ['E31', 'US_STOCK -300.99'],
      ['E31', 'US_STOCK -700.00'],
      ['E32'],
      ['E30'],
      ['E31', 'US_STOCK -12.00'],
      ['E34', 'US_STOCK 12.00'],
      ['E30'],
      ['E33', 'US_STOCK -500.00'],
      ['E34', 'US_STOCK 908.99'],
      ['E35'],
    ],
  )
})

test('fees beyond what the position returns come out of free money, and what is owed is paid first', () => {
  assert.deepEqual(shown(closing({ period: 'q', margin: moneyOf('2.00'), fee: commission('4.00') })), [
    'D U.MARGIN(US_STOCK) 2.00',
    'K REV.COMMISSION 4.00',
    'D U.AVAIL(US_STOCK) 2.00',
  ])
  const owed = { funding: moneyOf('1.00'), issuer: moneyOf('2.00') }
  const unpaid = { funding: nothing, issuer: moneyOf('5.00') }
  assert.deepEqual(shown(closing({ period: 'q', profit: moneyOf('3.00'), owedPaid: owed, owedUnpaid: unpaid })), [
    'D SYS.MARKET 3.00',
    'D SYS.RESERVE 5.00',
    'K SYS.FUNDING 1.00',
    'K SYS.ISSUER 7.00',
  ])
})

test('a cover from a wallet of another currency goes through SYS.FX at mid', () => {
  const covers = [{ position: 2, wallet: 'STOCK', taken: moneyOf('184.00'), covered: moneyOf('10.00') }] as const
  const entry = closing({ period: 'q', margin: moneyOf('5.00'), profit: moneyOf('-20.00'), covers })
  assert.deepEqual(shown(entry), [
    'D U.MARGIN(US_STOCK) 5.00',
    'K SYS.MARKET 20.00',
    'D U.MARGIN(STOCK) 184.00',
    'K SYS.FX 184.00',
    'D SYS.FX 10.00',
    'D SYS.RESERVE 5.00',
  ])
})

test('an event that happens once per row and period has one key', () => {
  const keys = life().map((entry) => entry.key)
  assert.equal(new Set(keys).size, keys.length)
})

test('E92 and E93 return simulated money, and a new grant is another journal (rulebook §8.3)', () => {
  const given = grant(occasion, us, moneyOf('100.00'))
  const back = practiceReset(occasion, 3, us, moneyOf('40.00'))
  const again = grant(occasion, us, moneyOf('100.00'), 3)
  const gone = accountClosed(occasion, us, moneyOf('160.00'))
  assert.deepEqual(shown(back), ['D U.AVAIL(US_STOCK) 40.00', 'K SYS.GRANT 40.00'])
  assert.deepEqual(shown(gone), ['D U.AVAIL(US_STOCK) 160.00', 'K SYS.GRANT 160.00'])
  assert.deepEqual(billed(gone), ['US_STOCK -160.00'])
  assert.deepEqual(
    [given, back, again, gone].map((entry) => entry.key),
    ['E01:7:US_STOCK', 'E93:7:US_STOCK 3', 'E01:7:US_STOCK 3', 'E92:7:US_STOCK'],
  )
  const balances = openBalances([7], [])
  for (const entry of [given, back, again, gone]) balances.post(entry)
  assert.equal(balances.available(7, us), 0n)
  assert.throws(
    () => balances.post(practiceReset(occasion, 4, us, moneyOf('0.01'))),
    'nothing is taken that is not there',
  )
})

test('an order and a margin addition of one number keep keys of their own', () => {
  const addition = { type: 'margin_addition', id: 4 } as const
  assert.deepEqual(
    [order(4), addition].flatMap((reference) =>
      [reserved, released].map((post) => post(occasion, reference, us, moneyOf('1.00')).key),
    ),
    ['E30:4:reserve', 'E32:4:release', 'E30:4:margin', 'E32:4:margin'],
  )
})

test('a cover in the same currency takes margin alone, and the reserve pays the missing cent', () => {
  const covers = [{ position: 2, wallet: us, taken: moneyOf('4.99'), covered: moneyOf('4.99') }] as const
  assert.deepEqual(shown(closing({ period: 'q', margin: moneyOf('5.00'), profit: moneyOf('-10.00'), covers })), [
    'D U.MARGIN(US_STOCK) 5.00',
    'K SYS.MARKET 10.00',
    'D U.MARGIN(US_STOCK) 4.99',
    'D SYS.RESERVE 0.01',
  ])
  const beyond = closing({ period: 'q', margin: moneyOf('5.00'), profit: moneyOf('-5.01') })
  assert.equal(beyond.event, 'E35')
  assert.deepEqual(shown(beyond), ['D U.MARGIN(US_STOCK) 5.00', 'K SYS.MARKET 5.01', 'D SYS.RESERVE 0.01'])
})
