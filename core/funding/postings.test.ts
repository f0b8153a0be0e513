import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { convertMoney, pairOf, publishedRate, type PublishedRate } from '#money/conversion.ts'
import {
  depositCredited,
  depositDropped,
  depositLost,
  depositSeen,
  depositTooSmall,
  fiatApproved,
  withdrawalApplied,
  withdrawalPaid,
  withdrawalReturned,
} from './postings.ts'
import { billsOf, openBalances, type Journal } from '#ledger/ledger.ts'
import { formatMoney, money, moneyOf, nothing, rate, rateOf, type WalletCurrency } from '#money/money.ts'
import { grant } from '#account/postings.ts'

const occasion = { user: 7, at: 1_700_000_000_000 }
const published = publishedRate({ base: 'USD', quote: 'MXN' }, rateOf('18.4000'))

const shown = (entry: Journal): string[] =>
  entry.lines.map(
    ({ account, wallet, currency, debit, credit }) =>
      `${debit > 0n ? 'D' : 'K'} ${account}${wallet === undefined ? '' : `(${wallet})`} ${currency} ${formatMoney(money(debit + credit))}`,
  )
const billed = (entry: Journal): string[] => billsOf(entry).map((bill) => `${bill.number} ${formatMoney(bill.amount)}`)
const peso = (amount: string) => ({ currency: 'MXN', amount: moneyOf(amount), conversion: undefined }) as const
const dollar = (amount: string) =>
  ({ currency: 'USD', amount: moneyOf(amount), conversion: convertMoney(moneyOf(amount), 'USD', published) }) as const
const converted = (amount: string) => convertMoney(moneyOf(amount), 'MXN', published)

const cases: readonly (readonly [name: string, entry: Journal, lines: readonly string[], bills: readonly string[]])[] =
  [
    [
      'E02',
      depositSeen(occasion, 3, 'USD', moneyOf('50')),
      ['D EXT.CHAIN USD 50.00', 'K SYS.DEPOSIT_PENDING USD 50.00'],
      [],
    ],
    [
      'E03',
      depositCredited(occasion, 3, peso('50')),
      ['D SYS.DEPOSIT_PENDING MXN 50.00', 'K U.AVAIL(BALANCE) MXN 50.00'],
      ['3 50.00'],
    ],
    [
      'E03x',
      depositCredited(occasion, 3, dollar('1000')),
      [
        'D SYS.DEPOSIT_PENDING USD 1000.00',
        'K SYS.FX USD 1000.00',
        'D SYS.FX MXN 18400.00',
        'K U.AVAIL(BALANCE) MXN 18354.00',
        'K REV.FX_SPREAD MXN 46.00',
      ],
      ['3 18354.00'],
    ],
    [
      'E04',
      depositTooSmall(occasion, 3, 'HKD', moneyOf('0.99')),
      ['D SYS.DEPOSIT_PENDING HKD 0.99', 'K REV.BELOW_MIN HKD 0.99'],
      [],
    ],
    [
      'E05',
      depositDropped(occasion, 3, 'USD', moneyOf('50')),
      ['D SYS.DEPOSIT_PENDING USD 50.00', 'K EXT.CHAIN USD 50.00'],
      [],
    ],
    ['E06', depositLost(occasion, 3, 'USD', moneyOf('50')), ['D SYS.RESERVE USD 50.00', 'K EXT.CHAIN USD 50.00'], []],
    [
      'E07',
      fiatApproved(occasion, 3, peso('50')),
      ['D EXT.FIAT MXN 50.00', 'K U.AVAIL(BALANCE) MXN 50.00'],
      ['7 50.00'],
    ],
    [
      'E07 converted',
      fiatApproved(occasion, 3, dollar('10')),
      [
        'D EXT.FIAT USD 10.00',
        'K SYS.FX USD 10.00',
        'D SYS.FX MXN 184.00',
        'K U.AVAIL(BALANCE) MXN 183.54',
        'K REV.FX_SPREAD MXN 0.46',
      ],
      ['7 183.54'],
    ],
    [
      'E10',
      withdrawalApplied(occasion, 3, moneyOf('50')),
      ['D U.AVAIL(BALANCE) MXN 50.00', 'K U.WDRAW(BALANCE) MXN 50.00'],
      [],
    ],
    [
      'E11',
      withdrawalPaid(occasion, 3, { outside: 'EXT.FIAT', amount: moneyOf('50'), conversion: undefined, fee: nothing }),
      ['D U.WDRAW(BALANCE) MXN 50.00', 'K EXT.FIAT MXN 50.00'],
      ['11 -50.00'],
    ],
    [
      'E11 with its fee',
      withdrawalPaid(occasion, 3, {
        outside: 'EXT.CHAIN',
        amount: moneyOf('50'),
        conversion: undefined,
        fee: moneyOf('1'),
      }),
      ['D U.WDRAW(BALANCE) MXN 50.00', 'K EXT.CHAIN MXN 49.00', 'K REV.WITHDRAW_FEE MXN 1.00'],
      ['11 -50.00'],
    ],
    [
      'E11x',
      withdrawalPaid(occasion, 3, {
        outside: 'EXT.CHAIN',
        amount: moneyOf('18446'),
        conversion: converted('18446'),
        fee: moneyOf('1'),
      }),
      [
        'D U.WDRAW(BALANCE) MXN 18446.00',
        'K SYS.FX MXN 18446.00',
        'D SYS.FX USD 1002.50',
        'K EXT.CHAIN USD 999.00',
        'K REV.WITHDRAW_FEE USD 1.00',
        'K REV.FX_SPREAD USD 2.50',
      ],
      ['11 -18446.00'],
    ],
    [
      'E12',
      withdrawalReturned(occasion, 3, moneyOf('50')),
      ['D U.WDRAW(BALANCE) MXN 50.00', 'K U.AVAIL(BALANCE) MXN 50.00'],
      [],
    ],
  ]

