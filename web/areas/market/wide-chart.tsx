import type { Quote } from '@mex/contract/market/shapes.ts'
import type { Period } from '@mex/core/market/quote.ts'
import { ChevronLeft } from 'lucide-react'
import { use, useEffect, useSyncExternalStore, type ReactNode } from 'react'

import { PeriodTabs } from './chart/period-tabs.tsx'
import { changePercentText, priceText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ScreenFrameContext } from '#ui/screen-frame.ts'
import { PracticeTag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './quote-page.module.css'

/** A phone in landscape orientation: too low for the page, suitable for a chart. */
const wide = '(orientation: landscape) and (max-height: 480px)'

export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(wide).matches,
  )
}

type Props = {
  quote: Quote
  period: Period
  onPeriod: (period: Period) => void
  /** The chart, which fills the remaining space. */
  children: ReactNode
}

/** The full-window chart, with price and periods in one line. */
export function WideChart({ quote, period, onPeriod, children }: Props) {
  const t = useText()
  const { practice, back, onTitle } = use(ScreenFrameContext)
  const { name } = quote
  useEffect(() => onTitle(name), [onTitle, name])
  return (
    <div className={styles['wide']}>
      <header className={styles['wideHead']}>
        {back !== undefined ? <IconButton icon={<ChevronLeft />} label={t('ui.back')} onPress={back} /> : undefined}
        <Typography size={15} weight="bold" cut as="h2">
          {name}
        </Typography>
        <PracticeTag text={practice} />
        <Typography size={15} weight="semibold">
          {priceText(quote.last, quote.tick)}
        </Typography>
        <Change change={changePercentText(quote.changeRatio)} />
        <div className={styles['widePeriods']}>
          <PeriodTabs period={period} onPeriod={onPeriod} />
        </div>
      </header>
      <main className={styles['wideChart']}>{children}</main>
    </div>
  )
}
