import { present } from '#assert.ts'
import type { Name } from '#market/instrument.ts'
import { rateOf, type Rate } from '#money/money.ts'
import { dayNumber, type DayNumber } from '#time-zone.ts'
import { breakout, contrarian, lowVolatility, momentum, reversal, trend, type AgencyRule } from './rules.ts'

/** An agency: a published rule that runs campaigns of the same kind, one after the other (rulebook §25.1). Nobody stands behind it. */
export type Agency = {
  readonly id: number
  readonly name: Name
  /** Two letters instead of a picture. */
  readonly initials: string
  readonly strategy: Name
  /** The rule in words. */
  readonly rule: Name
  readonly choice: AgencyRule
  readonly leverage: 1 | 2 | 3
  /** The move of the price against a campaign that ends it. */
  readonly stop: Rate
  /** Sessions from one opening to the next, and how many of them a campaign lasts. */
  readonly cycle: number
  readonly sessions: number
  /** Sessions for which orders are accepted; as long as the cycle, one campaign is always open for orders. */
  readonly lead: number
  /** Sessions by which its first campaign opens later than the inception, so that not all open on one day. */
  readonly offset: number
  /** The agency ends for good when it has lost so much since its highest value; undefined if it never does. */
  readonly endsAfterFall: Rate | undefined
}

/** The first session of every agency: all began on the same day, and none was added or left out afterwards. */
export const inception: DayNumber = dayNumber('2025-03-03')

/** Shares of large companies that pay no dividend, so that a price alone tells what a campaign earned. */
export const universe = ['TSLA', 'MSFT', 'AMD', 'AVGO', 'NET', 'UBER', 'COST', 'DIS', 'NKE', 'SBUX', 'TMO', 'CAT'].map(
  (code) => `US:${code}`,
)

/** What following is compared with: buying and holding this. */
export const benchmark = 'GLOBAL:SPX'

export const agencies: readonly Agency[] = [
  {
    id: 1,
    name: { en: 'Northstar Momentum', zh: '北辰动量' },
    initials: 'NM',
    strategy: { en: '60-day momentum', zh: '60 日动量' },
    rule: {
      en: 'Buys the share that has risen most in 60 sessions, with 2×, for five sessions.',
      zh: '以 2 倍杠杆买入 60 个交易日涨幅最大的股票，持有五个交易日。',
    },
    choice: momentum(60),
    leverage: 2,
    stop: rateOf('0.05'),
    cycle: 5,
    sessions: 5,
    lead: 5,
    offset: 0,
    endsAfterFall: undefined,
  },
  {
    id: 2,
    name: { en: 'Quiet Carry', zh: '静水' },
    initials: 'QC',
    strategy: { en: 'Low volatility', zh: '低波动' },
    rule: {
      en: 'Buys the share that has moved least in 60 sessions, with 1×, for ten sessions.',
      zh: '以 1 倍杠杆买入 60 个交易日波动最小的股票，持有十个交易日。',
    },
    choice: lowVolatility(60),
    leverage: 1,
    stop: rateOf('0.05'),
    cycle: 10,
    sessions: 10,
    lead: 10,
    offset: 1,
    endsAfterFall: undefined,
  },
  {
    id: 3,
    name: { en: 'Meridian Reversal', zh: '子午反转' },
    initials: 'MR',
    strategy: { en: 'Mean reversion', zh: '均值回归' },
    rule: {
      en: 'Buys the most oversold share if its 14-session relative strength is below 35, with 2×, for three sessions.',
      zh: '若 14 日相对强弱低于 35，以 2 倍杠杆买入最超卖的股票，持有三个交易日。',
    },
    choice: reversal(14, 350_000n),
    leverage: 2,
    stop: rateOf('0.05'),
    cycle: 8,
    sessions: 3,
    lead: 2,
    offset: 2,
    endsAfterFall: rateOf('0.5'),
  },
  {
    id: 4,
    name: { en: 'Delta Breakout', zh: '三角突破' },
    initials: 'DB',
    strategy: { en: '20-day breakout', zh: '20 日突破' },
    rule: {
      en: 'Buys above, or sells below, the 20-session range of the share that left it farthest, with 1×, for five sessions.',
      zh: '在超出 20 日区间最远的股票上顺势买入或卖空，1 倍杠杆，持有五个交易日。',
    },
    choice: breakout(20),
    leverage: 1,
    stop: rateOf('0.04'),
    cycle: 5,
    sessions: 5,
    lead: 5,
    offset: 3,
    endsAfterFall: undefined,
  },
  {
    id: 5,
    name: { en: 'Compass Trend', zh: '罗盘趋势' },
    initials: 'CT',
    strategy: { en: '100-day trend', zh: '100 日趋势' },
    rule: {
      en: 'Follows the share farthest from its 100-session average, up or down, with 1×, for fifteen sessions.',
      zh: '顺着距离 100 日均线最远的股票的方向买入或卖空，1 倍杠杆，持有十五个交易日。',
    },
    choice: trend(100),
    leverage: 1,
    stop: rateOf('0.08'),
    cycle: 15,
    sessions: 15,
    lead: 15,
    offset: 4,
    endsAfterFall: undefined,
  },
  {
    id: 6,
    name: { en: 'Contrary Tide', zh: '逆潮' },
    initials: 'CN',
    strategy: { en: 'Short the strongest', zh: '卖空最强' },
    rule: {
      en: 'Sells short the share that has risen most in 20 sessions, with 1×, for five sessions.',
      zh: '以 1 倍杠杆卖空 20 个交易日涨幅最大的股票，持有五个交易日。',
    },
    choice: contrarian(20),
    leverage: 1,
    stop: rateOf('0.06'),
    cycle: 6,
    sessions: 5,
    lead: 6,
    offset: 2,
    endsAfterFall: undefined,
  },
  {
    id: 7,
    name: { en: 'Harbour Sprint', zh: '港湾冲刺' },
    initials: 'HS',
    strategy: { en: 'Daily 3× momentum', zh: '单日 3 倍动量' },
    rule: {
      en: 'Bought the share that rose most in the last session, with 3×, for one session, every session.',
      zh: '每个交易日以 3 倍杠杆买入前一交易日涨幅最大的股票，持有一个交易日。',
    },
    choice: momentum(1),
    leverage: 3,
    stop: rateOf('0.05'),
    cycle: 1,
    sessions: 1,
    lead: 1,
    offset: 1,
    endsAfterFall: rateOf('0.4'),
  },
]

/** The agency with an id; every campaign has one. */
export const agencyOf = (id: number): Agency =>
  present(
    agencies.find((agency) => agency.id === id),
    `agency ${id}`,
  )
