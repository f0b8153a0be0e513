import { CircleAlert, CircleCheck } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { currentToast, onToast } from './toast-list.ts'
import styles from './toaster.module.css'

/**
 * Shows what `showToast` says, once in the shell. While a toast is there, taps do not reach the page. The two live
 * regions are always in the page, because readers only notice changes in regions that they already know.
 */
export function Toaster() {
  const toast = useSyncExternalStore(onToast, currentToast)
  const spoken = toast?.spoken ?? toast?.text
  return (
    <>
      <output className={styles['spoken']}>
        {toast !== undefined && toast.kind !== 'failure' ? <span key={toast.id}>{spoken}</span> : undefined}
      </output>
      <div role="alert" className={styles['spoken']}>
        {toast?.kind === 'failure' ? <span key={toast.id}>{spoken}</span> : undefined}
      </div>
      {toast !== undefined ? (
        <div className={styles['cover']} aria-hidden="true">
          <div key={toast.id} className={styles['toast']}>
            {toast.kind === 'success' ? <CircleCheck /> : undefined}
            {toast.kind === 'failure' ? <CircleAlert /> : undefined}
            {toast.text}
          </div>
        </div>
      ) : undefined}
    </>
  )
}
