import type { Alert } from '@mex/contract/alerts/shapes.ts'
import { changePercent } from '@mex/core/market/price-change.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { price, type Percent, type Price } from '@mex/core/money/money.ts'

import { changePercentText, percentText, priceText } from '#components/figures.ts'
import { formatTimestamp } from '#text/format-time.ts'
import type { Text } from '#text/use-text.ts'

/** '−3.00%': how far a level is from a price; '—' without one. */
export const distanceText = (level: Price | undefined, last: Price | undefined): string =>
  (level === undefined || last === undefined ? undefined : changePercentText(changePercent(level, last)))?.text ?? '—'

/** A price and so many hundredths of a percent of it, to the nearest step. */
export const priceWith = (last: Price, percent: bigint, tick: Price): Price =>
  price(divide((last * (10_000n + percent)) / 10_000n, tick, 'near') * tick)

type Row = Pick<Alert, 'kind' | 'level' | 'percent' | 'tick'>

/** 'Above 425.00', 'Moves 3.00% in a day'. */
export function targetText(t: Text, { kind, level, percent, tick }: Row): string {
  if (kind === 'move') return t('alerts.isMove', { percent: percentText(percent) })
  const text = priceText(level, tick)
  return kind === 'above' ? t('alerts.isAbove', { level: text }) : t('alerts.isBelow', { level: text })
}

/** How far an alert is away, or why it does not wait. */
export function stateText(
  t: Text,
  alert: Pick<Alert, 'kind' | 'level' | 'state' | 'toldAt'>,
  live: { readonly last: Price | undefined; readonly changeRatio: Percent | undefined },
): string {
  const { state, kind, level, toldAt } = alert
  if (state === 'gone') return t('alerts.gone')
  if (state === 'reached') return t('alerts.reached', { time: toldAt === undefined ? '—' : formatTimestamp(toldAt) })
  if (state === 'told') return t('alerts.waits')
  if (kind === 'move') return t('alerts.today', { percent: changePercentText(live.changeRatio)?.text ?? '—' })
  return t('alerts.away', { percent: distanceText(level, live.last) })
}

/** 'once', 'repeats · practice hours too'. */
export const switchesText = (
  t: Text,
  { repeats, inPracticeHours }: Pick<Alert, 'repeats' | 'inPracticeHours'>,
): string =>
  [t(repeats ? 'alerts.repeatsWord' : 'alerts.onceWord'), ...(inPracticeHours ? [t('alerts.practiceWord')] : [])].join(
    ' · ',
  )
