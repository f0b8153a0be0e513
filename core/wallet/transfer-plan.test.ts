import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { publishedRate } from '#money/conversion.ts'
import { formatMoney, money, moneyOf, rateOf } from '#money/money.ts'
import {
  arrivesBefore,
  moneyInReach,
  mostPayable,
  movementReserveOf,
  planSeconds,
  planTransfers,
  type AccountMoney,
  type PlannedTransfer,
} from './transfer-plan.ts'
import { transferable, wallets, type Wallet } from './wallets.ts'

const usd = publishedRate({ base: 'USD', quote: 'MXN' }, rateOf('18.4000'))
const hkd = publishedRate({ base: 'HKD', quote: 'MXN' }, rateOf('2.3500'))
const rates = [usd, hkd]

/** '1000', or '1000-400' when 400 of it is unsettled. */
function accountsOf(held: Partial<Record<Wallet, string>>): readonly AccountMoney[] {
  return wallets.map((wallet) => {
    const [available = '0', unsettled = '0'] = (held[wallet] ?? '0').split('-')
    return { wallet, available: moneyOf(available), unsettled: moneyOf(unsettled) }
  })
}

const shown = (plan: readonly PlannedTransfer[] | undefined) =>
  plan?.map(({ from, to, amount, arrives, spread }) =>
    [from, to, ...[amount, arrives, spread].map(formatMoney)].join(' '),
  )

const cases: readonly (readonly [
  string,
  Wallet,
  string,
  Partial<Record<Wallet, string>>,
  readonly string[] | undefined,
])[] = [
  ['moves nothing when the account has the money', 'US_STOCK', '100', { US_STOCK: '100', BALANCE: '9' }, []],
  [
    'converts what is missing and one per cent of the order from the funding account',
    'US_STOCK',
    '1000',
    { US_STOCK: '120', BALANCE: '1000000', STOCK: '9999999' },
    // 890 × 18.446; at the mid of 18.4 it would be 892.225, to the cent 892.23.
    ['BALANCE US_STOCK 16416.94 890.00 2.23'],
  ],
  [
    'moves between accounts of one currency without a spread, and asks the funding account first',
    'FUTURE',
    '1000',
    { BALANCE: '1010', FOREX: '5000' },
    ['BALANCE FUTURE 1010.00 1010.00 0.00'],
  ],
  [
    'takes the rest from the other accounts, those of the same currency first and that of the robots last',
    'FUTURE',
    '1000',
    { BALANCE: '100', FINANCIAL: '5000', US_STOCK: '5000', FOLLOW: '300', FOREX: '5000' },
    ['FOLLOW BALANCE 300.00 300.00 0.00', 'FOREX BALANCE 610.00 610.00 0.00', 'BALANCE FUTURE 1010.00 1010.00 0.00'],
  ],
  [
    'brings one per cent more over a conversion on the way, because the second transfer is a fixed sum',
    'FUTURE',
    '1000',
    { BALANCE: '10', US_STOCK: '5000' },
    // 1000 ÷ 0.99 = 1010.11, ÷ 18.354.
    ['US_STOCK BALANCE 55.04 1010.20 2.54', 'BALANCE FUTURE 1010.00 1010.00 0.00'],
  ],
  [
    'converts twice from Hong Kong dollars to US dollars',
    'US_STOCK',
    '10',
    { HK_STOCK: '1000' },
    ['HK_STOCK BALANCE 80.29 188.20 0.48', 'BALANCE US_STOCK 186.31 10.10 0.03'],
  ],
  [
    'moves straight to the funding account when it pays itself',
    'BALANCE',
    '1000',
    { BALANCE: '600', FOREX: '100', US_STOCK: '1000' },
    ['FOREX BALANCE 100.00 100.00 0.00', 'US_STOCK BALANCE 17.07 313.30 0.79'],
  ],
  [
    'leaves unsettled proceeds where they are',
    'FUTURE',
    '1000',
    { BALANCE: '1500-1000', STOCK: '2000-1600', FOREX: '200' },
    ['STOCK BALANCE 400.00 400.00 0.00', 'FOREX BALANCE 110.00 110.00 0.00', 'BALANCE FUTURE 1010.00 1010.00 0.00'],
  ],
  ['counts unsettled proceeds of the paying account', 'US_STOCK', '100', { US_STOCK: '100-100' }, []],
  ['refuses when a cent is missing for the reserve', 'FUTURE', '1000', { BALANCE: '1009.99' }, undefined],
  ['refuses when only unsettled proceeds would pay', 'FUTURE', '1000', { BALANCE: '5000-4500' }, undefined],
  ['refuses when no account has anything', 'US_STOCK', '1', {}, undefined],
]

