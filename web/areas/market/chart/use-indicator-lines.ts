import type { ChartPeriod } from '@mex/core/market/quote.ts'
import { useEffect, useMemo, useState } from 'react'

import type { Overlays } from './chart-input.ts'
import type { Chosen } from './chosen.ts'
import { isShownFor, lowerIndicators, priceIndicators, type IndicatorLine } from './indicator-names.ts'
import type { Candle } from './series.ts'

type Loaded = {
  readonly compute: typeof import('./indicators.ts').indicatorLines
  readonly open: Exclude<Overlays['openIndicators'], undefined>
}
type Shown = Pick<Overlays, 'lines' | 'openIndicators'>

const none: readonly IndicatorLine[] = []

async function load(): Promise<Loaded> {
  const [lines, drawing] = await Promise.all([import('./indicators.ts'), import('./indicator-drawing.ts')])
  return { compute: lines.indicatorLines, open: (chart) => new drawing.IndicatorDrawing(chart) }
}

/** The lines of the chosen indicators, and what draws them. Both are loaded with the first one. */
export function useIndicatorLines(candles: readonly Candle[], period: ChartPeriod, chosen: Chosen): Shown {
  const [loaded, setLoaded] = useState<Loaded>()
  const names = useMemo(
    () =>
      [...priceIndicators, ...lowerIndicators].filter(
        (name) => name !== 'volume' && chosen.has(name) && isShownFor(name, period),
      ),
    [chosen, period],
  )
  const isMissing = names.length > 0 && loaded === undefined
  useEffect(() => {
    if (!isMissing) return undefined
    let isGone = false
    // Without its code the chart has no indicators; the next choice tries again.
    load().then(
      (found) => {
        if (!isGone) setLoaded(found)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isMissing, names])
  return useMemo(
    () => ({
      lines: loaded === undefined ? none : names.flatMap((name) => loaded.compute(name, candles)),
      openIndicators: loaded?.open,
    }),
    [loaded, names, candles],
  )
}
