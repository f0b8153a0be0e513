import { CircleAlert, CircleCheck } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { classes } from './classes.ts'
import { currentToast, onToast } from './toast-list.ts'
import styles from './toaster.module.css'

/**
 * Shows the toasts of `showToast`, once in the shell, above sheets and dialogs. A toast covers the bar of the page, so
 * that what the page says about the same failure stays readable. While a toast is visible, taps do not reach the page. The two live regions are always in the document, because screen readers announce changes only in
 * regions that they already know; their explicit `aria-live` keeps them announced while a dialog hides everything else.
 */
export function Toaster({ isLowered }: { isLowered: boolean }) {
  const toast = useSyncExternalStore(onToast, currentToast)
  const spoken = toast?.spoken ?? toast?.text
  return (
    <>
      {createPortal(
        <>
          <output aria-live="polite" className={styles['spoken']}>
            {toast !== undefined && toast.kind !== 'failure' ? <span key={toast.id}>{spoken}</span> : undefined}
          </output>
          <div role="alert" aria-live="assertive" className={styles['spoken']}>
            {toast?.kind === 'failure' ? <span key={toast.id}>{spoken}</span> : undefined}
          </div>
        </>,
        document.body,
      )}
      {toast !== undefined
        ? createPortal(
            <div className={classes(styles['cover'], isLowered && styles['lowered'])} aria-hidden="true">
              <div key={toast.id} className={styles['toast']}>
                {toast.kind === 'success' ? <CircleCheck /> : undefined}
                {toast.kind === 'failure' ? <CircleAlert /> : undefined}
                {toast.text}
              </div>
            </div>,
            document.body,
          )
        : undefined}
    </>
  )
}
