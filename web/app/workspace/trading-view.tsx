import { useEffect, useMemo, useState } from 'react'

import { InstrumentColumn, useInstrumentColumn } from '#areas/market/door/instrument-column.tsx'
import { InstrumentPanel } from '#areas/market/door/instrument-panel.tsx'
import { orderFormOf } from '#areas/market/door/links.ts'
import { keyOfListing } from '#areas/market/door/listing.ts'
import { useInstrument, type InstrumentState } from '#areas/market/door/use-instrument.ts'
import { useFirstHolding } from '#areas/trading/door/first-holding.ts'
import { TradeLists } from '#areas/trading/door/trade-lists.tsx'
import { CatchBoundary } from '#app/catch-boundary.tsx'
import { useDocumentTitle } from '#app/document-title.ts'
import type { PageStack, Search } from '#app/page-stack.ts'
import { hrefOf } from '#data/links.ts'
import { routes } from '#data/routes.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { VisuallyHidden } from '#ui/layout.tsx'
import { reloadPage } from '#ui/page-reload.ts'
import { ScreenFrameContext } from '#ui/screen-frame.ts'
import { classes } from '#ui/classes.ts'
import { TicketColumn } from './ticket-column.tsx'
import { useTradingKeys } from './trading-keys.ts'
import styles from './workspace.module.css'

/** Before the first list has arrived, nothing is chosen yet. */
const nothingYet: InstrumentState = {
  title: undefined,
  code: '',
  quote: undefined,
  isUnknown: false,
  failure: undefined,
  isStale: false,
  retry: () => Promise.resolve(),
}

/** The instrument of the address; of an order form over the page before that of the page. */
function namedBy({ page, sheet }: PageStack): Search | undefined {
  if (sheet?.search['code'] !== undefined) return sheet.search
  return page.route === 'trade' ? undefined : page.search
}

type Props = {
  stack: PageStack
  /** Told whether the instrument in view takes orders. */
  onOrdered: (isOrdered: boolean) => void
}

/**
 * The trading pages as one: instruments, chart, lists and ticket. The address says which instrument; the Trade tab keeps
 * the last one, and begins with the newest position, else the first of the list.
 */
export function TradingView({ stack, onOrdered }: Props) {
  const t = useText()
  const { page, sheet } = stack
  const named = namedBy(stack)
  const [last, setLast] = useState<Search>()
  if (sheet === undefined && named !== undefined && named !== last) setLast(named)
  const column = useInstrumentColumn()
  const holding = useFirstHolding()
  const first = holding === undefined ? undefined : (holding ?? column.rows?.[0])
  const search = named ?? last ?? (first === undefined ? undefined : searchOf(first))
  const instrument = useInstrument(search ?? {})
  const state = search === undefined ? nothingYet : instrument
  const { quote } = state
  const current = quote === undefined ? undefined : keyOfListing(quote)
  const trade = useTradeView(stack)
  const isOrdered = quote === undefined || orderFormOf(quote.source) !== undefined
  useEffect(() => onOrdered(isOrdered), [onOrdered, isOrdered])
  const keys = useTradingKeys({ stack, column, quote, current })
  const { practice, onTitle } = useDocumentTitle()
  useTitle(page.route === 'trade' ? undefined : state.title, page.route)
  // No page is around the panels: their sheets take the practice mark from here.
  const frame = useMemo(() => ({ practice, onTitle, back: undefined }), [practice, onTitle])
  return (
    <ScreenFrameContext value={frame}>
      <main className={classes(styles['trading'], keys.isFull && styles['full'])}>
        <VisuallyHidden>
          <output>{state.title ?? ''}</output>
        </VisuallyHidden>
        <div className={styles['column']}>
          <InstrumentColumn column={column} current={current} />
        </div>
        <div className={styles['chart']}>
          <InstrumentPanel
            page={state}
            period={keys.period}
            onPeriod={keys.setPeriod}
            isFull={keys.isFull}
            onFull={keys.setFull}
          />
        </div>
        <div className={styles['lists']}>
          <CatchBoundary fallback={() => <ListsFailed />}>
            <TradeLists
              view={trade}
              current={current}
              signIn={
                <EmptyState
                  title={t('workspace.signIn')}
                  action={<Button text={t('shell.logIn')} kind="secondary" href={hrefOf('login')} />}
                />
              }
            />
          </CatchBoundary>
        </div>
        <TicketColumn
          stack={stack}
          quote={quote}
          isMissing={quote === undefined && (state.isUnknown || state.failure !== undefined)}
          direction={keys.direction}
          element={keys.ticket}
        />
      </main>
    </ScreenFrameContext>
  )
}

/** The code or the texts of a list did not come: a browser asks for them again only with the page. */
function ListsFailed() {
  const t = useText()
  return <ErrorState title={t('shell.brokenTitle')} text={t('shell.brokenText')} onRetry={() => void reloadPage()} />
}

/** What the lists show: the address of the Trade tab says it; over another address they keep what they showed last. */
function useTradeView({ page, sheet }: PageStack) {
  const navigation = useNavigation()
  const [kept, setKept] = useState<Search>({})
  const [addressed, setAddressed] = useState<Search>()
  const isAddressed = page.route === 'trade' && sheet === undefined
  if (isAddressed && page.search !== addressed) {
    setAddressed(page.search)
    setKept(page.search)
  }
  return {
    parameters: kept,
    onChange: (parameters: Search) => {
      setKept(parameters)
      if (isAddressed) navigation.setParameters('trade', parameters)
    },
  }
}

type Row = Parameters<typeof keyOfListing>[0] & { readonly name: string; readonly source: number }

const searchOf = ({ name, code, source, market }: Row): Search => ({ name, code, source: String(source), market })

/** The title of the window: the instrument, or the title of the page until its name is known. */
function useTitle(name: string | undefined, route: PageStack['page']['route']): void {
  const t = useText()
  const { onTitle } = useDocumentTitle()
  const title = name ?? t(`titles.${route}`)
  useEffect(() => onTitle(title), [onTitle, title])
}

/** Whether the workspace shows this page itself: the Trade tab, the quotes and the order forms. */
export const isTradingPage = (route: PageStack['page']['route']): boolean =>
  route === 'trade' || route.endsWith('Quote') || routes[route].isOrderForm === true
