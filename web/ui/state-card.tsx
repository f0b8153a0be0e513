import { CircleCheck, CircleX, Clock } from 'lucide-react'

import styles from './state-card.module.css'
import { Typography } from './typography.tsx'

const icons = { wait: Clock, good: CircleCheck, quiet: CircleX }

type Props = { tone: keyof typeof icons; title: string; text: string }

/** The state of a request, announced to screen readers when it changes. */
export function StateCard({ tone, title, text }: Props) {
  const Icon = icons[tone]
  return (
    <div className={styles['state']} data-tone={tone}>
      <Icon aria-hidden="true" />
      <output className={styles['words']}>
        <Typography as="h2" size={17} weight="bold">
          {title}
        </Typography>
        <Typography as="p" size={13} tone="second">
          {text}
        </Typography>
      </output>
    </div>
  )
}
