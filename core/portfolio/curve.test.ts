import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, type EventCode } from '#ledger/accounts.ts'
import { addMoney, money, moneyOf, nothing, rateOf, type Money } from '#money/money.ts'
import { walletCurrency, wallets, type Wallet } from '#wallet/wallets.ts'
import { curveOf, type CurveFacts, type Movement, type PesoRates } from './curve.ts'
import { holdingSources, moneyKindOf, sourceOfMovement, walletOfSource, type HoldingSource } from './profit-sources.ts'

const rates = (usd: string, hkd = '2.40'): PesoRates => ({ USD: rateOf(usd), HKD: rateOf(hkd) })
const open = (entries: Partial<Record<HoldingSource, string>> = {}): ReadonlyMap<HoldingSource, Money> =>
  new Map(Object.entries(entries).map(([source, amount]) => [source as HoldingSource, moneyOf(amount)]))
const movement = (point: number, event: EventCode, wallet: Wallet, amount: string): Movement => {
  return { point, at: point * 10 - 5, event, wallet, amount: moneyOf(amount) }
}
const balances = (entries: Partial<Record<Wallet, string>>): ReadonlyMap<Wallet, Money> =>
  new Map(Object.entries(entries).map(([wallet, amount]) => [wallet as Wallet, moneyOf(amount)]))
const point = (index: number, opened: ReadonlyMap<HoldingSource, Money> = open(), at = rates('18')) => {
  return { at: index * 10, rates: at, open: opened }
}

type Case = {
  readonly title: string
  readonly facts: Omit<CurveFacts, 'ratesAt'>
  readonly totals: readonly string[]
  readonly moneyIn: readonly string[]
  readonly sources: Readonly<Record<string, string>>
}

const cases: readonly Case[] = [
  {
    title: 'a deposit is money in and no profit',
    facts: {
      points: [point(0), point(1), point(2)],
      balances: balances({ BALANCE: '150' }),
      movements: [movement(1, 'E07', 'BALANCE', '50')],
    },
    totals: ['100', '150', '150'],
    moneyIn: ['100', '150', '150'],
    sources: {},
  },
  {
    title: 'a withdrawal takes its fee with it: what left the account is money out',
    facts: {
      points: [point(0), point(1)],
      balances: balances({ BALANCE: '60' }),
      movements: [movement(1, 'E11', 'BALANCE', '-40')],
    },
    totals: ['100', '60'],
    moneyIn: ['100', '60'],
    sources: {},
  },
  {
    title: 'an opening costs its fee, and floating profit counts from the start of the range',
    facts: {
      points: [point(0), point(1, open({ STOCK: '7' })), point(2, open({ STOCK: '9.50' }))],
      balances: balances({ STOCK: '99' }),
      movements: [movement(1, 'E31', 'STOCK', '-1')],
    },
    totals: ['100', '106', '108.50'],
    moneyIn: ['100', '100', '100'],
    sources: { STOCK: '8.50' },
  },
  {
    title: 'bonds leave the wallet and are worth something in its place',
    facts: {
      points: [point(0), point(1, open({ BONDS: '49' })), point(2, open({ BONDS: '51' }))],
      balances: balances({ BALANCE: '52' }),
      movements: [movement(1, 'E60', 'BALANCE', '-50'), movement(2, 'E61', 'BALANCE', '2')],
    },
    totals: ['100', '99', '103'],
    moneyIn: ['100', '100', '100'],
    sources: { BONDS: '3' },
  },
  {
    title: 'dollars are worth what they are worth at each instant, and the change of the rate is a source of its own',
    facts: {
      points: [point(0, open(), rates('18')), point(1, open(), rates('20'))],
      balances: balances({ US_STOCK: '12' }),
      movements: [movement(1, 'E34', 'US_STOCK', '2')],
    },
    totals: ['180', '240'],
    moneyIn: ['180', '180'],
    sources: { US_STOCK: '40', CURRENCIES: '20' },
  },
  {
    title: 'a transfer between wallets is no profit, but the spread of its conversion is a loss',
    facts: {
      points: [point(0), point(1)],
      balances: balances({ BALANCE: '0', US_STOCK: '9.90' }),
      movements: [movement(1, 'E22', 'BALANCE', '-180'), movement(1, 'E22', 'US_STOCK', '9.90')],
    },
    totals: ['180', '178.20'],
    moneyIn: ['180', '180'],
    sources: { CURRENCIES: '-1.80' },
  },
  {
    title: 'a grant in dollars is money in at the rate of its instant',
    facts: {
      points: [point(0), point(1), point(2, open(), rates('19'))],
      balances: balances({ US_STOCK: '10' }),
      movements: [movement(1, 'E01', 'US_STOCK', '10')],
    },
    totals: ['0', '180', '190'],
    moneyIn: ['0', '180', '180'],
    sources: { CURRENCIES: '10' },
  },
]

