import { bondZones } from '@mex/core/bonds/bond.ts'
import type { YieldCurve } from '@mex/contract/bonds/shapes.ts'
import type { CSSProperties, PointerEvent } from 'react'

import { formatDate } from '#text/format-time.ts'
import { useText, type Text } from '#text/use-text.ts'
import { scaleOf } from './curve-scale.ts'
import { termText } from './term-text.ts'
import { yieldText } from './figures.ts'
import styles from './curve.module.css'

type Point = YieldCurve['points'][number]

/** One per cent of a yield. */
const onePercent = 1e12

/** Terms whose names stand under the chart: with all of them they would overlap. */
const named = new Set(['3M', '1Y', '3Y', '10Y', '30Y'])

type Props = {
  curve: YieldCurve
  /** The chosen term. */
  term: string | undefined
  /** The term whose yield is told above the chart. */
  told: string | undefined
  onTerm: (term: string | undefined) => void
}

/**
 * The yields of a country now and a month ago. Each length is a button that chooses the bonds near it; a finger that slides
 * over the chart chooses them one after the other.
 */
export function CurveChart({ curve, term, told, onTerm }: Props) {
  const t = useText()
  const { points } = curve
  const earlier = points.flatMap(({ monthAgo }) => monthAgo ?? [])
  const hasEarlier = earlier.length === points.length
  const all = [...points.map((point) => point.yield), ...earlier].map(Number)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const span = Math.max(high - low, 1)
  /** From 10 to 90 % of the height. */
  const heightOf = (percent: bigint | number): number => 90 - ((Number(percent) - low) / span) * 80
  const placeOf = (index: number): number => ((index + 0.5) / points.length) * 100
  const pathOf = (yields: readonly bigint[]): string =>
    yields.map((each, index) => `${index === 0 ? 'M' : 'L'}${placeOf(index)} ${heightOf(each)}`).join('')
  const slide = (event: PointerEvent<HTMLFieldSetElement>) => {
    if (event.buttons !== 1) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const under = points[Math.floor(((event.clientX - left) / width) * points.length)]
    if (under !== undefined && under.term !== term) onTerm(under.term)
  }
  const lines = scaleOf(low / onePercent, high / onePercent).map((percent) => ({
    percent,
    at: heightOf(Number(percent) * onePercent),
  }))
  const now = pathOf(points.map((point) => point.yield))
  return (
    <div className={styles['chart']}>
      <div className={styles['plot']}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className={styles['grid']} d={lines.map(({ at }) => `M0 ${at}H100`).join('')} />
          <path className={styles['area']} d={`${now}L${placeOf(points.length - 1)} 100L${placeOf(0)} 100Z`} />
          {hasEarlier ? <path className={styles['before']} d={pathOf(earlier)} /> : undefined}
          <path className={styles['line']} d={now} />
        </svg>
        {lines.map(({ percent, at }) => (
          <span
            key={percent}
            className={styles['percent']}
            style={{ '--at': `${at}%` } as CSSProperties}
            aria-hidden="true"
          >{`${percent}%`}</span>
        ))}
        <fieldset className={styles['columns']} aria-label={t('bonds.points')} onPointerMove={slide}>
          {points.map((point) => (
            <button
              key={point.term}
              type="button"
              className={styles['column']}
              data-plotted
              data-told={point.term === told || undefined}
              style={{ '--at': `${heightOf(point.yield)}%` } as CSSProperties}
              aria-pressed={point.term === term}
              aria-label={pointText(t, point)}
              onClick={() => onTerm(point.term === term ? undefined : point.term)}
            />
          ))}
        </fieldset>
      </div>
      <div className={styles['terms']} aria-hidden="true">
        {points.map(({ term: name }) => (
          <span key={name}>{named.has(name) ? termText(t, name) : ''}</span>
        ))}
      </div>
      <Legend curve={curve} hasEarlier={hasEarlier} />
    </div>
  )
}

function pointText(t: Text, { term: name, yield: yearly, monthAgo }: Point): string {
  const [term, now] = [termText(t, name), yieldText(yearly)]
  return monthAgo === undefined
    ? t('bonds.pointNow', { term, now })
    : t('bonds.point', { term, now, before: yieldText(monthAgo) })
}

function Legend({ curve, hasEarlier }: { curve: YieldCurve; hasEarlier: boolean }) {
  const t = useText()
  return (
    <div className={styles['legend']}>
      <span className={styles['key']}>
        <svg viewBox="0 0 18 8" aria-hidden="true">
          <path className={styles['line']} d="M0 4H18" />
        </svg>
        {t('bonds.now')}
      </span>
      {hasEarlier ? (
        <span className={styles['key']}>
          <svg viewBox="0 0 18 8" aria-hidden="true">
            <path className={styles['before']} d="M0 4H18" />
          </svg>
          {t('bonds.monthAgo')}
        </span>
      ) : undefined}
      <span className={styles['end']}>
        {curve.source === 'public'
          ? t('bonds.publicCurve', { date: formatDate(curve.curveAt, bondZones[curve.country]) })
          : t('bonds.simulated')}
      </span>
    </div>
  )
}
