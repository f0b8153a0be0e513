import { Activity, useLayoutEffect, useMemo, useRef, useState } from 'react'

import { wideLists } from '#areas/market/door/wide-lists.ts'
import { wideTable } from '#areas/market/door/wide-table.tsx'
import { useDocumentTitle } from '#app/document-title.ts'
import type { PageStack } from '#app/page-stack.ts'
import { wide } from '#data/wide.ts'
import { ScreenFrameContext } from '#ui/screen-frame.ts'
import { KeyLine } from './key-line.tsx'
import { useKeys } from './keys.ts'
import { Rail } from './rail.tsx'
import { TopBar } from './top-bar.tsx'
import { isTradingPage, TradingView } from './trading-view.tsx'

export { isTradingPage } from './trading-view.tsx'
export { wideTable } from '#areas/market/door/wide-table.tsx'

/** The field of the page that searches: the bar has none then. */
const pageSearch = () => document.querySelector<HTMLInputElement>('main input[type=search]')

/**
 * The layout of wide windows: rail, top bar and key line around the page in view, and the trading pages as one. There
 * is no second application: addresses, screens and data are those of narrow windows (docs/decisions/048-workspace.md).
 */
export function Workspace({ stack }: { stack: PageStack }) {
  const { route } = stack.page
  const isTrading = isTradingPage(route)
  const [traded, setTraded] = useState<PageStack>()
  if (isTrading && stack !== traded) setTraded(stack)
  const [isOrdered, setOrdered] = useState(true)
  const { practice, onTitle } = useDocumentTitle()
  // No page is around the key line: its sheet takes the practice mark from here.
  const frame = useMemo(() => ({ practice, onTitle, back: undefined }), [practice, onTitle])
  const search = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => (search.current ?? pageSearch())?.focus() })
  useLayoutEffect(() => {
    wideLists.set(wideTable)
    wide.set(true)
    return () => {
      wideLists.set(undefined)
      wide.set(false)
    }
  }, [])
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['workspace'] = isTrading ? 'trading' : 'page'
    return () => {
      delete dataset['workspace']
    }
  }, [isTrading])
  return (
    <>
      <Rail page={stack.page} isTrading={isTrading} />
      <TopBar search={search} page={stack.page} />
      {traded === undefined ? undefined : (
        <Activity mode={isTrading ? 'visible' : 'hidden'}>
          <TradingView stack={traded} onOrdered={setOrdered} />
        </Activity>
      )}
      <ScreenFrameContext value={frame}>
        <KeyLine isTrading={isTrading} isOrdered={isOrdered} />
      </ScreenFrameContext>
    </>
  )
}
