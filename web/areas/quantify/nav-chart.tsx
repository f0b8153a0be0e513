import type { Product } from '@mex/contract/quantify/shapes.ts'

import { useText } from '#text/use-text.ts'
import { Line, VisuallyHidden } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'

type Values = readonly number[]

type Props = {
  /** What the chart shows, for screen readers; the figures beside it say the same. */
  label: string
  /** The record, oldest first. */
  points: Values
  /** The same bought once and kept. */
  kept?: Values | undefined
  /** A level that is marked: what somebody bought at. */
  level?: number | undefined
  small?: boolean
  /** The dates under the two ends; between them, the length of a record that is not all of it. */
  ends?: readonly [string, ...string[], string]
}

const width = 300
const height = 100

/** The value of a unit over time, and what it is compared with. */
export function NavChart({ label, points, kept = [], level, small = false, ends }: Props) {
  const all = [...points, ...kept, ...(level === undefined ? [] : [level])]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const span = high - low || 1
  const heightOf = (value: number): number => height - 4 - ((value - low) / span) * (height - 8)
  const pathOf = (line: Values): string =>
    line
      .map((value, index) => {
        const x = line.length < 2 ? width : (index / (line.length - 1)) * width
        return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${heightOf(value).toFixed(1)}`
      })
      .join('')
  return (
    <div>
      <VisuallyHidden>{label}</VisuallyHidden>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={small ? 96 : '100%'}
        height={small ? 36 : 120}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {level === undefined ? undefined : (
          <path {...keptLine} d={`M0 ${heightOf(level)}L${width} ${heightOf(level)}`} />
        )}
        <path {...ownLine} d={pathOf(points)} />
        {/* Above the line of the strategy, with an edge: where both are the same, the dashes are still seen. */}
        {kept.length === 0 ? undefined : (
          <>
            <path {...keptEdge} d={pathOf(kept)} />
            <path {...keptLine} d={pathOf(kept)} />
          </>
        )}
      </svg>
      {ends === undefined ? undefined : (
        <Line spread="apart">
          {ends.map((end) => (
            <Typography key={end} size={12} tone="second">
              {end}
            </Typography>
          ))}
        </Line>
      )}
    </div>
  )
}

const always = { fill: 'none', strokeLinejoin: 'round', vectorEffect: 'non-scaling-stroke' } as const
const ownLine = { ...always, stroke: 'var(--brand-text)', strokeWidth: 2 } as const
const keptLine = { ...always, stroke: 'var(--text-2)', strokeWidth: 1.5, strokeDasharray: '4 3' } as const
const keptEdge = { ...keptLine, stroke: 'var(--surface)', strokeWidth: 4 } as const

/** Which line is which. */
export function Legend() {
  const t = useText()
  const keys = [
    [ownLine, t('quantify.strategy')],
    [keptLine, t('quantify.keptSame')],
  ] as const
  return (
    <Line gap={16} wrap>
      {keys.map(([line, text]) => (
        <Line key={text} gap={4}>
          <svg viewBox="0 0 18 8" width="18" height="8" aria-hidden="true">
            <path {...line} d="M0 4H18" />
          </svg>
          <Typography size={12} tone="second">
            {text}
          </Typography>
        </Line>
      ))}
    </Line>
  )
}

/** Buy and hold as if it had begun with the first shown value of the strategy. */
export function indexed(history: Product['navHistory']): readonly number[] {
  const first = history[0]
  if (first === undefined) return []
  return history.map(([, , kept]) => (Number(kept) / Number(first[2])) * Number(first[1]))
}
