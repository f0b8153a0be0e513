import { ChevronLeft, Minimize2 } from 'lucide-react'
import { use, useEffect, useRef } from 'react'

import { changePercentText, priceText } from '#components/figures.ts'
import { NowWord, StateLine } from '#areas/market/quote/quote-head.tsx'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ScreenFrameContext } from '#ui/screen-frame.ts'
import { PracticeTag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './full-chart.module.css'
import { ChartTools, type ChartPanelProps } from './chart-panel.tsx'
import { MinuteChoice, PeriodTabs } from './period-tabs.tsx'
import { PriceChart } from './price-chart.tsx'
import { ShadeLegend } from './shade-legend.tsx'

type Props = ChartPanelProps & {
  /** Leaves the full screen; undefined where the page itself is the chart, on a phone that is turned. */
  onClose: (() => void) | undefined
}

/** The chart over the whole window, with price, periods and order buttons. */
export function FullChart({ quote, fetched, time, isStale, period, onPeriod, action, sides, onClose }: Props) {
  const t = useText()
  const { practice, back, onTitle } = use(ScreenFrameContext)
  const element = useRef<HTMLDivElement>(null)
  const { name } = quote
  useEffect(() => onTitle(name), [onTitle, name])
  useEffect(() => {
    const { current } = element
    if (current === null || onClose === undefined) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    }
    current.addEventListener('keydown', onKey)
    return () => current.removeEventListener('keydown', onKey)
  }, [onClose])
  useEffect(() => element.current?.focus(), [])
  const isOver = onClose !== undefined
  return (
    <div
      ref={element}
      className={styles['full']}
      tabIndex={-1}
      {...(isOver ? { role: 'dialog', 'aria-modal': true, 'aria-label': t('quote.fullScreenOf', { name }) } : {})}
    >
      <header className={styles['head']}>
        {!isOver && back !== undefined ? (
          <IconButton icon={<ChevronLeft />} label={t('ui.back')} onPress={back} />
        ) : undefined}
        <div className={styles['title']}>
          <div className={styles['now']}>
            <Typography size={15} weight="bold" cut as="h2">
              {name}
            </Typography>
            <PracticeTag text={practice} />
            <Typography size={15} weight="semibold">
              {priceText(quote.last, quote.tick)}
            </Typography>
            <Change change={changePercentText(quote.changeRatio, quote.change)} />
            <NowWord quote={fetched} phase={quote.phase} />
          </div>
          <div className={styles['state']}>
            <StateLine quote={quote} time={time} isStale={isStale} />
          </div>
        </div>
        <div className={styles['buttons']}>
          <ChartTools charted={quote} />
          {action}
          {isOver ? (
            <IconButton icon={<Minimize2 />} label={t('quote.leaveFullScreen')} tone="sunken" onPress={onClose} />
          ) : undefined}
        </div>
        <div className={styles['periods']}>
          <PeriodTabs period={period} onPeriod={onPeriod} />
        </div>
      </header>
      <main className={styles['chart']}>
        <PriceChart charted={quote} period={period} time={time} fill />
      </main>
      <footer className={styles['foot']}>
        <div className={styles['legend']}>
          <ShadeLegend charted={quote} period={period} />
        </div>
        <div className={styles['minutes']}>
          <MinuteChoice period={period} onPeriod={onPeriod} />
        </div>
        {sides === undefined ? undefined : <div className={styles['sides']}>{sides}</div>}
      </footer>
    </div>
  )
}
