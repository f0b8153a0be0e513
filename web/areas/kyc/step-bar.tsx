import { useEffect, useRef } from 'react'

import { VisuallyHidden } from '#ui/layout.tsx'
import { useText } from '#text/use-text.ts'
import styles from './kyc.module.css'

/** True while one page of the form takes the place of another. */
let isNextPage = false

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
    // Who opens the form hears the title of the screen first; who comes back to its first page knows it.
    if (at > 0 || isNextPage) heading.current?.focus({ preventScroll: true })
    return () => {
      isNextPage = true
      queueMicrotask(() => {
        isNextPage = false
      })
    }
  }, [at])
  return (
    <h2 ref={heading} className={styles['heading']} tabIndex={-1}>
      {names[at]}
    </h2>
  )
}
