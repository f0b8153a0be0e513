import type { ReactNode } from 'react'

import styles from './card-head.module.css'

type Props = {
  name: string
  code: string
  /** Where the title leads; without one it only opens the card in place (the spec's mode flag). */
  href: string | undefined
  under: ReactNode
  right: ReactNode
}

/** The part of a card of the Trade tab that is always in sight: what it is, and how it stands. */
export function CardHead({ name, code, href, under, right }: Props) {
  const title = (
    <>
      <span className={styles['name']}>{name}</span> <span className={styles['code']}>{code}</span>
    </>
  )
  return (
    <div className={styles['head']}>
      <div className={styles['left']}>
        {href === undefined ? (
          <span className={styles['title']}>{title}</span>
        ) : (
          <a className={styles['title']} href={href}>
            {title}
          </a>
        )}
        <div className={styles['under']}>{under}</div>
      </div>
      <div className={styles['right']}>{right}</div>
    </div>
  )
}
