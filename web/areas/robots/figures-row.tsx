import type { ReactNode } from 'react'

import styles from './robots.module.css'

type Props = { figures: readonly (readonly [name: string, value: ReactNode])[] }

/** Figures beside each other, each under its name; below each other where they have no room. */
export function Figures({ figures }: Props) {
  return (
    <dl className={styles['figures']}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
