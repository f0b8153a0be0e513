import { createElement, Suspense, use, useMemo } from 'react'

import { routes, type RouteName } from '#data/routes.ts'
import { currentSession, useSession } from '#data/session.ts'
import { NavigationContext, ParametersContext } from '#data/use-navigation.ts'
import { ChunkLoadError } from '#ui/lazy.tsx'
import { reloadPage } from '#ui/page-reload.ts'
import { ScreenFrameContext } from '#ui/screen-frame.ts'
import { CatchBoundary } from './catch-boundary.tsx'
import { useDocumentTitle } from './document-title.ts'
import { screenOf } from './lazy-screens.ts'
import type { Search } from './page-stack.ts'
import { ScreenFailed, Loading } from './placeholders.tsx'

type Props = {
  route: RouteName
  search: Search
  /** Set when the page is shown as a sheet over another page, or as a panel beside it. */
  isOver?: boolean
  isUnder?: boolean | undefined
  /** What Back and Done do instead of going back: a panel has no entry of its own in the history. */
  onLeave?: () => void
}

/** One page: the frame around its screen, and the replacement for a screen that cannot be shown. */
export function Page({ route, search, isOver = false, isUnder, onLeave }: Props) {
  const navigation = use(NavigationContext)
  const { practice, onTitle } = useDocumentTitle()
  const hasBack = navigation !== undefined && routes[route].isTab !== true
  const frame = useMemo(
    () => ({ practice, onTitle, back: hasBack ? (onLeave ?? (() => navigation.back())) : undefined, isOver, isUnder }),
    [practice, onTitle, hasBack, onLeave, navigation, isOver, isUnder],
  )
  return (
    <ScreenFrameContext value={frame}>
      <ParametersContext value={search}>
        <CatchBoundary
          fallback={(retry, error) => {
            const screen = screenOf(route, currentSession())
            const isMissing = error instanceof ChunkLoadError || !screen.isThere()
            return (
              <ScreenFailed
                route={route}
                isMissing={isMissing}
                onRetry={() => {
                  if (isMissing) void reloadPage()
                  void screen.prepare()
                  retry()
                }}
              />
            )
          }}
        >
          <Suspense fallback={<Loading route={route} />}>
            <Content route={route} />
          </Suspense>
        </CatchBoundary>
      </ParametersContext>
    </ScreenFrameContext>
  )
}

function Content({ route }: { route: RouteName }) {
  const { Screen } = screenOf(route, useSession())
  return createElement(Screen, { route })
}
