import assert from 'node:assert/strict'
import { test } from 'node:test'
import { never, published, shownBookings } from '#ledger/bookings-testing.ts'
import { convertMoney } from '#money/conversion.ts'
import { moneyOf, nothing } from '#money/money.ts'
import { bookingsOfDeposit, bookingsOfWithdrawal } from './bookings.ts'
import type { CoinDeposit, FiatDeposit } from './deposits.ts'
import type { Withdrawal } from './withdrawals.ts'

const thousand = moneyOf('1000.00')

const notPublished = 'has a rate that cannot have been published'

const declared: CoinDeposit = {
  id: 4,
  user: 7,
  kind: 'coin',
  coin: 'SUSD',
  address: 'sim1',
  transaction: undefined,
  amount: undefined,
  status: 'pending',
  reason: undefined,
  createdAt: 1,
  seenAt: undefined,
  confirmations: 0,
  endedAt: undefined,
  lostAt: undefined,
  received: undefined,
  rate: undefined,
}
const wasSeen = 'E02 2 7: EXT.CHAIN -1000.00, SYS.DEPOSIT_PENDING 1000.00'
const seen = { amount: thousand, seenAt: 2 }
const refused = { ...seen, status: 'refused', endedAt: 9, received: nothing } as const
const credited = { ...seen, status: 'approved', endedAt: 9 } as const
const inPesos = { ...credited, coin: 'SMXN', received: thousand } as const
const inDollars = { ...credited, received: moneyOf('18354'), rate: published.buyRate }
const pesosCredited = 'E03 9 7: SYS.DEPOSIT_PENDING -1000.00, U.AVAIL 1000.00'
const dollarsCredited =
  'E03x 9 7: SYS.DEPOSIT_PENDING -1000.00, SYS.FX 1000.00, SYS.FX -18400.00, U.AVAIL 18354.00, REV.FX_SPREAD 46.00'
const coinDeposits: [string, Partial<CoinDeposit>, ...shown: string[]][] = [
  ['is declared', {}],
  ['is declared with an amount', { amount: thousand }],
  ['is seen without an amount', { seenAt: 2 }],
  ['is seen', seen, wasSeen],
  ['is seen and has ended', { ...seen, endedAt: 9 }, wasSeen, 'has ended'],
  [
    'is seen and credited already',
    { ...seen, received: thousand, rate: published.buyRate },
    wasSeen,
    'received is 1000.00, should be missing',
    'has a rate, and nothing is converted',
  ],
  ['is refused without an end', { ...refused, reason: 'TX_DROPPED', endedAt: undefined }, wasSeen, 'has no end'],
  [
    'was too small',
    { ...refused, reason: 'BELOW_MINIMUM' },
    wasSeen,
    'E04 9 7: SYS.DEPOSIT_PENDING -1000.00, REV.BELOW_MIN 1000.00',
  ],
  [
    'was dropped by the chain',
    { ...refused, reason: 'TX_DROPPED' },
    wasSeen,
    'E05 9 7: SYS.DEPOSIT_PENDING -1000.00, EXT.CHAIN 1000.00',
  ],
  ['was dropped, of an unknown amount', { ...refused, reason: 'TX_DROPPED', amount: undefined }],
  ['never came', { ...refused, reason: 'NO_TRANSACTION', amount: thousand, seenAt: undefined }],
  ['never came, of an unknown amount', { ...refused, reason: 'NO_TRANSACTION', amount: undefined, seenAt: undefined }],
  ['never came and was seen', { ...refused, reason: 'NO_TRANSACTION' }, wasSeen, 'was refused for no such reason'],
  [
    'was dropped and never seen',
    { ...refused, reason: 'TX_DROPPED', seenAt: undefined, received: undefined },
    'E05 9 7: SYS.DEPOSIT_PENDING -1000.00, EXT.CHAIN 1000.00',
    'received is missing, should be 0.00',
    'was refused for no such reason',
  ],
  ['was credited', inPesos, wasSeen, pesosCredited],
  [
    'was credited and then lost by the chain',
    { ...inPesos, lostAt: 12 },
    wasSeen,
    pesosCredited,
    'E06 12 7: SYS.RESERVE -1000.00, EXT.CHAIN 1000.00',
  ],
  [
    'was credited with another amount, converted',
    { ...inPesos, received: moneyOf('1000.01'), rate: published.buyRate },
    wasSeen,
    pesosCredited,
    'received is 1000.01, should be 1000.00',
    'has a rate, and nothing is converted',
  ],
  ['was credited and never seen', { ...inPesos, seenAt: undefined }, 'was credited and never seen'],
  ['was credited without an amount', { ...inPesos, amount: undefined }, 'was credited and never seen'],
  ['is credited without an end', { ...inPesos, endedAt: undefined }, wasSeen, 'has no end'],
  ['was converted', inDollars, wasSeen, dollarsCredited],
  [
    'was converted to another amount',
    { ...inDollars, received: moneyOf('18353.99') },
    wasSeen,
    dollarsCredited,
    'received is 18353.99, should be 18354.00',
  ],
  [
    'was converted by no rate and then lost by the chain',
    { ...inDollars, rate: undefined, lostAt: 12 },
    wasSeen,
    'E06 12 7: SYS.RESERVE -1000.00, EXT.CHAIN 1000.00',
    'has no rate',
  ],
  ['was converted by a rate that is none', { ...inDollars, rate: never }, wasSeen, notPublished],
]
for (const [title, row, ...expected] of coinDeposits)
  test(`a deposit of coins that ${title}`, () => {
    assert.deepEqual(shownBookings(bookingsOfDeposit({ ...declared, ...row }), moneyOf('46')), expected)
  })

