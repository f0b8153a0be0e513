import type { Quote } from '@mex/contract/market/shapes.ts'
import type { ChartPeriod } from '@mex/core/market/quote.ts'
import { Maximize2, SlidersHorizontal } from 'lucide-react'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

import { useSession } from '#data/session.ts'
import { CompareButton } from '#areas/market/compare/compare-button.tsx'
import type { VenueTime } from '#areas/market/door/market-times.ts'
import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { lazyComponent } from '#ui/lazy.tsx'
import { useLayer } from '#ui/use-layer.ts'
import styles from './chart-panel.module.css'
import type { Charted } from './charted.ts'
import { MinuteChoice, PeriodTabs } from './period-tabs.tsx'
import { PriceChart } from './price-chart.tsx'
import { ShadeLegend } from './shade-legend.tsx'

const IndicatorSheet = lazyComponent(() => import('./indicator-sheet.tsx').then((file) => file.IndicatorSheet))
const FullChart = lazyComponent(() => import('./full-chart.tsx').then((file) => file.FullChart))

export type ChartPanelProps = {
  quote: Quote
  /** The fetched quote without later ticks: it has the prices before and after the regular session. */
  fetched: Quote
  time: VenueTime
  /** The last refetch failed. */
  isStale: boolean
  period: ChartPeriod
  onPeriod: (period: ChartPeriod) => void
  /** Another button of the row, between those of the indicators and of the full screen. */
  action?: ReactNode
  /** The order buttons, which the full screen shows too. */
  sides?: ReactNode
  /** As high as its container, instead of as high as a phone needs. */
  fill?: boolean
}

/** The chart of an instrument with everything that belongs to it: legend, buttons, periods. As wide as its container. */
export function ChartPanel(props: ChartPanelProps) {
  const { quote, time, period, onPeriod, action, fill = false } = props
  const t = useText()
  const [isFull, setFull] = useState(false)
  return (
    <div className={fill ? styles['filled'] : undefined}>
      <div className={styles['bar']}>
        <ShadeLegend charted={quote} period={period} />
        <div className={styles['buttons']}>
          <ChartTools charted={quote} />
          {action}
          <IconButton icon={<Maximize2 />} label={t('quote.fullScreen')} tone="sunken" onPress={() => setFull(true)} />
        </div>
      </div>
      <div className={styles['chart']}>
        <PriceChart charted={quote} period={period} time={time} fill={fill} />
      </div>
      <PeriodTabs period={period} onPeriod={onPeriod} />
      <MinuteChoice period={period} onPeriod={onPeriod} />
      {isFull ? <FullScreen {...props} onClose={() => setFull(false)} /> : undefined}
    </div>
  )
}

/** The buttons of every chart: its indicators, and what it is compared with. */
export const ChartTools = ({ charted }: { charted: Charted }) => (
  <>
    <IndicatorButton />
    <CompareButton charted={charted} />
  </>
)

/** Opens the picker of indicators. */
function IndicatorButton() {
  const t = useText()
  const isSignedIn = useSession() !== undefined
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <>
      <IconButton
        icon={<SlidersHorizontal />}
        label={t('quote.indicators')}
        keys="I"
        tone="sunken"
        onPress={() => setOpen(true)}
      />
      {wasOpen ? (
        <Suspense>
          <IndicatorSheet open={isOpen} onClose={() => setOpen(false)} isSignedIn={isSignedIn} />
        </Suspense>
      ) : undefined}
    </>
  )
}

/** The chart over the whole window, until Back, Escape or its button closes it. What is below cannot be reached meanwhile. */
function FullScreen({ onClose, ...props }: ChartPanelProps & { onClose: () => void }) {
  useLayer(true, onClose)
  // Read while rendering: the effects of the chart inside, which take the focus, run before those here.
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    const root = document.getElementById('root')
    root?.setAttribute('inert', '')
    return () => {
      root?.removeAttribute('inert')
      if (before instanceof HTMLElement) before.focus()
    }
  }, [before])
  return createPortal(
    <Suspense>
      <FullChart {...props} onClose={onClose} />
    </Suspense>,
    document.body,
  )
}
