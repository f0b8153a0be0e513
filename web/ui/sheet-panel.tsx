import { Drawer } from '@base-ui/react/drawer'
import { use, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { ScreenFrameContext } from './screen-frame.ts'
import { SheetBody } from './sheet-body.tsx'
import { PracticeTag } from './tag.tsx'
import { useLayer } from './use-layer.ts'
import backdrop from './backdrop.module.css'
import styles from './sheet-panel.module.css'

export type SheetProps = {
  open: boolean
  onClose: () => void
  /** Called when the closing animation has ended. */
  onClosed?: (() => void) | undefined
  /** The accessible name of the sheet; shown as its heading unless `head` is given. */
  title: string
  /** Replaces the heading, for example with name, live price and sparkline. */
  head?: ReactNode
  /** `tall` is 74 % of the window, `content` as high as it needs (at most 90 %). */
  height?: 'tall' | 'content'
  /** Stays at the bottom edge of the sheet while its content scrolls. */
  footer?: ReactNode
  /** The children are a screen with its own head and footer; the title is only read out. */
  whole?: boolean
  children: ReactNode
}

/**
 * A sheet that became less high would take its buttons away from the finger: until it closes or its width changes, it
 * keeps the height that it had at most. A tall one does so from the moment when it is only as high as its content.
 */
function keepHeight(popup: HTMLDivElement | null): (() => void) | undefined {
  if (popup === null) return undefined
  let [width, kept] = [0, 0]
  const observer = new ResizeObserver(([change]) => {
    if (change === undefined) return
    const { contentRect: now } = change
    const isFixed = popup.matches('[data-sheet=tall] > :not(:has(> [data-fit]))')
    const isTurned = width !== 0 && now.width !== width
    kept = isFixed || isTurned ? 0 : Math.max(kept, now.height)
    width = now.width
    popup.style.setProperty('--kept', `${kept}px`)
  })
  observer.observe(popup)
  return () => observer.disconnect()
}

/** The content of `Sheet`. Import `Sheet`, which loads this on demand. */
export function SheetPanel(props: SheetProps) {
  const { open, onClose, onClosed, title, head, height = 'content', footer, whole = false, children } = props
  useLayer(open, onClose)
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.()
      }}
    >
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          <Drawer.Backdrop className={backdrop['backdrop']} />
          <Drawer.Viewport className={styles['viewport']} data-sheet={height}>
            <Drawer.Popup ref={keepHeight} className={classes(styles['popup'], height === 'tall' && styles['tall'])}>
              <div className={styles['handle']} />
              {whole || head !== undefined ? (
                <Drawer.Title className={styles['spoken']}>{title}</Drawer.Title>
              ) : undefined}
              {whole ? (
                children
              ) : (
                <SheetBody head={head ?? <Heading title={title} />} footer={footer}>
                  {children}
                </SheetBody>
              )}
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  )
}

/** The title with the practice mark. The page behind has one too, but is dimmed. */
function Heading({ title }: Pick<SheetProps, 'title'>) {
  const { practice } = use(ScreenFrameContext)
  return (
    <div className={styles['heading']}>
      <Drawer.Title className={styles['title']}>{title}</Drawer.Title>
      <PracticeTag text={practice} />
    </div>
  )
}
