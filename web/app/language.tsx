import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { IntlProvider } from 'use-intl'

import { useChosenLanguage } from '#data/preferences.ts'
import type { Catalogue } from '#text/en.ts'
import { texts } from '#text/texts.ts'

/** Provides the texts of the chosen language; while another language loads, the previous one stays. Render it after the first. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const chosen = useChosenLanguage()
  const shown = useSyncExternalStore(texts.subscribe, texts.shown)
  useEffect(() => {
    // Without a connection the previous language stays.
    if (chosen !== texts.shown()?.language) texts.show(chosen).catch(() => undefined)
  }, [chosen])
  if (shown === undefined) return undefined
  return (
    <IntlProvider locale={shown.language} messages={shown.texts as Catalogue} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}
