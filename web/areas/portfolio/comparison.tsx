import type { Curve } from '@mex/contract/portfolio/shapes.ts'
import type { Percent } from '@mex/core/money/money.ts'
import { beginsWithAccount } from '@mex/core/portfolio/grid.ts'
import { benchmarks } from '@mex/core/portfolio/returns.ts'

import { changePercentText } from '#components/figures.ts'
import { formatDate, formatTime } from '#text/format-time.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Line, Stack, VisuallyHidden } from '#ui/layout.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Typography } from '#ui/typography.tsx'
import type { Point } from './geometry.ts'
import { chosenBenchmark, useChosenBenchmark } from './range.ts'
import styles from './portfolio-curve.module.css'

/** Both returns as lines; undefined while nothing is compared, or the index has no level at the start. */
export function comparedLines({ points }: Curve): readonly Point[] | undefined {
  const lines = points.flatMap(({ at, returned, benchmark }) =>
    benchmark === undefined ? [] : [{ at, line: returned, base: benchmark }],
  )
  return lines.length > 0 && lines.length === points.length ? lines : undefined
}

const percentOf = (value: Percent | undefined): string => changePercentText(value)?.text ?? ''

/** Both returns of a point in words. */
export function sayCompared(t: Text, { points, benchmark: index }: Curve, at: number, time: string): string {
  const said = points[at]
  if (said === undefined || index === 'NONE') return ''
  const { returned, benchmark } = said
  return t('portfolio.comparedPoint', {
    time,
    portfolio: percentOf(returned),
    index: t(`portfolio.benchmarks.${index}`),
    return: percentOf(benchmark),
  })
}

/** How long the time of a curve is; since when, if its account is younger than its range. */
export function lengthText(t: Text, { range, points }: Curve): string {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  if (!beginsWithAccount(range, first, last)) return t(`portfolio.lengths.${range}`)
  const isOneDay = range === '1D' || formatDate(first) === formatDate(last)
  return t('portfolio.since', { time: isOneDay ? formatTime(first) : formatDate(first) })
}

/** What the portfolio is compared with; nothing by default. */
export function BenchmarkChoice() {
  const t = useText()
  return (
    <Segmented
      caption
      label={t('portfolio.compareWith')}
      options={(['NONE', ...benchmarks] as const).map((value) => ({ value, text: t(`portfolio.benchmarks.${value}`) }))}
      value={useChosenBenchmark()}
      onChange={chosenBenchmark.set}
    />
  )
}

/** The legend of a comparison: both figures, and what they mean. */
export function ComparedFigures({ curve }: { curve: Curve }) {
  const t = useText()
  const { benchmark: index, points } = curve
  const last = points.at(-1)
  if (index === 'NONE' || last === undefined) return undefined
  const name = t(`portfolio.benchmarks.${index}`)
  if (last.benchmark === undefined)
    return (
      <Typography size={12} tone="second">
        {t('portfolio.noLevel', { index: name })}
      </Typography>
    )
  return (
    <Stack gap={8}>
      <VisuallyHidden>{sayCompared(t, curve, points.length - 1, lengthText(t, curve))}</VisuallyHidden>
      <div className={styles['compared']} aria-hidden="true">
        <Line spread="apart" align="start">
          <Figure name={t('portfolio.yourReturn')} value={last.returned} />
          <Figure name={t('portfolio.indexReturn', { index: name })} value={last.benchmark} isDashed />
        </Line>
      </div>
      <Typography size={12} tone="third">
        {t('portfolio.howCompared')}
      </Typography>
    </Stack>
  )
}

function Figure({ name, value, isDashed = false }: { name: string; value: Percent; isDashed?: boolean }) {
  return (
    <Stack gap={0} align={isDashed ? 'end' : 'start'}>
      <Typography size={12} tone="second">
        {isDashed ? <span className={styles['dash']} /> : undefined}
        {name}
      </Typography>
      <Change change={changePercentText(value)} />
    </Stack>
  )
}