for (const [name, entry, lines, bills] of cases) {
  test(`${name}: its lines and what a bill says of it`, () => {
    assert.equal(entry.event, name.split(' ')[0])
    assert.deepEqual(shown(entry), lines)
    assert.deepEqual(billed(entry), bills)
  })
}

test('every journal of a row has a key of its own', () => {
  const keys = cases.filter(([name]) => !/ /.test(name)).map(([, entry]) => entry.key)
  assert.equal(new Set(keys).size, keys.length)
})

const mids = fc.bigInt({ min: 50_000n, max: 25_000_000n }).map((micro) => rate(micro * 1_000_000n))
const cents = fc.bigInt({ min: 100n, max: 10n ** 11n }).map(money)

function rates(currency: WalletCurrency, mid: ReturnType<typeof rate>): PublishedRate | undefined {
  const pair = pairOf(currency, 'MXN')
  return pair === undefined ? undefined : publishedRate(pair, mid)
}

test('a deposit followed by a withdrawal never gains, and the ledger balances', () => {
  const currencies = fc.constantFrom<WalletCurrency>('USD', 'HKD', 'MXN')
  fc.assert(
    fc.property(currencies, mids, cents, (currency, mid, amount) => {
      const pair = rates(currency, mid)
      const arrival = pair === undefined ? undefined : convertMoney(amount, currency, pair)
      const received = arrival?.received ?? amount
      const leaving = pair === undefined ? undefined : convertMoney(received, 'MXN', pair)
      const balances = openBalances([7], [])
      // A journal asserts that it balances in each currency, and the balances assert that no account falls below zero.
      balances.post(grant(occasion, 'BALANCE', moneyOf('1')))
      balances.post(depositSeen(occasion, 1, currency, amount))
      balances.post(depositCredited(occasion, 1, { currency, amount, conversion: arrival }))
      balances.post(withdrawalApplied(occasion, 2, received))
      balances.post(
        withdrawalPaid(occasion, 2, { outside: 'EXT.CHAIN', amount: received, conversion: leaving, fee: nothing }),
      )
      assert.equal(balances.available(7, 'BALANCE'), moneyOf('1'))
      assert.equal(balances.balance(7, 'U.WDRAW', 'BALANCE'), nothing)
      assert.ok((leaving?.received ?? received) <= amount)
    }),
    { numRuns: 2000 },
  )
})
