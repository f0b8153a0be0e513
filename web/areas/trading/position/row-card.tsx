import type { ReactNode } from 'react'

import { useText } from '#text/use-text.ts'
import { DisclosureCard } from '#ui/disclosure-card.tsx'
import styles from './row-card.module.css'

/** The state of a card in its list. */
export type CardState = {
  readonly open: boolean
  readonly onToggle: () => void
  /** The link of the title; without it the title only expands the card (the spec's mode flag). */
  readonly detail: string | undefined
}

type Props = {
  row: { readonly name: string; readonly code: string }
  state: CardState
  under: ReactNode
  /** A line of its own below that. */
  last?: string
  right: ReactNode
  children: ReactNode
}

/** An expandable card of the Trade tab: instrument and state are always visible. */
export function RowCard({
  row: { name, code },
  state: { open, onToggle, detail },
  under,
  last,
  right,
  children,
}: Props) {
  const t = useText()
  const title = (
    <>
      <span className={styles['name']}>{name}</span> <span className={styles['code']}>{code}</span>
    </>
  )
  const head = (
    <div className={styles['head']}>
      <div className={styles['left']}>
        {detail === undefined ? (
          <span className={styles['title']}>{title}</span>
        ) : (
          <a className={styles['title']} href={detail}>
            {title}
          </a>
        )}
        <div className={styles['under']}>{under}</div>
        {last === undefined ? undefined : <div className={styles['under']}>{last}</div>}
      </div>
      <div className={styles['right']}>{right}</div>
    </div>
  )
  return (
    <DisclosureCard open={open} onToggle={onToggle} label={t('trade.details', { name })} head={head}>
      {children}
    </DisclosureCard>
  )
}
