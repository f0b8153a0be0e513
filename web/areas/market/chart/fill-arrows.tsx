import { useEffect, useRef } from 'react'

import { linkTarget } from '#ui/link-target.ts'
import { classes } from '#ui/classes.ts'
import type { Overlays } from './chart-input.ts'
import { boxesOf, placeOf } from './fill-places.ts'
import styles from './fill-arrows.module.css'
import type { Fill } from './fills.ts'
import type { Candle } from './series.ts'

type Props = {
  fills: readonly Fill[]
  candles: readonly Candle[]
  /** Gets what the chart calls when it is laid out, as an update of a state; undefined when the arrows are gone. */
  onPlace: (next: () => Overlays['place']) => void
}

/** The user's own fills as arrows at their candle: a purchase points up to it from below, a sale down from above. Links to the order. */
export function FillArrows({ fills, candles, onPlace }: Props) {
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => {
    onPlace(() => (chart, series) => {
      const boxes = boxesOf(fills.map((fill) => ({ side: fill.side, tip: placeOf(chart, series, fill, candles) })))
      for (const [index, box] of boxes.entries()) {
        const arrow = holder.current?.children[index]
        if (!(arrow instanceof HTMLElement)) continue
        arrow.hidden = box === undefined
        if (box !== undefined) arrow.style.translate = `${box.left}px ${box.top}px`
      }
    })
    return () => onPlace(() => undefined)
  }, [fills, candles, onPlace])
  return (
    <div ref={holder} className={styles['arrows']}>
      {fills.map(({ key, side, text, href }) => (
        <a
          key={key}
          className={classes(styles['arrow'], styles[side])}
          href={href}
          aria-label={text}
          title={text}
          hidden
          data-plotted
          {...linkTarget(href)}
        />
      ))}
    </div>
  )
}
