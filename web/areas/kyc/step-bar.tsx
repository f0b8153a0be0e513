import { useEffect, useRef } from 'react'

import { VisuallyHidden } from '#ui/layout.tsx'
import { useText } from '#text/use-text.ts'
import styles from './kyc.module.css'

/** A page of the form was in view before, since the program was loaded. */
let hasSeen = false

type Props = { names: readonly string[]; at: number }

/** How far a form of several pages has come. */
export function StepBar({ names, at }: Props) {
  const t = useText()
  return (
    <ol className={styles['steps']} aria-label={t('kyc.steps')}>
      {names.map((name, index) => (
        <li
          key={name}
          className={styles['step']}
          data-state={index < at ? 'done' : index === at ? 'now' : 'later'}
          aria-current={index === at ? 'step' : undefined}
        >
          {name}
          {index < at ? <VisuallyHidden>{t('kyc.stepDone')}</VisuallyHidden> : undefined}
        </li>
      ))}
    </ol>
  )
}

/** Names the page in view. It takes the focus after a change of pages, whose own has gone with the page before. */
export function StepHeading({ names, at }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // At the first page the title of the screen has the focus of whoever comes from elsewhere.
    if (at > 0 || (hasSeen && document.activeElement === document.body)) heading.current?.focus({ preventScroll: true })
    hasSeen = true
  }, [at])
  return (
    <h2 ref={heading} className={styles['heading']} tabIndex={-1}>
      {names[at]}
    </h2>
  )
}
