import { moneyOf, priceOf, rateOf } from '#money/money.ts'
import type { Campaign, CampaignRun } from './campaign.ts'

export const hour = 3_600_000

/** A long campaign with 2×, in hours: published 0, orders until 20, open 24 to 120, settled at 144. */
export const campaign: Campaign = {
  id: 100_001,
  agency: 1,
  number: 1,
  instrument: 'US:TSLA',
  side: 'long',
  leverage: 2,
  stop: rateOf('0.06'),
  publishedAt: 0,
  subscribeEnd: 20 * hour,
  opensAt: 24 * hour,
  closesAt: 120 * hour,
  settlesAt: 144 * hour,
  capacity: moneyOf('20000000'),
  scheduleHash: 'hash',
}

const entry = { at: campaign.opensAt, quoteId: 'US:TSLA@1', price: priceOf('100') }
const at = (hours: number, price: string, kind: 'time' | 'stop') =>
  ({ at: hours * hour, quoteId: 'US:TSLA@2', price: priceOf(price), kind, settlesAt: (hours + 24) * hour }) as const

export const before: CampaignRun = { entry: undefined, exit: undefined, cancelledAt: undefined }
export const begun: CampaignRun = { ...before, entry }
export const gained: CampaignRun = { ...begun, exit: at(120, '110', 'time') }
export const stopped: CampaignRun = { ...begun, exit: at(50, '93.9', 'stop') }
export const cancelled: CampaignRun = { ...before, cancelledAt: 21 * hour }
