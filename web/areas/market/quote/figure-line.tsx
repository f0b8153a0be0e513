import type { Quote } from '@mex/contract/market/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'

import type { ReactNode } from 'react'

import { priceText, useCompact } from '#components/figures.ts'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { widest } from './key-figures.tsx'
import styles from './instrument-panel.module.css'

/** The figures of the day in one line; what does not fit is left out, the last first. */
export function FigureLine({ quote, children }: { quote: Quote; children: ReactNode }) {
  const t = useText()
  const compact = useCompact()
  const { tick } = quote
  const price = (value: Quote['open']) => (value === undefined ? undefined : priceText(value, tick))
  const isTraded = quote.source !== sources.globalIndex
  const figures = [
    ['open', price(quote.open)],
    ['high', price(quote.high)],
    ['low', price(quote.low)],
    ['previousClose', price(quote.previousClose)],
    ['volume', isTraded ? compact(quote.volume) : undefined],
    ['low52', price(widest(quote.low52, quote.low, -1))],
    ['high52', price(widest(quote.high52, quote.high, 1))],
  ] as const
  return (
    <div className={styles['figures']}>
      <dl>
        {figures.map(([label, value]) =>
          value === undefined ? undefined : (
            <div key={label}>
              <dt>{capitalize(t(`spec.quoteLabels.${label}`))}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {children}
    </div>
  )
}
