import type { Planted } from './planted-bug.ts'

type Bug = Omit<Planted, 'about'>

const bonds: readonly Bug[] = [
  {
    name: 'a coupon of another rate than the bond has',
    file: 'core/bonds/pricing.ts',
    from: "return value(divide(face * 10n ** 6n * bond.couponRate * over, rateUnit * under, 'floor'))",
    to: "return value(divide(face * 10n ** 6n * (bond.couponRate + 10n ** 9n) * over, rateUnit * under, 'floor'))",
    found: /^bonds: purchase \d+: coupon of /,
  },
  {
    name: 'a sale of a bond at the middle of its spread',
    file: 'core/bonds/quote.ts',
    from: 'bid: price(middle - half)',
    to: 'bid: price(middle)',
    found: /^bonds: purchase \d+: is at /,
  },
  {
    name: 'a coupon for who bought on its day',
    file: 'core/bonds/decisions.ts',
    from: 'couponsUntil: settles,',
    to: 'couponsUntil: (bond.issued as typeof settles),',
    found: /^bond holding \d+: has a coupon |^bonds: purchase \d+: change of the wallet/,
  },
  {
    name: 'a sale of a part that keeps the face',
    file: 'core/bonds/holding.ts',
    from: 'face: subtractMoney(holding.face, face),',
    to: 'face: holding.face,',
    found: /^bonds: purchase \d+: face of its parts is /,
  },
]

const quantify: readonly Bug[] = [
  {
    name: 'a payout without the management fee',
    isCommon: true,
    file: 'core/quantify/order.ts',
    from: 'money(value - management - performance)',
    to: 'money(value - performance)',
    found: /^quantify: order \d+: change of the wallet |^I\d+: |^failure: /,
  },
  {
    name: 'units at the strike of before',
    file: 'core/quantify/order.ts',
    from: 'strikeAfter(savedAt)',
    to: 'strikeAfter(savedAt - 86_400_000)',
    found: /^quantify: order \d+: (status|start) is /,
  },
  {
    name: 'a payout a day before its end',
    file: 'core/quantify/order.ts',
    from: 'strikeOf(startStrike(order).date + order.termDays)',
    to: 'strikeOf(startStrike(order).date + order.termDays - 1)',
    found: /^quantify: order \d+: (status is completed|end is )/,
  },
  {
    name: 'a daily mark that counts from the start',
    file: 'core/quantify/order.ts',
    from: '    before = value\n',
    to: '',
    found: /^quantify: mark is /,
  },
  {
    name: 'a performance fee of the whole value',
    file: 'core/quantify/order.ts',
    from: 'greatest(0n, value - management - amount)',
    to: 'greatest(0n, value - management)',
    found: /^quantify: order \d+: performance fee is /,
  },
]

const follow: readonly Bug[] = [
  {
    name: 'a settlement that costs no turns',
    file: 'core/follow/campaign.ts',
    from: 'BigInt(terms.leverage) * 2n * turnCostBasisPoints',
    to: '0n * turnCostBasisPoints',
    found: /^follow: order \d+: value is /,
  },
  {
    name: 'a settlement without the performance fee',
    file: 'core/follow/postings.ts',
    from: `    credit('REV.PERF_FEE', currency, fee),
    credit('U.AVAIL', followWallet, subtractMoney(value, fee)),`,
    to: `    credit('U.AVAIL', followWallet, value),`,
    found: /^follow: order \d+: (change of the wallet|charged fee) is |^failure: /,
  },
  {
    name: 'a settlement on the day of the exit',
    isCommon: true,
    file: 'core/follow/decisions.ts',
    from: "return { kind: 'settle', at: run.exit?.settlesAt ?? Infinity }",
    to: "return { kind: 'settle', at: run.exit?.at ?? Infinity }",
    found: /^follow: order \d+: status is settled, should be ended/,
  },
  {
    name: 'an order that follows at the price of the middle',
    file: 'core/follow/decisions.ts',
    from: 'open: { price, quoteId } }',
    to: 'open: { price: (price + 1n) as typeof price, quoteId } }',
    found: /^follow: order \d+: opening is /,
  },
  {
    name: 'orders after the end of orders',
    file: 'core/follow/campaign.ts',
    from: 'publishedAt <= now && now < subscribeEnd &&',
    to: 'publishedAt <= now &&',
    found: /^follow: order \d+: was placed while the campaign took no orders/,
  },
]

const robots: readonly Bug[] = [
  {
    name: 'income of a tick that is counted twice',
    file: 'core/robots/course.ts',
    from: 'income: value(rental.income + income),',
    to: 'income: value(rental.income + income + (rental.ticks % 50 === 0 ? income : 0n)),',
    found: /^robots: rental \d+: income is /,
  },
  {
    name: 'energy that is not charged',
    isCommon: true,
    file: 'core/robots/course.ts',
    from: 'if (bought > 0) world.post(energyBought({ user, at: world.now }, id, number, paid))',
    to: 'if (bought > 0 && number % 12 !== 0) world.post(energyBought({ user, at: world.now }, id, number, paid))',
    found: /^robots: rental \d+: energy by the ledger is /,
  },
  {
    name: 'an early redemption that gives all of the rent back',
    file: 'core/robots/rental.ts',
    from: 'const fee = isExpired ? money(0n) : earlyFee(unearned)',
    to: 'const fee = money(0n)',
    found: /^robots: rental \d+: fee is 0, should be /,
  },
  {
    name: 'a robot that mines from its first minute',
    file: 'core/robots/rental.ts',
    from: 'starting: 120_000',
    to: 'starting: 60_000',
    found: /^robots: rental \d+: (status|difficulty of the start|coin of the start) is /,
  },
  {
    name: 'a robot that ends a day early',
    file: 'core/robots/rental.ts',
    from: 'createdAt + cycle * dayMilliseconds',
    to: 'createdAt + (cycle - 1) * dayMilliseconds',
    found: /^robots: rental \d+: /,
  },
  {
    name: 'six robots of one person',
    file: 'core/robots/decisions.ts',
    from: 'facts.running + count > runningMax',
    to: 'facts.running > runningMax',
    found: /^robots: rental \d+ of user \d+ is number /,
  },
]

/** Bugs of bonds, quantitative products, campaigns and robots that the simulation must find. */
export const plantedInvestments: readonly Planted[] = [
  ...bonds.map((bug) => ({ ...bug, about: 'bonds' }) as const),
  ...quantify.map((bug) => ({ ...bug, about: 'quantify' }) as const),
  ...follow.map((bug) => ({ ...bug, about: 'follow' }) as const),
  ...robots.map((bug) => ({ ...bug, about: 'robots' }) as const),
]
