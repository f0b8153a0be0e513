import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useText } from '#text/use-text.ts'
import styles from './pull-to-refresh.module.css'

/** The pull distance in px from which a release refreshes the page. */
const threshold = 64

type Props = { onRefresh: () => Promise<unknown>; children: ReactNode }

/** Refreshes its content when the user pulls the top of the page down by touch. */
export function PullToRefresh({ onRefresh, children }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const [pull, setPull] = useState(0)
  const [busy, setBusy] = useState(false)
  const t = useText()
  const latest = useRef({ busy, onRefresh })
  useEffect(() => {
    latest.current = { busy, onRefresh }
  })
  useEffect(() => {
    const element = area.current
    if (element === null) return undefined
    const pulled = {
      allowed: () => !latest.current.busy && window.scrollY <= 0,
      onPull: setPull,
      onRelease: (distance: number) => {
        setPull(0)
        if (distance < threshold) return
        setBusy(true)
        void latest.current.onRefresh().finally(() => setBusy(false))
      },
    }
    let stop: (() => void) | undefined
    let isOver = false
    // Nobody pulls at a page that has not been drawn: the first load does without this code.
    import('./pull-gesture.ts').then(
      ({ listenForPull }) => {
        if (!isOver) stop = listenForPull(element, pulled)
      },
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [])
  const height = busy ? 44 : pull
  return (
    <div className={styles['area']} ref={area}>
      <div className={styles['indicator']} style={{ height }} data-pulling={pull > 0 || undefined}>
        <span
          className={busy ? styles['turning'] : styles['ring']}
          style={{ opacity: Math.min(1, height / threshold), rotate: `${pull * 4}deg` }}
        />
      </div>
      <output className={styles['spoken']}>{busy ? t('ui.refreshing') : ''}</output>
      {children}
    </div>
  )
}
