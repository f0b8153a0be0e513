import { createElement, Suspense, use, useCallback, useMemo } from 'react'

import { isTab } from '#data/addresses.ts'
import { useProduct } from '#data/product.ts'
import { useSession } from '#data/session.ts'
import { NavigationContext, ParametersContext } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { CodeMissing } from '#ui/lazy.tsx'
import { renew } from '#ui/renewal.ts'
import { ScreenFrameContext } from '#ui/screen-frame.ts'
import { CatchBoundary } from './catch-boundary.tsx'
import { lazyScreens } from './lazy-screens.ts'
import type { Search } from './places.ts'
import type { Route } from './routes.ts'
import { SignInCard } from './sign-in-card.tsx'
import { Broken, Loading, NotBuiltYet } from './placeholders.tsx'

type Props = {
  route: Route
  search: Search
  /** Given when it is shown as a sheet over another page. */
  isOver?: boolean
}

/** One page: the frame that its screen stands in, and what stands in for a screen that cannot be shown. */
export function Page({ route, search, isOver = false }: Props) {
  const t = useText()
  const navigation = use(NavigationContext)
  const { title: product, isPredictable } = useProduct()
  const practice = isPredictable ? t('shell.practicePredictable') : t('shell.practice')
  const onTitle = useCallback(
    (screen: string) => {
      document.title = t('shell.documentTitle', { screen, product, practice })
    },
    [t, product, practice],
  )
  const hasBack = navigation !== undefined && !isTab(route.path)
  const frame = useMemo(
    () => ({ practice, onTitle, back: hasBack ? () => navigation.back() : undefined, isOver }),
    [practice, onTitle, hasBack, navigation, isOver],
  )
  return (
    <ScreenFrameContext value={frame}>
      <ParametersContext value={search}>
        <CatchBoundary
          fallback={(retry, error) => {
            const screen = lazyScreens.get(route.path)
            const isMissing = error instanceof CodeMissing || screen?.isThere() === false
            return (
              <Broken
                title={route.title}
                isMissing={isMissing}
                onRetry={() => {
                  if (isMissing) void renew()
                  void screen?.prepare()
                  retry()
                }}
              />
            )
          }}
        >
          <Suspense fallback={<Loading title={route.title} />}>
            <Content route={route} />
          </Suspense>
        </CatchBoundary>
      </ParametersContext>
    </ScreenFrameContext>
  )
}

function Content({ route }: { route: Route }) {
  const session = useSession()
  const Screen = lazyScreens.get(route.path)?.Screen
  if (Screen === undefined) return <NotBuiltYet title={route.title} />
  if (route.who === 'user' && session === undefined) return <SignInCard title={route.title} />
  return createElement(Screen)
}
