import '#ui/tokens.css'
import '#ui/base.css'
import './first-paint.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'

import { Navigation } from '#data/navigation.ts'
import { language } from '#data/preferences.ts'
import { queryClient } from '#data/query.ts'
import { NavigationContext } from '#data/use-navigation.ts'
import { loadCatalogue } from '#text/language.ts'
import { LayerContext } from '#ui/screen-frame.ts'
import { LanguageProvider } from './language.tsx'
import { followLinks } from './links.ts'
import { followLooks } from './looks.ts'
import { makeRouter } from './router.tsx'
import { keepScroll } from './scroll.ts'

// The page's content security policy forbids making code from texts, which zod would otherwise try.
z.config({ jitless: true })
followLooks()
const router = makeRouter()
const navigation = new Navigation(router.history, router.tempLocationKey)
followLinks(navigation, router)
keepScroll(router)

const openLayer = (onBack: () => void) => navigation.openLayer(onBack)
const chosen = language.get()
const first = { language: chosen, catalogue: await loadCatalogue(chosen) }
const place = document.getElementById('root')
if (place !== null) {
  createRoot(place).render(
    <QueryClientProvider client={queryClient}>
      <LanguageProvider first={first}>
        <NavigationContext value={navigation}>
          <LayerContext value={openLayer}>
            <RouterProvider router={router} />
          </LayerContext>
        </NavigationContext>
      </LanguageProvider>
    </QueryClientProvider>,
  )
}
