import { useEffect, useRef } from 'react'

import { VisuallyHidden } from '#ui/layout.tsx'
import { useText } from '#text/use-text.ts'
import styles from './kyc.module.css'

/** True once a page of the form has been shown since the page load. */
let hasSeen = false

type Props = { names: readonly string[]; at: number }

/** The progress through a form of several pages. */
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

/** The heading of the current page. Takes the focus after a page change, because the focused element is gone. */
export function StepHeading({ names, at }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // On the first page the shell has focused the title of the screen.
    if (at > 0 || (hasSeen && document.activeElement === document.body)) heading.current?.focus({ preventScroll: true })
    hasSeen = true
  }, [at])
  return (
    <h2 ref={heading} className={styles['heading']} tabIndex={-1}>
      {names[at]}
    </h2>
  )
}