for (const { title, facts, totals, moneyIn, sources } of cases)
  test(title, () => {
    const curve = curveOf({ ...facts, ratesAt: () => rates('18') })
    assert.deepEqual(
      curve.points.map(({ total }) => total),
      totals.map(moneyOf),
    )
    assert.deepEqual(
      curve.points.map((each) => each.moneyIn),
      moneyIn.map(moneyOf),
    )
    assert.deepEqual(
      Object.fromEntries(curve.sources),
      Object.fromEntries(Object.entries(sources).map(([source, amount]) => [source, moneyOf(amount)])),
    )
    assert.equal(curve.start + curve.moneyIn + curve.profit, curve.total)
  })

test('marks what came from outside, by point and kind', () => {
  const { flows } = curveOf({
    points: [point(0), point(1), point(2)],
    balances: balances({ BALANCE: '100' }),
    movements: [
      movement(1, 'E07', 'BALANCE', '50'),
      movement(1, 'E03', 'BALANCE', '5'),
      movement(2, 'E11', 'BALANCE', '-20'),
      movement(2, 'E90', 'BALANCE', '1'),
      movement(2, 'E21', 'BALANCE', '3'),
    ],
    ratesAt: () => rates('18'),
  })
  assert.deepEqual(flows, [
    { at: 5, kind: 'deposit', amount: moneyOf('55') },
    { at: 15, kind: 'withdrawal', amount: moneyOf('-20') },
    { at: 15, kind: 'grant', amount: moneyOf('1') },
  ])
})

/** A small generator of numbers, so that a failure can be repeated. */
function draws(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const codes = Object.keys(events) as EventCode[]

/** Any past at all: the identities hold whatever was booked. */
function anyFacts(seed: number): CurveFacts {
  const draw = draws(seed)
  const amount = (size: number): Money => money(BigInt(Math.round((draw() - 0.5) * size)))
  const anyRates = (): PesoRates => rates((15 + draw() * 6).toFixed(6), (2 + draw()).toFixed(6))
  const anyOpen = () => new Map(holdingSources.filter(() => draw() < 0.5).map((source) => [source, amount(1e7)]))
  const count = 2 + Math.floor(draw() * 30)
  const points = Array.from({ length: count }, (_, index) => ({ at: index * 10, rates: anyRates(), open: anyOpen() }))
  const movements = Array.from({ length: Math.floor(draw() * 60) }, (): Movement => {
    const index = 1 + Math.floor(draw() * (count - 1))
    const event = codes[Math.floor(draw() * codes.length)] as EventCode
    const wallet = wallets[Math.floor(draw() * wallets.length)] as Wallet
    return { point: index, at: index * 10 - 3, event, wallet, amount: amount(1e6) }
  })
  const held = new Map(wallets.map((wallet) => [wallet, amount(1e9)]))
  return { points, balances: held, movements, ratesAt: anyRates }
}

test('start + money in + profit = now, and the sources add up to the profit, for any past', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const curve = curveOf(anyFacts(seed))
    assert.equal(curve.start + curve.moneyIn + curve.profit, curve.total, `seed ${seed}`)
    assert.equal(addMoney(nothing, ...curve.sources.values()), curve.profit, `seed ${seed}`)
    const last = curve.points.at(-1)
    assert.deepEqual([last?.total, last?.moneyIn], [curve.total, curve.start + curve.moneyIn], `seed ${seed}`)
    assert.equal(
      addMoney(nothing, ...curve.flows.map(({ amount }) => amount)),
      curve.moneyIn,
      `the marks of seed ${seed} are all the money in`,
    )
  }
})

test('currencies bring nothing to somebody whose money is all in pesos', () => {
  const inPesos = (wallet: Wallet) => walletCurrency[wallet] === 'MXN'
  for (let seed = 1; seed <= 200; seed += 1) {
    const facts = anyFacts(seed)
    const only = curveOf({
      ...facts,
      balances: new Map([...facts.balances].filter(([wallet]) => inPesos(wallet))),
      points: facts.points.map((each) => ({
        ...each,
        open: new Map([...each.open].filter(([source]) => inPesos(walletOfSource[source]))),
      })),
      // A trade in a wallet that trades nothing does not happen, and of a transfer both sides are in the list.
      movements: facts.movements.filter(
        ({ event, wallet }) =>
          inPesos(wallet) && (moneyKindOf(event, 1n) ?? sourceOfMovement(event, wallet)) !== undefined,
      ),
    })
    assert.equal(only.sources.get('CURRENCIES') ?? nothing, nothing, `seed ${seed}`)
  }
})
