import { classes } from '#ui/classes.ts'
import styles from './strip.module.css'

type Props = {
  figures: readonly (readonly [name: string, value: string])[]
  /** On a ground of its own: what an offer comes to at a glance. */
  sunken?: boolean
}

/** Three figures beside each other, each under its name. */
export function Strip({ figures, sunken = false }: Props) {
  return (
    <dl className={classes(styles['strip'], sunken && styles['sunken'])}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
