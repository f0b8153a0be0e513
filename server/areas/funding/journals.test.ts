import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventNumber, events, type EventCode } from '@mex/core/ledger/accounts.ts'
import { formatMoney, money } from '@mex/core/money/money.ts'
import { walletOfNumber, type Wallet } from '@mex/core/wallet/wallets.ts'
import { expectBalancedLedger } from '#areas/testing.ts'
import { evidence as walletEvidence } from '#areas/wallet/evidence.ts'
import { openTransfers, type Transfers } from '#areas/wallet/transfers.ts'
import { sql } from '#db/sql.ts'
import {
  coins,
  dropPayout,
  proof,
  removeCard,
  transferred,
  withdrawn,
  type MovementFixtures,
  type Reference,
} from './movements-testing.ts'
import { openFundingTest, type FundingTest } from './testing.ts'

/**
 * Every event of rulebook §8.3 from E01 to E23 in a real database: each line of its journal and each row of the history
 * (§8.4). Rates are 18.40 MXN for a dollar and 2.35 for a Hong Kong dollar.
 */

let fixture: FundingTest
let transfers: Transfers
before(async () => {
  fixture = await openFundingTest()
  transfers = openTransfers({ db: fixture.db, feed: fixture.feed, quoteAgeSecondsMax: 5 })
})
after(() => fixture[Symbol.asyncDispose]())

/** A journal: its event, its lines ('D' debit, 'K' credit), and the bills of its user. */
type Booked = readonly [event: EventCode, lines: readonly string[], bills: readonly string[]]
type Story = readonly [
  name: string,
  happen: (fixtures: MovementFixtures) => Promise<Reference>,
  booked: readonly Booked[],
]

const amountOf = (raw: bigint): string => formatMoney(money(raw))

async function linesOf(journal: number): Promise<string[]> {
  type Row = { account: string; wallet: number | null; currency: string; debit: bigint; credit: bigint }
  const { rows } = await sql<Row>`
    select account, wallet, currency, debit, credit from journal_line where journal_id = ${journal} order by line`.execute(
    fixture.db,
  )
  return rows.map(({ account, wallet, currency, debit, credit }) => {
    const name = wallet === null ? account : `${account}(${walletOfNumber(wallet)})`
    return debit > 0n ? `D ${name} ${currency} ${amountOf(debit)}` : `K ${name} ${currency} ${amountOf(credit)}`
  })
}

async function billsOf(journal: number): Promise<string[]> {
  const { rows } = await sql<{ wallet: number; currency: string; amount: bigint; event: EventCode }>`
    select wallet, currency, amount, event from bill where journal_id = ${journal} order by wallet`.execute(fixture.db)
  return rows.map(
    ({ wallet, currency, amount, event }) =>
      `${eventNumber(event)} ${walletOfNumber(wallet)} ${currency} ${amountOf(amount)}`,
  )
}

async function bookedOf({ type, id }: Reference): Promise<Booked[]> {
  const { rows } = await sql<{ id: number; event: EventCode }>`
    select id, event from journal where ref_type = ${type} and ref_id = ${id} order by id`.execute(fixture.db)
  const booked: Booked[] = []
  for (const row of rows) booked.push([row.event, await linesOf(row.id), await billsOf(row.id)])
  return booked
}