for (const [title, wallet, needed, held, expected] of cases) {
  test(`a plan ${title}`, () => {
    const plan = planTransfers({ wallet, needed: moneyOf(needed) }, accountsOf(held), rates)
    assert.deepEqual(shown(plan), expected)
  })
}

test('an amount that cannot change is moved without a reserve, also when it is the last cent', () => {
  const need = { wallet: 'FOLLOW', needed: moneyOf('1000'), isFixed: true } as const
  const plan = planTransfers(need, accountsOf({ BALANCE: '700', FOREX: '300' }), rates)
  assert.deepEqual(shown(plan), ['FOREX BALANCE 300.00 300.00 0.00', 'BALANCE FOLLOW 1000.00 1000.00 0.00'])
  assert.equal(planTransfers(need, accountsOf({ BALANCE: '999.99' }), rates), undefined)
  assert.equal(movementReserveOf(need), 0n)
  assert.equal(formatMoney(movementReserveOf({ needed: need.needed })), '10.00')
})

test('a plan takes half a minute, or a minute when a transfer waits for others, and has to end before orders do', () => {
  const plan = (held: Partial<Record<Wallet, string>>, wallet: Wallet = 'FOLLOW') =>
    planTransfers({ wallet, needed: moneyOf('100'), isFixed: true }, accountsOf(held), rates) ?? []
  const [one, two] = [plan({ BALANCE: '100' }), plan({ FOREX: '50', STOCK: '50' })]
  assert.deepEqual([one, two, plan({ FOREX: '100' }, 'BALANCE')].map(planSeconds), [30, 60, 30])
  assert.deepEqual(
    [45_000, 45_001].map((endsAt) => arrivesBefore(one, 0, endsAt)),
    [false, true],
  )
  assert.deepEqual(
    [75_000, 75_001].map((endsAt) => arrivesBefore(two, 0, endsAt)),
    [false, true],
  )
})

test('without its rate an account neither pays nor is paid', () => {
  const accounts = accountsOf({ BALANCE: '500', US_STOCK: '100000', FOREX: '100' })
  assert.equal(planTransfers({ wallet: 'HK_STOCK', needed: moneyOf('1') }, accounts, [usd]), undefined)
  assert.equal(moneyInReach('HK_STOCK', accounts, [usd]), undefined)
  assert.equal(planTransfers({ wallet: 'FUTURE', needed: moneyOf('1000') }, accounts, [hkd]), undefined)
  assert.equal(formatMoney(moneyInReach('FUTURE', accounts, [hkd]) ?? money(0n)), '600.00')
})

test('what is in reach is the own money and all that may leave the other accounts, after spreads', () => {
  const held = { US_STOCK: '120-100', BALANCE: '1000', FOREX: '500-100', HK_STOCK: '100' } as const
  // 1000 + 400 + 100 × 2.3441, ÷ 18.446, and 120; for pesos 20 × 18.354 as well.
  assert.equal(formatMoney(moneyInReach('US_STOCK', accountsOf(held), rates) ?? money(0n)), '208.60')
  assert.equal(formatMoney(moneyInReach('BALANCE', accountsOf({ ...held }), rates) ?? money(0n)), '2001.49')
})

