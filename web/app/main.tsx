import { QueryClientProvider } from '@tanstack/react-query'
import { createHashHistory } from '@tanstack/history'
import { startTransition } from 'react'
import * as z from 'zod/mini'

import { Navigation } from '#data/navigation.ts'
import { language } from '#data/preferences.ts'
import { queryClient } from '#data/query.ts'
import type { RouteName } from '#data/routes.ts'
import { currentSession } from '#data/session.ts'
import { NavigationContext } from '#data/use-navigation.ts'
import { LayerContext } from '#ui/screen-frame.ts'
import { prefetchPage } from './prefetch.ts'
import { runFirstFiles } from './first-files.ts'
import { LanguageProvider } from './language.tsx'
import { followLinks } from './link-clicks.ts'
import { followTheme } from './theme.ts'
import { screenOf } from './lazy-screens.ts'
import { createRoot } from './renderer.ts'
import { withViewTransition } from './view-transition.ts'
import { followHistory, withTimeout } from './page-stack.ts'
import { keepScroll } from './scroll.ts'
import { Shell } from './shell.tsx'
import { styleSheet } from './style-sheet.ts'
import { texts } from '#text/texts.ts'
import { followWidth } from './wide-window.ts'

// The content security policy forbids `eval`, which zod would otherwise try.
z.config({ jitless: true })
followTheme()
const history = createHashHistory()
/** Identifies this load of the page: no two loads begin at the same moment. */
const visit = String(performance.timeOrigin)
const navigation = new Navigation(history, visit)
followLinks(navigation)
const onShown = keepScroll(history, visit)
const prepare = (route: RouteName) => screenOf(route, currentSession()).prepare()
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
const pageStack = followHistory(history, { visit, prepare, drawn, draw: withViewTransition })

/**
 * Renders the page when its texts and its code are loaded; for the code it waits only a short time, but not to show
 * the layout of another window first. A function, because
 * a top-level await would delay every screen that imports this module.
 */
async function render(root: Element): Promise<void> {
  const { page: first } = pageStack.get()
  prefetchPage(first)
  // The first page asks for its texts before the language is loaded, so that both are fetched together.
  const prepared = withTimeout(runFirstFiles().then(() => prepare(first.route)))
  await Promise.all([texts.show(language.get()), prepared, followWidth(), styleSheet()])
  const page = (
    <QueryClientProvider client={queryClient}>
      <LanguageProvider>
        <NavigationContext value={navigation}>
          <LayerContext value={openLayer}>
            <Shell pageStack={pageStack} onShown={onShown} />
          </LayerContext>
        </NavigationContext>
      </LanguageProvider>
    </QueryClientProvider>
  )
  // A transition renders in short steps, so that the browser stays responsive.
  startTransition(() => createRoot(root).render(page))
}

const openLayer = (onBack: () => void) => navigation.openLayer(onBack)
const root = document.getElementById('root')
// In a task of its own: reading the modules was one already.
if (root !== null) setTimeout(() => void render(root))

/** Delay in ms before the service worker is registered, so that it does not compete with the first page. */
const copyDelayMilliseconds = 5000
if (import.meta.env.PROD) {
  setTimeout(() => {
    // If the connection fails, the next visit registers it.
    import('./service-worker.ts').then(({ registerServiceWorker }) => registerServiceWorker()).catch(() => undefined)
  }, copyDelayMilliseconds)
}
