import { divide } from '#money/decimal.ts'
import { rate, type Price, type Rate } from '#money/money.ts'
import { campaignResult, type Campaign } from './campaign.ts'

/** The value of 1 that followed an agency since its inception, after the cost of all turns: 8 decimals. */
export type NetAssetValue = bigint & { readonly brand: 'netAssetValue' }
const netAssetValue = (raw: bigint): NetAssetValue => raw as NetAssetValue
export const startValue = netAssetValue(10n ** 8n)

/** A day of a track: the end of its session, epoch milliseconds. */
export type TrackPoint = { readonly at: number; readonly value: NetAssetValue }

/** A value after a campaign, or while it runs at a price of now; the cost of both turns is taken off from the start. */
export const grown = (before: NetAssetValue, campaign: Pick<Campaign, 'side' | 'leverage'>, open: Price, now: Price) =>
  netAssetValue(divide(before * (10n ** 12n + campaignResult(campaign, open, now)), 10n ** 12n, 'floor'))

const share = (part: bigint, of: bigint): Rate => rate(of === 0n ? 0n : divide(part * 10n ** 12n, of, 'near'))

/** The last point by an instant. */
const pointAt = (track: readonly TrackPoint[], at: number): TrackPoint | undefined =>
  track.findLast((point) => point.at <= at)

/** The return of the time since an instant; undefined where the track is shorter. */
export function returnSince(track: readonly TrackPoint[], since: number): Rate | undefined {
  const [from, to] = [pointAt(track, since), track.at(-1)]
  return from === undefined || to === undefined ? undefined : share(to.value - from.value, from.value)
}

/** The worst fall from a highest value to a later one, zero or below. */
export function worstFall(track: readonly TrackPoint[]): Rate {
  let [highest, worst] = [0n, 0n]
  for (const { value } of track) {
    if (value > highest) highest = value
    const fall = share(value - highest, highest)
    if (fall < worst) worst = fall
  }
  return rate(worst)
}

/** The worst return of any 30 days, zero or below. */
export function worstReturn(track: readonly TrackPoint[], milliseconds: number): Rate {
  let worst = 0n
  let from = 0
  for (const { at, value } of track) {
    while ((track[from + 1]?.at ?? Infinity) <= at - milliseconds) from += 1
    const before = track[from]
    if (before === undefined || before.at > at - milliseconds) continue
    const change = share(value - before.value, before.value)
    if (change < worst) worst = change
  }
  return rate(worst)
}

/** Whether an agency has fallen so far below its highest value that it ends for good. */
export const hasFallen = (highest: NetAssetValue, value: NetAssetValue, fall: Rate): boolean =>
  value * 10n ** 12n <= highest * (10n ** 12n - fall)
