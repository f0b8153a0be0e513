import { useText, useLanguage } from '#text/use-text.ts'
import { formatCompact } from '#text/format.ts'
import { candleTimeText } from './axis.ts'
import type { ChartInput } from './chart-input.ts'
import styles from './chart.module.css'
import type { Candle } from './series.ts'

/** 'date O H L C V' of the candle under the crosshair. */
export function CandleRow({ input, candle, right }: { input: ChartInput; candle: Candle; right: number }) {
  const t = useText()
  const language = useLanguage()
  const { period, priceText } = input
  const { time, open, high, low, close, volume } = candle
  const parts =
    period === 'intraday'
      ? [[t('quote.close'), priceText(close)]]
      : [
          [t('quote.open'), priceText(open)],
          [t('quote.high'), priceText(high)],
          [t('quote.low'), priceText(low)],
          [t('quote.close'), priceText(close)],
        ]
  return (
    <p className={styles['legend']} style={{ right }}>
      <strong>{candleTimeText(period, time)}</strong>
      {parts.map(([name, value]) => (
        <span key={name}>{`${name} ${value}`}</span>
      ))}
      {volume > 0 ? <span>{`${t('quote.volume')} ${formatCompact(volume.toFixed(2), language)}`}</span> : undefined}
    </p>
  )
}
