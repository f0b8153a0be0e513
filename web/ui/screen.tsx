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
  /** In a sheet over another page: as high as the content. */
  fit?: boolean
  /** Content reaches both edges of the window (lists, charts). */
  bleed?: boolean
  children: ReactNode
}

/** One page: the bar of 60 px with its title and the practice mark, the content, the footer. */
export function Screen(props: Props) {
  const { title, subtitle, actions, bar, footer, waiting = false, onRefresh, bleed = false, head, children } = props
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
    <div className={styles['screen']}>
      <header className={classes(styles['nav'], back !== undefined ? styles['pushed'] : styles['tab'])}>
        {back !== undefined ? <IconButton icon={<ChevronLeft />} label={t('ui.back')} onPress={back} /> : undefined}
        <div className={styles['titles']}>
          <h1 className={styles['title']} tabIndex={-1} data-screen-title>
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
      <main className={styles['main']} aria-busy={waiting}>
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
      <div className={styles['over']} aria-busy={waiting}>
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
