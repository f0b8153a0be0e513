import styles from './strip.module.css'

/** Three figures beside each other, each under its name. */
export function Strip({ figures }: { figures: readonly (readonly [name: string, value: string])[] }) {
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
