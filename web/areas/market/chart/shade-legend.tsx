import type { ChartPeriod, Phase } from '@mex/core/market/quote.ts'

import { useComparison } from '#areas/market/compare/comparing.ts'
import { useText } from '#text/use-text.ts'
import { classes } from '#ui/classes.ts'
import styles from './chart-panel.module.css'
import { useBars } from './use-bars.ts'
import type { Charted } from './charted.ts'

type Props = { charted: Pick<Charted, 'code' | 'market'>; period: ChartPeriod }

/** What the shades of the chart mean, by the names of their hours; only those that it has. */
export function ShadeLegend({ charted: { code, market }, period }: Props) {
  const t = useText()
  // The same request as that of the chart, so it is sent once.
  const { data } = useBars({ code, market, period })
  const phases = [...new Set(data?.outside.map(({ phase }) => phase))]
  // A comparison has no shades.
  const isCompared = useComparison({ code, market }) !== undefined
  if (isCompared || phases.length === 0) return undefined
  const names: Readonly<Partial<Record<Phase, string>>> = {
    practice: t('quote.shades.practice'),
    pre: t('quote.preMarket'),
    post: t('quote.postMarket'),
  }
  return (
    <ul className={styles['shades']}>
      {phases.map((phase) => (
        <li key={phase} className={styles['shade']}>
          <span className={classes(styles['swatch'], styles[phase === 'practice' ? 'practice' : 'extended'])} />
          {names[phase] ?? t(`market.phases.${phase}`)}
        </li>
      ))}
    </ul>
  )
}
