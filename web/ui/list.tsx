import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { linkTarget } from './link-target.ts'
import styles from './list.module.css'

type ListProps = { label?: string; children: ReactNode }

/** Rows in one card with separators. Children are `Row`, `Switch` or another row component. */
export function List({ label, children }: ListProps) {
  if (label === undefined) return <div className={styles['list']}>{children}</div>
  return (
    <section className={styles['list']} aria-label={label}>
      {children}
    </section>
  )
}

type RowProps = {
  icon?: ReactNode
  title: ReactNode
  subtitle?: ReactNode
  /** At the right end: a value, a tag, an amount. */
  value?: ReactNode
  /** Under the value. */
  note?: ReactNode
  href?: string
  onPress?: () => void
  /** 50 px for one line (menus), 62 px for two (quotes, history). */
  height?: 50 | 62
  /** The page of a link row is in view beside the list. */
  isCurrent?: boolean
  /** The arrow of a link row; shown when there is no value. */
  arrow?: boolean
}

/** One row of a `List`: a link, a button or plain text. */
export function Row({ icon, title, subtitle, value, note, href, onPress, height = 50, arrow, isCurrent }: RowProps) {
  const leads = href !== undefined || onPress !== undefined
  const name = classes(styles['row'], height === 62 && styles['two'], leads && styles['pressable'])
  const content = (
    <>
      {icon !== undefined ? <span className={styles['icon']}>{icon}</span> : undefined}
      <span className={styles['words']}>
        <span className={styles['title']}>{title}</span>
        {subtitle === undefined ? undefined : <span className={styles['subtitle']}>{subtitle}</span>}
      </span>
      {value === undefined && note === undefined ? undefined : (
        <span className={styles['end']}>
          {value === undefined ? undefined : <span className={styles['value']}>{value}</span>}
          {note === undefined ? undefined : <span className={styles['note']}>{note}</span>}
        </span>
      )}
      {(arrow ?? (leads && value === undefined)) ? (
        <ChevronRight className={styles['arrow']} aria-hidden="true" />
      ) : undefined}
    </>
  )
  if (href !== undefined) {
    return (
      <a
        className={name}
        href={href}
        {...linkTarget(href)}
        aria-current={isCurrent === true ? 'page' : undefined}
        onClick={onPress}
      >
        {content}
      </a>
    )
  }
  if (onPress !== undefined) {
    return (
      <button type="button" className={name} onClick={onPress}>
        {content}
      </button>
    )
  }
  return <div className={name}>{content}</div>
}
