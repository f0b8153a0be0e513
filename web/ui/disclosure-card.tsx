import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Card } from './card.tsx'
import styles from './disclosure-card.module.css'

type Props = {
  open: boolean
  onToggle: () => void
  /** The accessible name of the arrow: 'Apple, details'. */
  label: string
  /** Always visible: name, side, profit. May contain links; the arrow and the free space open the card. */
  head: ReactNode
  children: ReactNode
}

/** A card that expands in place. */
export function DisclosureCard({ open, onToggle, label, head, children }: Props) {
  const id = useId()
  return (
    <Card flush>
      <div className={styles['head']}>
        <div className={styles['content']}>{head}</div>
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-label={label}
          onClick={onToggle}
        >
          <ChevronDown />
        </button>
      </div>
      {open ? (
        <div className={styles['body']} id={id}>
          {children}
        </div>
      ) : undefined}
    </Card>
  )
}
