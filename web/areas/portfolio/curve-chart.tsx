import type { Curve } from '@mex/contract/portfolio/shapes.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId, type CSSProperties, type PointerEvent } from 'react'

import { classes } from '#ui/classes.ts'
import {
  heightOf,
  marksOf,
  nearest,
  pathsOf,
  placesOf,
  roundLines,
  scaleOf,
  withSteps,
  type Place,
  type Point,
  type Scale,
} from './geometry.ts'
import styles from './curve-chart.module.css'

type Props = {
  points: readonly Point[]
  /** The least difference between the upper and the lower edge, in the unit of the points. */
  least?: number | undefined
  /** Money that came or went, marked where it did. */
  flows: Curve['flows']
  label: string
  /** The index of the point that is read; undefined while nothing is. */
  reading: number | undefined
  onRead: (index: number | undefined) => void
  /** What a screen reader says of a point. */
  sayPoint: (index: number) => string
  /** The texts of the lines of the grid; without them there is no grid. */
  grid?: ((values: readonly bigint[]) => readonly string[]) | undefined
}

const at = (left: number, top: number): CSSProperties => ({ left: `${left}%`, top: `${top}%` })

/** A line, a dashed one that it is measured against, and what lies between the two. Hold it or use the arrow keys to read a point. */
export function CurveChart({ points, least, flows, label, reading, onRead, sayPoint, grid }: Props) {
  const marks = marksOf(points, flows)
  const drawn = withSteps(
    points,
    marks.map(([index]) => index),
  )
  const scale = scaleOf(drawn, least)
  const places = placesOf(points, scale)
  const last = places.length - 1
  const read = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onRead(nearest(places, ((event.clientX - box.left) / box.width) * 100))
  }
  return (
    <div className={classes(styles['chart'], grid !== undefined && styles['wide'])}>
      {grid === undefined ? undefined : <Grid scale={scale} write={grid} />}
      <div
        className={styles['plot']}
        onPointerDown={read}
        onPointerMove={(event) => (event.pointerType === 'mouse' || event.pressure > 0 ? read(event) : undefined)}
        onPointerUp={(event) => (event.pointerType === 'mouse' ? undefined : onRead(undefined))}
        onPointerCancel={() => onRead(undefined)}
        onPointerLeave={() => onRead(undefined)}
      >
        <input
          type="range"
          min={0}
          max={last}
          step={1}
          value={reading ?? last}
          aria-label={label}
          aria-valuetext={sayPoint(reading ?? last)}
          onChange={(event) => onRead(Number(event.currentTarget.value))}
          onKeyDown={(event) => (event.key === 'Escape' ? onRead(undefined) : undefined)}
          onBlur={() => onRead(undefined)}
        />
        <Drawing places={placesOf(drawn, scale)} />
        {marks.map(([index, net]) => (
          <Mark key={index} place={places[index]} isOut={net < 0n} />
        ))}
        {reading === undefined ? undefined : <Cursor place={places[reading]} />}
      </div>
    </div>
  )
}

function Drawing({ places }: { places: readonly Place[] }) {
  const id = useId()
  const { line, base, between, above, below } = pathsOf(places)
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {(['gain', 'loss'] as const).map((side) => (
        <g key={side} className={styles[side]} clipPath={`url(#${id}${side})`}>
          <clipPath id={`${id}${side}`}>
            <path d={side === 'gain' ? above : below} />
          </clipPath>
          <path className={styles['area']} d={between} />
          <path className={styles['line']} d={line} />
        </g>
      ))}
      <path className={styles['base']} d={base} />
    </svg>
  )
}

/** An arrow where money came in or went out, so that the step does not look like profit or loss. */
function Mark({ place, isOut }: { place: Place | undefined; isOut: boolean }) {
  if (place === undefined) return undefined
  return (
    <span className={styles['mark']} style={at(place.x, place.base)} aria-hidden="true">
      {isOut ? <ArrowUp /> : <ArrowDown />}
    </span>
  )
}

function Cursor({ place }: { place: Place | undefined }) {
  if (place === undefined) return undefined
  return (
    <>
      <span className={styles['cursor']} style={{ left: `${place.x}%` }} />
      <span className={styles['point']} style={at(place.x, place.line)} />
    </>
  )
}

function Grid({ scale, write }: { scale: Scale; write: NonNullable<Props['grid']> }) {
  const values = roundLines(scale)
  const texts = write(values)
  return (
    <div className={styles['grid']} aria-hidden="true">
      {values.map((value, index) => (
        <span key={value} style={{ top: `${heightOf(Number(value), scale)}%` }}>
          {texts[index]}
        </span>
      ))}
    </div>
  )
}
