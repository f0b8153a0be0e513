import type { ReactNode } from 'react'
import styles from './sheet-panel.module.css'

type Props = {
  head: ReactNode
  footer?: ReactNode
  /** Makes a tall sheet only as high as its content. */
  fit?: boolean
  children: ReactNode
}

/** Head, content and footer of a sheet: the content scrolls between the two. */
export function SheetBody({ head, footer, fit = false, children }: Props) {
  return (
    <>
      <div className={styles['head']}>{head}</div>
      {/* Marks the drawer's content: a pull inside it scrolls before it closes the sheet. */}
      <div className={styles['content']} data-drawer-content="" data-fit={fit || undefined}>
        {children}
      </div>
      {footer !== undefined ? <div className={styles['footer']}>{footer}</div> : undefined}
    </>
  )
}