const granted = (wallet: Wallet, currency: string, amount: string): Booked => [
  'E01',
  [`D SYS.GRANT ${currency} ${amount}`, `K U.AVAIL(${wallet}) ${currency} ${amount}`],
  [`1 ${wallet} ${currency} ${amount}`],
]
const seen = (currency: string, amount: string): Booked => [
  'E02',
  [`D EXT.CHAIN ${currency} ${amount}`, `K SYS.DEPOSIT_PENDING ${currency} ${amount}`],
  [],
]
const credited: Booked = [
  'E03x',
  [
    'D SYS.DEPOSIT_PENDING USD 1000.00',
    'K SYS.FX USD 1000.00',
    'D SYS.FX MXN 18400.00',
    'K U.AVAIL(BALANCE) MXN 18354.00',
    'K REV.FX_SPREAD MXN 46.00',
  ],
  ['3 BALANCE MXN 18354.00'],
]
const applied = (amount: string): Booked => [
  'E10',
  [`D U.AVAIL(BALANCE) MXN ${amount}`, `K U.WDRAW(BALANCE) MXN ${amount}`],
  [],
]
const returned = (amount: string): Booked => [
  'E12',
  [`D U.WDRAW(BALANCE) MXN ${amount}`, `K U.AVAIL(BALANCE) MXN ${amount}`],
  [],
]
const sent = (wallet: Wallet, currency: string, amount: string): Booked => [
  'E20',
  [`D U.AVAIL(${wallet}) ${currency} ${amount}`, `K U.XFER(${wallet}) ${currency} ${amount}`],
  [`20 ${wallet} ${currency} -${amount}`],
]