const payableCases: readonly (readonly [string, Wallet, boolean, Partial<Record<Wallet, string>>, string])[] = [
  ['the own money alone', 'FUTURE', false, { FUTURE: '500' }, '500.00'],
  [
    'all accounts for a sum that cannot change',
    'FOLLOW',
    true,
    { FOLLOW: '10', BALANCE: '700', FOREX: '300' },
    '1010.00',
  ],
  ['one per cent less for a sum that can', 'FUTURE', false, { FUTURE: '10', BALANCE: '1000' }, '1000.00'],
  ['no less than the own money', 'FUTURE', false, { FUTURE: '1000', BALANCE: '5' }, '1000.00'],
  ['no unsettled proceeds of others', 'FUTURE', true, { BALANCE: '1000-400' }, '600.00'],
  ['nothing without money', 'US_STOCK', false, {}, '0.00'],
]

for (const [title, wallet, isFixed, held, expected] of payableCases) {
  test(`the most that can be paid is ${title}`, () => {
    const most = mostPayable({ wallet, isFixed }, accountsOf(held), rates)
    assert.equal(formatMoney(most ?? money(-1n)), expected)
  })
}

test('the most that can be paid has a plan, a cent more has none, and it is unknown without the rate', () => {
  const accounts = accountsOf({ US_STOCK: '120', BALANCE: '1000', FOREX: '500', HK_STOCK: '100' })
  for (const wallet of wallets) {
    const most = mostPayable({ wallet }, accounts, rates) ?? money(0n)
    assert.notEqual(planTransfers({ wallet, needed: most }, accounts, rates), undefined, wallet)
    assert.equal(planTransfers({ wallet, needed: money(most + 1n) }, accounts, rates), undefined, wallet)
  }
  assert.equal(mostPayable({ wallet: 'HK_STOCK' }, accounts, [usd]), undefined)
})

test('a plan takes no more than is free, brings enough even at rates one per cent worse, and exists within reach', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 8n }).map(money)
  const held = fc.array(fc.tuple(amount, amount), { minLength: wallets.length, maxLength: wallets.length })
  const need = fc.bigInt({ min: 1n, max: 10n ** 8n }).map(money)
  fc.assert(
    fc.property(held, need, fc.constantFrom(...wallets), (amounts, needed, wallet) => {
      const accounts = wallets.map((name, index) => {
        const [available, unsettled] = amounts[index] ?? [money(0n), money(0n)]
        return { wallet: name, available, unsettled }
      })
      const free = new Map(accounts.map((at) => [at.wallet, transferable(at.available, at.unsettled)]))
      const own = accounts.find((at) => at.wallet === wallet)?.available ?? money(0n)
      const plan = planTransfers({ wallet, needed }, accounts, rates)
      const most = mostPayable({ wallet }, accounts, rates) ?? money(0n)
      assert.equal(plan !== undefined, needed <= most)
      const reach = moneyInReach(wallet, accounts, rates) ?? money(0n)
      // Two reserves of one per cent and the cents of roundings.
      if (plan === undefined) {
        assert.ok(needed + (needed * 4n) / 100n + 100n > reach)
        return
      }
      for (const { from, to, amount: moved, arrives } of plan) {
        assert.ok(from === 'BALANCE' ? to === wallet : to === 'BALANCE')
        assert.ok(moved > 0n && moved <= (free.get(from) ?? 0n))
        const worst = from === 'US_STOCK' || from === 'HK_STOCK' ? (arrives * 99n) / 100n : arrives
        free.set(from, money((free.get(from) ?? 0n) - moved))
        free.set(to, money((free.get(to) ?? 0n) + worst))
      }
      const came = plan.at(-1)?.to === wallet ? plan.filter(({ to }) => to === wallet) : []
      const arrived = came.reduce((sum, { from, arrives }) => {
        const converts = from === 'US_STOCK' || from === 'HK_STOCK' || wallet === 'US_STOCK' || wallet === 'HK_STOCK'
        return sum + (converts ? (arrives * 991n) / 1000n : arrives)
      }, 0n)
      assert.ok(own + arrived >= needed)
    }),
    { numRuns: 3000 },
  )
})