const applied: FiatDeposit = {
  id: 5,
  user: 7,
  kind: 'fiat',
  currency: 'MXN',
  amount: thousand,
  proof: 'picture',
  dueAt: 5,
  status: 'pending',
  reason: undefined,
  createdAt: 1,
  endedAt: undefined,
  received: undefined,
  rate: undefined,
}
const fiatDeposits: [string, Partial<FiatDeposit>, ...shown: string[]][] = [
  ['is under review', {}],
  ['is under review and has ended', { endedAt: 9 }, 'has ended'],
  ['was refused', { status: 'refused', endedAt: 9, reason: 'DAILY_LIMIT', received: nothing }],
  [
    'was refused and credited',
    { status: 'refused', endedAt: 9, reason: 'DAILY_LIMIT', received: thousand },
    'received is 1000.00, should be 0.00',
  ],
  [
    'was approved',
    { status: 'approved', endedAt: 9, received: thousand },
    'E07 9 7: EXT.FIAT -1000.00, U.AVAIL 1000.00',
  ],
  [
    'was approved and converted',
    { status: 'approved', endedAt: 9, currency: 'USD', received: moneyOf('18354'), rate: published.buyRate },
    'E07 9 7: EXT.FIAT -1000.00, SYS.FX 1000.00, SYS.FX -18400.00, U.AVAIL 18354.00, REV.FX_SPREAD 46.00',
  ],
]
for (const [title, row, ...expected] of fiatDeposits)
  test(`a deposit of the bank that ${title}`, () => {
    assert.deepEqual(shownBookings(bookingsOfDeposit({ ...applied, ...row }), moneyOf('46')), expected)
  })

const conversion = convertMoney(moneyOf('18354'), 'MXN', published)
const wished: Withdrawal = {
  id: 6,
  user: 7,
  card: 1,
  asset: 'MXN',
  target: '1234',
  amount: thousand,
  conversion: undefined,
  fee: nothing,
  state: 'pending',
  reason: undefined,
  transaction: undefined,
  appliedAt: 1,
  dueAt: 5,
  endedAt: undefined,
}
const hasApplied = 'E10 1 7: U.AVAIL -1000.00, U.WDRAW 1000.00'
const inCoins = { asset: 'SMXN', fee: moneyOf('1') } as const
const paid = { state: 'paid', endedAt: 9 } as const
/** 18,354.00 MXN ÷ 18.446 = 995.01 USD, at the mid 997.50. */
const paidDollars = { ...paid, asset: 'USD', amount: moneyOf('18354'), conversion } as const
const dollarsPaid = [
  'E10 1 7: U.AVAIL -18354.00, U.WDRAW 18354.00',
  'E11x 9 7: U.WDRAW -18354.00, SYS.FX 18354.00, SYS.FX -997.50, EXT.FIAT 995.01, REV.FX_SPREAD 2.49',
]
const withdrawals: [string, Partial<Withdrawal>, ...shown: string[]][] = [
  ['is under review', {}, hasApplied],
  ['is approved', { state: 'approved' }, hasApplied],
  ['is approved and has ended', { state: 'approved', endedAt: 9 }, hasApplied, 'has ended'],
  ['is under review and has ended', { endedAt: 9 }, hasApplied, 'has ended'],
  ['was paid without an end', { state: 'paid' }, hasApplied, 'has no end'],
  ['was refused', { state: 'refused', endedAt: 9 }, hasApplied, 'E12 9 7: U.WDRAW -1000.00, U.AVAIL 1000.00'],
  ['was paid', paid, hasApplied, 'E11 9 7: U.WDRAW -1000.00, EXT.FIAT 1000.00'],
  [
    'was paid in coins',
    { ...paid, ...inCoins },
    hasApplied,
    'E11 9 7: U.WDRAW -1000.00, EXT.CHAIN 999.00, REV.WITHDRAW_FEE 1.00',
  ],
  ['costs nothing and should', { ...inCoins, fee: nothing }, hasApplied, 'fee is 0.00, should be 1.00'],
  ['is converted and should not be', { conversion }, hasApplied, 'has a rate, and nothing is converted'],
  ['was paid converted', paidDollars, ...dollarsPaid],
  ['should be converted and is not', { asset: 'USD' }, hasApplied, 'has no rate'],
  [
    'was converted by a rate that is none',
    { asset: 'USD', conversion: { ...conversion, rate: never } },
    hasApplied,
    notPublished,
  ],
  [
    'was converted to another amount at another mid',
    {
      ...paidDollars,
      state: 'pending',
      endedAt: undefined,
      conversion: { ...conversion, received: moneyOf('995.02'), atMid: moneyOf('1200') },
    },
    'E10 1 7: U.AVAIL -18354.00, U.WDRAW 18354.00',
    'gross is 995.02, should be 995.01',
    // The least mid of 18.446 is 18.4459 ÷ 1.0025 = 18.39990…; 18,354.00 divided by it is 997.505….
    'gross at mid is 1200.00, should be 997.51',
  ],
]
for (const [title, row, ...expected] of withdrawals)
  test(`a withdrawal that ${title}`, () => {
    assert.deepEqual(shownBookings(bookingsOfWithdrawal({ ...wished, ...row })), expected)
  })
