import type { ReactNode } from 'react'
import styles from './points.module.css'

export type Point = { readonly icon: ReactNode; readonly text: string }

/** Sentences with an icon each, on a sunken ground: what happens after an order or an application. */
export function Points({ title, points }: { title?: string; points: readonly Point[] }) {
  return (
    <div className={styles['points']}>
      {title === undefined ? undefined : <h2 className={styles['title']}>{title}</h2>}
      {points.map(({ icon, text }) => (
        <p key={text} className={styles['point']}>
          {icon}
          <span>{text}</span>
        </p>
      ))}
    </div>
  )
}
