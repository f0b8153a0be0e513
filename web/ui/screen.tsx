import { ChevronLeft } from 'lucide-react'
import { use, useEffect, type ReactNode } from 'react'
import { useText } from '#text/use-text.ts'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'
import { PullToRefresh } from './pull-to-refresh.tsx'
import { ScreenFrameContext } from './screen-frame.ts'
import { SheetBody } from './sheet-body.tsx'
import { PracticeTag } from './tag.tsx'
import styles from './screen.module.css'

type Props = {
  title: string
  /** Under the title of a pushed page: 'NVDA · NASDAQ · USD'. */
  subtitle?: string | undefined
  /** Icon buttons at the right end of the bar. */
  actions?: ReactNode
  /** Above the content: the subject of the page. In a sheet it replaces the bar. */
  head?: ReactNode
  /** Tab pages only: fills the rest of the bar, for example with a search field. */
  bar?: ReactNode
  /** Stays at the bottom edge: the one or two main buttons of the page. */
  footer?: ReactNode
  /** The first data has not arrived yet; the children show skeletons. */
  waiting?: boolean
  /** Refreshes the page when the user pulls it down. */
  onRefresh?: () => Promise<unknown>
  /** A later step of a form: it is read from its heading, and in a sheet it is as high as its content. */
  fit?: boolean
  /** Content reaches both edges of the window (lists, charts). */
  bleed?: boolean
  /** The content has columns where the window has room for them: from a tablet on (app/tablet.css), or in the workspace alone (app/wide.css). */
  wide?: boolean | 'desk'
  children: ReactNode
}

let hadFocus = false

/** A frame that leaves with the focus hands it to the frame that takes its place in the same change of the page. */
function passFocus(has: boolean | undefined): void {
  hadFocus = has === true
  queueMicrotask(() => {
    hadFocus = false
  })
}

/**
 * A page that takes the place of its skeleton is read from its title, the next step of a form (`fit`) from its own heading;
 * else the focus falls to the body.
 */
function keepFocus(title: HTMLHeadingElement): () => void {
  const frame = title.closest('[data-screen]')
  if (hadFocus && document.activeElement === document.body) {
    const step = frame?.querySelector<HTMLElement>('[data-fit] h2') ?? title
    step.tabIndex = -1
    step.focus({ preventScroll: true })
  }
  return () => passFocus(frame?.contains(document.activeElement))
}

/** The next step of a sheet is read from its heading; a form, which has none, from its first control, of a choice from what is chosen. */
function keepFocusOver(content: HTMLDivElement): () => void {
  const isTaken = hadFocus
  const start = isTaken ? content.querySelector<HTMLElement>('h2, input:not([type=radio]:not(:checked)), button') : null
  if (start?.tagName === 'H2') start.tabIndex = -1
  start?.focus()
  return () => {
    // A skeleton has nothing to focus: it passes on what it was given.
    const isWaiting = content.ariaBusy === 'true'
    const frame = content.parentElement?.parentElement
    passFocus(isWaiting ? isTaken && document.activeElement === document.body : frame?.contains(document.activeElement))
  }
}

/** One page: the bar of 60 px with its title and the practice mark, the content, the footer. */
export function Screen(props: Props) {
  const {
    title,
    subtitle,
    actions,
    bar,
    footer,
    waiting = false,
    onRefresh,
    bleed = false,
    fit = false,
    head,
    children,
  } = props
  const { practice, back, onTitle, isOver = false } = use(ScreenFrameContext)
  const t = useText()
  useEffect(() => {
    if (!isOver) onTitle(title)
  }, [onTitle, title, isOver])
  if (isOver) return <OverScreen {...props} practice={practice} />
  const content = (
    <div className={classes(styles['content'], bleed && styles['bleed'])}>
      {head}
      {children}
    </div>
  )
  return (
    <div className={styles['screen']} data-screen data-wide={props.wide === false ? undefined : props.wide}>
      <header className={classes(styles['nav'], back !== undefined ? styles['pushed'] : styles['tab'])}>
        {back !== undefined ? <IconButton icon={<ChevronLeft />} label={t('ui.back')} onPress={back} /> : undefined}
        <div className={styles['titles']}>
          <h1 ref={keepFocus} className={styles['title']} tabIndex={-1} data-screen-title>
            {title}
          </h1>
          <div className={styles['under']}>
            {back !== undefined && subtitle ? <span className={styles['subtitle']}>{subtitle}</span> : undefined}
            <PracticeTag text={practice} />
          </div>
        </div>
        {bar !== undefined ? <div className={styles['bar']}>{bar}</div> : undefined}
        <div className={styles['actions']}>{actions}</div>
      </header>
      <main className={styles['main']} aria-busy={waiting} data-fit={fit || undefined}>
        {onRefresh !== undefined ? <PullToRefresh onRefresh={onRefresh}>{content}</PullToRefresh> : content}
      </main>
      {footer !== undefined ? <footer className={styles['footer']}>{footer}</footer> : undefined}
    </div>
  )
}

/** A screen inside the sheet that the shell has opened over another page. */
function OverScreen({
  title,
  head,
  footer,
  waiting = false,
  fit = false,
  children,
  practice,
}: Props & { practice: string }) {
  const heading = (
    <div className={styles['overHead']}>
      <h2 className={styles['title']}>{title}</h2>
      <PracticeTag text={practice} />
    </div>
  )
  return (
    <SheetBody head={head ?? heading} footer={footer} fit={fit}>
      <div ref={keepFocusOver} className={styles['over']} aria-busy={waiting}>
        {children}
      </div>
    </SheetBody>
  )
}

type SectionProps = { title: string; action?: ReactNode; children: ReactNode }

/** A part of a page under its own heading. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <section className={styles['section']}>
      <div className={styles['heading']}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
