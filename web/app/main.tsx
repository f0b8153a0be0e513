import { QueryClientProvider } from '@tanstack/react-query'
import { createHashHistory } from '@tanstack/history'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'

import { Navigation } from '#data/navigation.ts'
import { language } from '#data/preferences.ts'
import { queryClient } from '#data/query.ts'
import type { RouteName } from '#data/routes.ts'
import { NavigationContext } from '#data/use-navigation.ts'
import { loadCatalogue } from '#text/language.ts'
import { LayerContext } from '#ui/screen-frame.ts'
import { prefetchPage } from './prefetch.ts'
import { LanguageProvider } from './language.tsx'
import { followLinks } from './link-clicks.ts'
import { followTheme } from './theme.ts'
import { lazyScreens } from './lazy-screens.ts'
import { withViewTransition } from './view-transition.ts'
import { followHistory, withTimeout } from './page-stack.ts'
import { keepScroll } from './scroll.ts'
import { Shell } from './shell.tsx'

// The page's content security policy forbids making code from texts, which zod would otherwise try.
z.config({ jitless: true })
followTheme()
const history = createHashHistory()
/** No two loads of a page begin at the same moment. */
const visit = String(performance.timeOrigin)
const navigation = new Navigation(history, visit)
followLinks(navigation)
const onShown = keepScroll(history, visit)
const prepare = (route: RouteName) => lazyScreens.get(route)?.prepare()
const pageStack = followHistory(history, { visit, prepare, draw: withViewTransition })

/**
 * Draws the page as soon as its texts are there and its code, unless that takes long. A function, because a module that
 * waits while it is read would keep every screen that imports it waiting too.
 */
async function render(root: Element): Promise<void> {
  const chosen = language.get()
  const { page: first } = pageStack.get()
  prefetchPage(first)
  const [catalogue] = await Promise.all([loadCatalogue(chosen), withTimeout(prepare(first.route))])
  const page = (
    <QueryClientProvider client={queryClient}>
      <LanguageProvider first={{ language: chosen, catalogue }}>
        <NavigationContext value={navigation}>
          <LayerContext value={openLayer}>
            <Shell pageStack={pageStack} onShown={onShown} />
          </LayerContext>
        </NavigationContext>
      </LanguageProvider>
    </QueryClientProvider>
  )
  // As a transition it is drawn in short steps, between which the browser can do other things.
  startTransition(() => createRoot(root).render(page))
}

const openLayer = (onBack: () => void) => navigation.openLayer(onBack)
const root = document.getElementById('root')
if (root !== null) void render(root)

/** The copy for times without a network is fetched when the first page has surely been seen, in ms. */
const copyDelayMilliseconds = 5000
if (import.meta.env.PROD) {
  setTimeout(() => {
    // Whoever has no connection just then gets the copy on the next visit.
    import('./service-worker.ts').then(({ registerServiceWorker }) => registerServiceWorker()).catch(() => undefined)
  }, copyDelayMilliseconds)
}
