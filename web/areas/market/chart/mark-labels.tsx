import type { CSSProperties } from 'react'

import { useLiveProfit } from '#areas/trading/door/live-profit.ts'
import { profitText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { classes } from '#ui/classes.ts'
import { VisuallyHidden } from '#ui/layout.tsx'
import { linkTarget } from '#ui/link-target.ts'
import type { ChartLayout } from './chart-input.ts'
import styles from './chart.module.css'
import { placeMarks, type LiveText, type Mark, type PlacedMark } from './marks.ts'

const arrows = { above: '▲ ', below: '▼ ' } as const

/** The labels of the user's own prices: links to the position, the order or the alert. Beyond the scale they stand in a strip at its edge, and near their line where that covers less of the candles. */
export function MarkLabels({ marks, layout }: { marks: readonly Mark[]; layout: ChartLayout }) {
  const t = useText()
  const { levels, scaleWidth } = layout
  const placeOf = ({ top, at }: PlacedMark): CSSProperties =>
    at === 'left' ? { top, left: 0, maxWidth: `calc(100% - ${scaleWidth}px)` } : { top, right: scaleWidth }
  return placeMarks(marks, levels, layout).map((placed) => {
    const { mark, points } = placed
    return (
      <a
        key={mark.key}
        className={classes(styles['mark'], styles[mark.kind])}
        style={placeOf(placed)}
        href={mark.href}
        data-plotted
        {...linkTarget(mark.href)}
      >
        {mark.kind === 'alert' ? undefined : (
          <VisuallyHidden>{t(mark.kind === 'order' ? 'quote.yourOrder' : 'quote.yourPosition')}</VisuallyHidden>
        )}
        <span className={styles['markText']}>
          {points === undefined ? undefined : <span aria-hidden="true">{arrows[points]}</span>}
          {typeof mark.text === 'string' ? mark.text : <Live text={mark.text} />}
        </span>
      </a>
    )
  })
}

/** The same price as everything else of the position on the page. */
function Live({ text: { position, say } }: { text: LiveText }) {
  return say(profitText(useLiveProfit([position]), position.currency)?.text ?? '')
}