const stories: readonly Story[] = [
  [
    'a new account gets its grants, one journal per wallet',
    async () => ({ type: 'user', id: (await fixture.person()).person.userId }),
    [
      granted('BALANCE', 'MXN', '1000000.00'),
      granted('US_STOCK', 'USD', '25000.00'),
      granted('HK_STOCK', 'HKD', '200000.00'),
      granted('FUTURE', 'MXN', '500000.00'),
      granted('FOREX', 'MXN', '250000.00'),
      granted('STOCK', 'MXN', '2000000.00'),
      granted('SUBSCRIPTION', 'MXN', '250000.00'),
      granted('FOLLOW', 'MXN', '100000.00'),
      granted('FINANCIAL', 'MXN', '100000.00'),
    ],
  ],
  ['coins are seen', coins('SHKD', '250', 1), [seen('HKD', '250.00')]],
  [
    'coins of the wallet’s currency are credited',
    coins('SMXN', '250', 3),
    [
      seen('MXN', '250.00'),
      ['E03', ['D SYS.DEPOSIT_PENDING MXN 250.00', 'K U.AVAIL(BALANCE) MXN 250.00'], ['3 BALANCE MXN 250.00']],
    ],
  ],
  ['coins of another currency are converted', coins('SUSD', '1000', 3), [seen('USD', '1000.00'), credited]],
  [
    'coins below the minimum are kept',
    coins('SHKD', '0.99', 3),
    [seen('HKD', '0.99'), ['E04', ['D SYS.DEPOSIT_PENDING HKD 0.99', 'K REV.BELOW_MIN HKD 0.99'], []]],
  ],
  [
    'coins dropped by a reorganisation before they were credited',
    coins('SUSD', '10', 2, true),
    [seen('USD', '10.00'), ['E05', ['D SYS.DEPOSIT_PENDING USD 10.00', 'K EXT.CHAIN USD 10.00'], []]],
  ],
  [
    'coins dropped by a reorganisation after they were credited',
    coins('SUSD', '1000', 3, true),
    [seen('USD', '1000.00'), credited, ['E06', ['D SYS.RESERVE USD 1000.00', 'K EXT.CHAIN USD 1000.00'], []]],
  ],
  [
    'pesos of the simulated bank',
    proof('MXN', '100'),
    [['E07', ['D EXT.FIAT MXN 100.00', 'K U.AVAIL(BALANCE) MXN 100.00'], ['7 BALANCE MXN 100.00']]],
  ],
  [
    'dollars of the simulated bank',
    proof('USD', '100'),
    [
      [
        'E07',
        [
          'D EXT.FIAT USD 100.00',
          'K SYS.FX USD 100.00',
          'D SYS.FX MXN 1840.00',
          'K U.AVAIL(BALANCE) MXN 1835.40',
          'K REV.FX_SPREAD MXN 4.60',
        ],
        ['7 BALANCE MXN 1835.40'],
      ],
    ],
  ],
  [
    'pesos to the bank',
    withdrawn({ to: 'bank', amount: '5000' }),
    [
      applied('5000.00'),
      ['E11', ['D U.WDRAW(BALANCE) MXN 5000.00', 'K EXT.FIAT MXN 5000.00'], ['11 BALANCE MXN -5000.00']],
    ],
  ],
  [
    'coins of the wallet’s currency, for a fee',
    withdrawn({ to: 'SMXN', amount: '100' }),
    [
      applied('100.00'),
      [
        'E11',
        ['D U.WDRAW(BALANCE) MXN 100.00', 'K EXT.CHAIN MXN 99.00', 'K REV.WITHDRAW_FEE MXN 1.00'],
        ['11 BALANCE MXN -100.00'],
      ],
    ],
  ],
  [
    'dollars to the bank',
    withdrawn({ to: 'bank', amount: '18446', asset: 'USD' }),
    [
      applied('18446.00'),
      [
        'E11x',
        [
          'D U.WDRAW(BALANCE) MXN 18446.00',
          'K SYS.FX MXN 18446.00',
          'D SYS.FX USD 1002.50',
          'K EXT.FIAT USD 1000.00',
          'K REV.FX_SPREAD USD 2.50',
        ],
        ['11 BALANCE MXN -18446.00'],
      ],
    ],
  ],
  [
    'dollar coins, for a fee',
    withdrawn({ to: 'SUSD', amount: '18446' }),
    [
      applied('18446.00'),
      [
        'E11x',
        [
          'D U.WDRAW(BALANCE) MXN 18446.00',
          'K SYS.FX MXN 18446.00',
          'D SYS.FX USD 1002.50',
          'K EXT.CHAIN USD 999.00',
          'K REV.WITHDRAW_FEE USD 1.00',
          'K REV.FX_SPREAD USD 2.50',
        ],
        ['11 BALANCE MXN -18446.00'],
      ],
    ],
  ],
  [
    'a withdrawal returned by its review',
    withdrawn({ to: 'bank', amount: '700' }, removeCard),
    [applied('700.00'), returned('700.00')],
  ],
  [
    'a withdrawal dropped by the chain',
    withdrawn({ to: 'SUSD', amount: '700' }, dropPayout),
    [applied('700.00'), returned('700.00')],
  ],
  [
    'a transfer in one currency',
    transferred('BALANCE', 'FUTURE', '1500.50'),
    [
      sent('BALANCE', 'MXN', '1500.50'),
      ['E21', ['D U.XFER(BALANCE) MXN 1500.50', 'K U.AVAIL(FUTURE) MXN 1500.50'], ['21 FUTURE MXN 1500.50']],
    ],
  ],
  [
    'a transfer into another currency',
    transferred('BALANCE', 'US_STOCK', '18446'),
    [
      sent('BALANCE', 'MXN', '18446.00'),
      [
        'E22',
        [
          'D U.XFER(BALANCE) MXN 18446.00',
          'K SYS.FX MXN 18446.00',
          'D SYS.FX USD 1002.50',
          'K U.AVAIL(US_STOCK) USD 1000.00',
          'K REV.FX_SPREAD USD 2.50',
        ],
        ['22 US_STOCK USD 1000.00'],
      ],
    ],
  ],
  [
    'a cancelled transfer',
    transferred('HK_STOCK', 'BALANCE', '40', true),
    [
      sent('HK_STOCK', 'HKD', '40.00'),
      ['E23', ['D U.XFER(HK_STOCK) HKD 40.00', 'K U.AVAIL(HK_STOCK) HKD 40.00'], ['23 HK_STOCK HKD 40.00']],
    ],
  ],
]

for (const [name, happen, booked] of stories)
  test(`${[...new Set(booked.map(([event]) => event))].join(', ')}: ${name}`, async () => {
    assert.deepEqual(await bookedOf(await happen({ fixture, transfers })), booked)
  })

test('every event from E01 to E23 is covered, and the ledger balances', async () => {
  const covered = new Set(stories.flatMap(([, , booked]) => booked.map(([event]) => event)))
  const wanted = (Object.keys(events) as EventCode[]).filter((event) => event !== 'NOTE' && eventNumber(event) <= 23)
  assert.deepEqual([...covered].toSorted(), wanted.toSorted())
  await fixture.expectBalancedLedger()
  await expectBalancedLedger(fixture.db, walletEvidence)
})
