import { calls } from '@mex/contract/areas.ts'
import { money, moneyOf, quantity, quantityOf } from '@mex/core/money/money.ts'
import type { Person } from '@mex/world/person.ts'
import type { SeededRandom } from '#simulation/seeded-random.ts'

/** What people do with every product, through the calls of its pages. */

/** Somebody with a network address of their own, as behind a proxy: limits for networks are then theirs alone. */
export type Customer = { readonly person: Person; readonly address: string }

/** The lists that everybody sees; asked again when they are older than a moment. */
export type Offered = {
  readonly [Name in keyof typeof asked]: () => Promise<Awaited<ReturnType<(typeof asked)[Name]>>>
}

const page = { pageNum: 1, pageSize: 50 }

/** The calls of a customer, from their own address. */
const callsOf =
  ({ person, address }: Customer): Person['call'] =>
  (call, input, options) =>
    person.call(call, input, { ...options, headers: { 'x-forwarded-for': address } })

const asked = {
  issues: (call: Person['call']) => call(calls.offerings.issues, {}),
  placings: async (call: Person['call']) => (await call(calls.placings.list, page)).rows,
  blocks: async (call: Person['call']) => (await call(calls.blocks.offers, page)).rows,
  bonds: async (call: Person['call']) => (await call(calls.bonds.list, page)).rows,
  agencies: (call: Person['call']) => call(calls.follows.agencies, {}),
  products: (call: Person['call']) => call(calls.quantify.products, {}),
  robots: async (call: Person['call']) => (await call(calls.robots.list, page)).rows,
} as const

/** Wall-clock milliseconds for which everybody uses the same answer. */
const freshMilliseconds = 1500

export function openOffered(customer: Customer): Offered {
  const call = callsOf(customer)
  const keep = <T>(ask: (with_: Person['call']) => Promise<T>): (() => Promise<T>) => {
    let [known, until]: [Promise<T> | undefined, number] = [undefined, 0]
    return () => {
      if (known === undefined || performance.now() > until) {
        until = performance.now() + freshMilliseconds
        known = ask(call)
        known.catch(() => (known = undefined))
      }
      return known
    }
  }
  return {
    issues: keep(asked.issues),
    placings: keep(asked.placings),
    blocks: keep(asked.blocks),
    bonds: keep(asked.bonds),
    agencies: keep(asked.agencies),
    products: keep(asked.products),
    robots: keep(asked.robots),
  }
}

type Doing = { readonly call: Person['call']; readonly random: SeededRandom; readonly offered: Offered }
/** Does something; false when there is nothing to do it with now. */
type Act = (doing: Doing) => Promise<boolean>

const shares = [
  ['AAPL', 'US', 'UsStock', '2'],
  ['MSFT', 'US', 'UsStock', '1'],
  ['NVDA', 'US', 'UsStock', '3'],
  ['WALMEX', 'MX', 'MX', '100'],
] as const
const market = { side: 'buy', type: 'market', leverage: 1, purpose: 'open' } as const

const pick = <T>(random: SeededRandom, list: readonly T[]): T | undefined =>
  list.length === 0 ? undefined : random.pick(list)
const times = <Amount extends bigint>(amount: Amount, count: number): bigint => amount * BigInt(count)

