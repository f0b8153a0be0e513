import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, type Account, type EventCode } from '#ledger/accounts.ts'
import { addMoney, moneyOf, rateOf } from '#money/money.ts'
import { bookedParts, monthsOf, partOf, type Booking } from './months.ts'

const rates = { USD: rateOf('18'), HKD: rateOf('2.30') }
const booking = (event: EventCode, account: Account, amount: string, more: Partial<Booking> = {}): Booking => {
  return { point: 1, event, account, currency: 'MXN', amount: moneyOf(amount), ...more }
}
const point = (at: number, total: string, moneyIn: string) => {
  return { at, total: moneyOf(total), moneyIn: moneyOf(moneyIn) }
}

const cases: readonly (readonly [EventCode, Account, ReturnType<typeof partOf>])[] = [
  ['E34', 'SYS.MARKET', 'realised'],
  ['E35', 'SYS.RESERVE', 'realised'],
  ['E31', 'REV.COMMISSION', 'fees'],
  ['E31', 'SYS.LEVY.sec', 'fees'],
  ['E38', 'SYS.LEVY.wht', 'fees'],
  ['E38', 'SYS.ISSUER', 'income'],
  ['E61', 'SYS.ISSUER', 'income'],
  ['E60', 'SYS.ISSUER', undefined],
  ['E63', 'SYS.ISSUER', undefined],
  ['E64', 'SYS.ISSUER', undefined],
  ['E36', 'SYS.FUNDING', 'financing'],
  ['E73', 'REV.PERF_FEE', 'fees'],
  ['E82', 'SYS.POOL', 'income'],
  ['E83', 'SYS.ENERGY', 'fees'],
  ['E81', 'REV.RENT', 'fees'],
  ['E81', 'SYS.DEFERRED_RENT', undefined],
  ['E22', 'REV.FX_SPREAD', 'fees'],
  ['E22', 'SYS.FX', undefined],
  // The spread of a deposit and the fee of a withdrawal never were money in the account, or left it with the withdrawal.
  ['E03x', 'REV.FX_SPREAD', undefined],
  ['E11', 'REV.WITHDRAW_FEE', undefined],
  ['E01', 'SYS.GRANT', undefined],
]

test('knows what each booking is', () => {
  for (const [event, account, part] of cases)
    assert.equal(partOf(booking(event, account, '1')), part, `${event} ${account}`)
})

test('divides the profit of each month into what was booked and what only changed in value', () => {
  const points = [point(0, '100', '100'), point(10, '160', '150'), point(20, '161', '150')]
  const months = monthsOf(
    { points },
    [rates, rates, rates],
    [
      booking('E34', 'SYS.MARKET', '2', { currency: 'USD' }),
      booking('E31', 'REV.COMMISSION', '-3'),
      booking('E36', 'SYS.FUNDING', '-4', { point: 2 }),
      booking('E07', 'REV.FX_SPREAD', '-7'),
    ],
  )
  const nothing = moneyOf('0')
  assert.deepEqual(months, [
    {
      from: 0,
      profit: moneyOf('10'),
      realised: moneyOf('36'),
      income: nothing,
      fees: moneyOf('-3'),
      financing: nothing,
      change: moneyOf('-23'),
    },
    {
      from: 10,
      profit: moneyOf('1'),
      realised: nothing,
      income: nothing,
      fees: nothing,
      financing: moneyOf('-4'),
      change: moneyOf('5'),
    },
  ])
})

test('the parts of every month add up to its profit, whatever was booked', () => {
  const codes = Object.keys(events) as EventCode[]
  const accounts = cases.map(([, account]) => account)
  for (let seed = 1; seed <= 200; seed += 1) {
    const points = Array.from({ length: 5 }, (_, index) =>
      point(index, String((seed * 91 + index * 57) % 997), String((seed * index) % 313)),
    )
    const bookings = Array.from({ length: 30 }, (_, index) =>
      booking(
        codes[(seed * 7 + index) % codes.length] as EventCode,
        accounts[(seed + index) % accounts.length] as Account,
        `${((seed * index) % 61) - 30}.13`,
        {
          point: 1 + (index % 4),
          currency: (['USD', 'MXN', 'HKD'] as const)[index % 3] ?? 'MXN',
        },
      ),
    )
    for (const month of monthsOf(
      { points },
      points.map(() => rates),
      bookings,
    ))
      assert.equal(addMoney(month.change, ...bookedParts.map((part) => month[part])), month.profit, `seed ${seed}`)
  }
})
