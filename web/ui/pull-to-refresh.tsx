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
    return listenForPull(element, {
      allowed: () => !latest.current.busy && window.scrollY <= 0,
      onPull: setPull,
      onRelease: (distance) => {
        setPull(0)
        if (distance < threshold) return
        setBusy(true)
        void latest.current.onRefresh().finally(() => setBusy(false))
      },
    })
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

type Pull = { allowed: () => boolean; onPull: (distance: number) => void; onRelease: (distance: number) => void }

function listenForPull(element: HTMLElement, { allowed, onPull, onRelease }: Pull): () => void {
  let start: number | undefined
  let distance = 0
  const onStart = (event: TouchEvent) => {
    start = allowed() && event.touches.length === 1 ? event.touches[0]?.clientY : undefined
    distance = 0
  }
  const onMove = (event: TouchEvent) => {
    const at = event.touches[0]?.clientY
    if (start === undefined || at === undefined) return
    const moved = at - start
    if (moved <= 0 && distance === 0) {
      start = undefined
      return
    }
    // The page follows the finger at half speed and stops at 96 px.
    distance = Math.max(0, Math.min(96, moved / 2))
    onPull(distance)
    if (event.cancelable) event.preventDefault()
  }
  const onEnd = () => {
    if (start !== undefined) onRelease(distance)
    start = undefined
  }
  element.addEventListener('touchstart', onStart, { passive: true })
  element.addEventListener('touchmove', onMove, { passive: false })
  element.addEventListener('touchend', onEnd)
  element.addEventListener('touchcancel', onEnd)
  return () => {
    element.removeEventListener('touchstart', onStart)
    element.removeEventListener('touchmove', onMove)
    element.removeEventListener('touchend', onEnd)
    element.removeEventListener('touchcancel', onEnd)
  }
}
