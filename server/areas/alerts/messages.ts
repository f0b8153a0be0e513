import type { MessageSubject } from '@mex/contract/messages.ts'
import { levelIn, type AlertSight, type PriceAlert } from '@mex/core/alerts/price-alert.ts'
import { present } from '@mex/core/assert.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { changePercent } from '@mex/core/market/price-change.ts'
import { tickAt, tickNear } from '@mex/core/market/ticks.ts'
import { formatDecimal, magnitude } from '@mex/core/money/decimal.ts'
import { formatPrice, type Percent, type Price } from '@mex/core/money/money.ts'

/** What the message of an alert that has fired says. */
export function firedSubject(
  { target, createdAt }: PriceAlert,
  { quote: { last, venueTime }, actions, day }: AlertSight,
  { code, ticks }: Pick<Instrument, 'code' | 'ticks'>,
): MessageSubject {
  const shown = (amount: Price): string => formatPrice(tickNear(ticks, amount), decimalsOf(tickAt(ticks, last)))
  const price = shown(last)
  if (target.kind === 'move') {
    const { previousClose } = present(day, 'the day of a move')
    const change = present(changePercent(last, previousClose), 'the change of a move')
    const percent = `${formatDecimal(target.percent, 2, 2)}%`
    return { kind: 'alert_move', values: { code, price, change: signed(change), percent } }
  }
  const level = shown(levelIn(target.level, createdAt, actions, venueTime))
  return { kind: target.kind === 'above' ? 'alert_above' : 'alert_below', values: { code, price, level } }
}

const decimalsOf = (tick: Price): number => formatPrice(tick).split('.')[1]?.length ?? 0

/** U+2212, as everywhere a fall is shown. */
const signed = (change: Percent): string => `${change < 0n ? '−' : '+'}${formatDecimal(magnitude(change), 2, 2)}%`