/** Every kind of action, with how often it is chosen. */
export const actions: Readonly<Record<string, { readonly weight: number; readonly act: Act }>> = {
  'buy shares': {
    weight: 14,
    async act({ call, random }) {
      const [code, where, classify, count] = random.pick(shares)
      const side = random.percent(80) ? 'buy' : 'sell'
      const leverage = random.pick([1, 1, 2, 5])
      const order = { ...market, side, code, market: where, classify, leverage, extendedHours: false } as const
      await call(calls.trading.createStock, { ...order, quantity: quantityOf(count) })
      return true
    },
  },
  'buy shares of Hong Kong': {
    weight: 4,
    async act({ call, random }) {
      const order = { ...market, code: '00700', market: 'HK', classify: 'HK', leverage: random.pick([1, 3]) } as const
      await call(calls.trading.createHongKongStock, { ...order, quantity: quantityOf('100') })
      return true
    },
  },
  'order in an auction': {
    weight: 6,
    async act({ call, random }) {
      const code = random.pick(['AAPL', 'MSFT', 'NVDA'])
      await call(calls.trading.createAuction, { ...market, code, quantity: quantityOf('1') })
      return true
    },
  },
  'buy a future': {
    weight: 2,
    async act({ call, random }) {
      const autoRoll = random.percent(70)
      const order = { ...market, code: 'MES', leverage: 10, autoRoll, quantity: quantityOf('1') } as const
      await call(calls.trading.createFuture, order)
      return true
    },
  },
  'buy a currency': {
    weight: 2,
    async act({ call, random }) {
      const code = random.pick(['EURUSD', 'USDMXN', 'XAUUSD'])
      await call(calls.trading.createForex, { ...market, code, leverage: 10, quantity: quantityOf('0.01') })
      return true
    },
  },
  'close a position': {
    weight: 14,
    async act({ call, random }) {
      const position = pick(random, (await call(calls.trading.positions, page)).rows)
      if (position === undefined) return false
      const part = random.percent(70) ? 'full' : 'half'
      await call(calls.trading.close, { id: position.id, part, type: 'market' })
      return true
    },
  },
  'apply for a new issue': {
    weight: 8,
    async act({ call, random, offered }) {
      const issue = pick(
        random,
        (await offered.issues()).filter(({ phase }) => phase === 'open'),
      )
      if (issue === undefined) return false
      await call(calls.offerings.apply, { id: issue.id, quantity: quantity(times(issue.least, 1 + random.below(4))) })
      return true
    },
  },
  'pay for allotted shares': {
    weight: 5,
    async act({ call }) {
      const { rows } = await call(calls.offerings.applications, page)
      const owing = rows.find(({ pending }) => pending > 0n)
      if (owing === undefined) return false
      await call(calls.offerings.add, { id: owing.id, amount: money(owing.pending) })
      return true
    },
  },
  'apply for a placing': {
    weight: 7,
    async act({ call, random, offered }) {
      const placing = pick(
        random,
        (await offered.placings()).filter(({ phase }) => phase === 'open'),
      )
      if (placing === undefined) return false
      const wanted = quantity(times(placing.least, 1 + random.below(3)))
      await call(calls.placings.apply, { id: placing.id, quantity: wanted })
      return true
    },
  },
  'order a block': {
    weight: 4,
    async act({ call, random, offered }) {
      const block = pick(
        random,
        (await offered.blocks()).filter(({ remaining, least }) => remaining >= least),
      )
      if (block === undefined) return false
      await call(calls.blocks.create, { id: block.offerId, quantity: block.least })
      return true
    },
  },
  'buy a bond': {
    weight: 8,
    async act({ call, random, offered }) {
      const bond = pick(
        random,
        (await offered.bonds()).filter(({ isOffered }) => isOffered),
      )
      if (bond === undefined) return false
      const face = moneyOf(random.pick(['100', '500', '2000']))
      await call(calls.bonds.buy, { id: bond.id, face })
      return true
    },
  },
  'sell a bond': {
    weight: 4,
    async act({ call, random }) {
      const { rows } = await call(calls.bonds.holdings, page)
      const holding = pick(
        random,
        rows.filter(({ status }) => status === 'bought'),
      )
      if (holding === undefined) return false
      const isPart = random.percent(40) && holding.face > moneyOf('400')
      await call(calls.bonds.sell, { id: holding.id, face: isPart ? moneyOf('200') : undefined })
      return true
    },
  },
  'follow a campaign': {
    weight: 7,
    async act({ call, random, offered }) {
      const open = (await offered.agencies()).flatMap(({ id, campaigns }) =>
        campaigns.filter(({ state }) => state === 'open').map((campaign) => ({ agencyId: id, campaign })),
      )
      const chosen = pick(random, open)
      if (chosen === undefined) return false
      const amount = moneyOf(random.pick(['100', '750.50', '3000']))
      await call(calls.follows.add, { agencyId: chosen.agencyId, campaignId: chosen.campaign.id, amount })
      return true
    },
  },
  'put money in a strategy': {
    weight: 7,
    async act({ call, random, offered }) {
      const product = pick(
        random,
        (await offered.products()).filter(({ isOpen }) => isOpen),
      )
      if (product === undefined) return false
      const amount = moneyOf(random.pick(['100', '1234.56', '4000']))
      await call(calls.quantify.save, { product: product.id, amount, agree: true })
      return true
    },
  },
  'rent a robot': {
    weight: 5,
    async act({ call, random, offered }) {
      const robot = pick(random, await offered.robots())
      if (robot === undefined) return false
      await call(calls.robots.rent, { robotId: robot.robotId, quantity: 1 })
      return true
    },
  },
  'give a robot back': {
    weight: 2,
    async act({ call, random }) {
      const order = pick(random, (await call(calls.robots.orders, page)).rows)
      if (order === undefined) return false
      await call(calls.robots.redeem, { id: order.id })
      return true
    },
  },
  'move money': {
    weight: 5,
    async act({ call, random }) {
      const wallet = random.pick(['US_STOCK', 'STOCK', 'FINANCIAL', 'FOLLOW', 'SUBSCRIPTION', 'HK_STOCK'] as const)
      const [from, to] = random.percent(75) ? (['BALANCE', wallet] as const) : ([wallet, 'BALANCE'] as const)
      await call(calls.wallet.transfer, { from, to, amount: moneyOf('2500') })
      return true
    },
  },
}

const total = Object.values(actions).reduce((sum, { weight }) => sum + weight, 0)

/** The name of an action, as often as its weight says. */
export function drawAction(random: SeededRandom): string {
  let drawn = random.below(total)
  for (const [name, { weight }] of Object.entries(actions)) {
    if (drawn < weight) return name
    drawn -= weight
  }
  throw new Error('Broken invariant: the weights are a sum')
}

/** Does one action for a customer. */
export const act = (name: string, customer: Customer, doing: Omit<Doing, 'call'>): Promise<boolean> =>
  (actions[name] as { act: Act }).act({ ...doing, call: callsOf(customer) })
