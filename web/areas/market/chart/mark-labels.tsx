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

const arrows = { line: '', above: '▲ ', below: '▼ ' } as const

/** The labels of the user's own prices: links to the position or the order. Beyond the scale they stand at its edge. */
export function MarkLabels({ marks, layout }: { marks: readonly Mark[]; layout: ChartLayout }) {
  const t = useText()
  const { levels, scaleWidth, isEarly, labelStep } = layout
  const placed = placeMarks(marks, levels, layout)
  // Early in a session the candles are at the left, where the labels of lines stand otherwise.
  const isFreeAtRight = (top: number): boolean =>
    isEarly && placed.every((other) => other.side === 'line' || Math.abs(other.top - top) >= labelStep)
  const placeOf = (top: number, side: PlacedMark['side']): CSSProperties =>
    side === 'line' && !isFreeAtRight(top)
      ? { top, left: 0, maxWidth: `calc(100% - ${scaleWidth}px)` }
      : { top, right: scaleWidth }
  return placed.map(({ mark, top, side }) => (
    <a
      key={mark.key}
      className={classes(styles['mark'], styles[mark.kind])}
      style={placeOf(top, side)}
      href={mark.href}
      data-plotted
      {...linkTarget(mark.href)}
    >
      <VisuallyHidden>{t(mark.kind === 'order' ? 'quote.yourOrder' : 'quote.yourPosition')}</VisuallyHidden>
      <span className={styles['markText']}>
        <span aria-hidden="true">{arrows[side]}</span>
        {typeof mark.text === 'string' ? mark.text : <Live text={mark.text} />}
      </span>
    </a>
  ))
}

/** The same price as everything else of the position on the page. */
function Live({ text: { position, say } }: { text: LiveText }) {
  return say(profitText(useLiveProfit([position]), position.currency)?.text ?? '')
}
