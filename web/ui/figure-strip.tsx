import { classes } from './classes.ts'
import styles from './figure-strip.module.css'

type Props = {
  figures: readonly (readonly [name: string, value: string])[]
  /** On the ground of the card, smaller. Otherwise sunken: what an offer comes to at a glance. */
  plain?: boolean
}

/** Figures in rows of three, each under its name: the price of an offer, and what it is below. */
export function FigureStrip({ figures, plain = false }: Props) {
  return (
    <dl className={classes(styles['strip'], plain && styles['plain'])}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
