import styles from './figure-strip.module.css'

/** Three figures beside each other on a sunken ground, each under its name: the price of an offer, and what it is below. */
export function FigureStrip({ figures }: { figures: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={styles['strip']}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
