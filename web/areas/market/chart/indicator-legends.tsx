import { formatPrice } from '#text/format.ts'
import type { ChartInput, ChartLayout } from './chart-input.ts'
import styles from './chart.module.css'
import { paneOf, type IndicatorLine } from './indicator-names.ts'

type PaneProps = {
  input: ChartInput
  lines: readonly IndicatorLine[]
  /** The time of the candle whose values are shown; undefined for the newest. */
  shownAt: number | undefined
  layout: ChartLayout
}

/** The indicators with their values: those on the price above the chart unless a candle is there, the others in their panes. */
export function IndicatorLegends({ isCandleShown, ...legend }: PaneProps & { isCandleShown: boolean }) {
  const { lines, input, shownAt, layout } = legend
  const onPrice = isCandleShown ? [] : lines.filter(({ of }) => paneOf(of) === undefined)
  return (
    <>
      {onPrice.length === 0 ? undefined : (
        <p className={styles['legend']} style={{ right: layout.scaleWidth }}>
          <Values lines={onPrice} input={input} shownAt={shownAt} />
        </p>
      )}
      <PaneLegends {...legend} />
    </>
  )
}

/** In each pane below the price: the indicator and its value. */
function PaneLegends({ input, lines, shownAt, layout }: PaneProps) {
  const panes = [...new Set(lines.flatMap(({ of }) => paneOf(of) ?? []))]
  return (
    <>
      {panes.map((pane, index) => {
        const top = layout.paneTops[index]
        return top === undefined ? undefined : (
          <p key={pane} className={styles['legend']} style={{ top: top + 2, right: layout.scaleWidth }}>
            <Values lines={lines.filter(({ of }) => of === pane)} input={input} shownAt={shownAt} />
          </p>
        )
      })}
    </>
  )
}

/** Every named line with its value; a line without a name adds its value to the one before it. */
function Values({ lines, input, shownAt }: Omit<PaneProps, 'layout'>) {
  const { decimals, priceText } = input
  const write = ({ of }: IndicatorLine, value: number): string => {
    if (of === 'rsi') return value.toFixed(1)
    return of === 'macd' ? formatPrice(value.toFixed(decimals), decimals) : priceText(value)
  }
  return lines.map((line) => {
    const { points } = line
    const point = shownAt === undefined ? points.at(-1) : points.findLast(({ time }) => time <= shownAt)
    if (point === undefined || line.look === 'histogram') return undefined
    return (
      <span key={line.id} style={{ color: `var(--${line.colour})` }}>
        {[line.name, write(line, point.value)].filter((text) => text !== undefined).join(' ')}
      </span>
    )
  })
}
