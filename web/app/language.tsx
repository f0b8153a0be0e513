import { useEffect, useState, type ReactNode } from 'react'
import { IntlProvider } from 'use-intl'

import { useChosenLanguage } from '#data/preferences.ts'
import type { Catalogue } from '#text/en.ts'
import { loadCatalogue, type Language } from '#text/language.ts'
import type { Translation } from '#text/translation.ts'

export type Loaded = { readonly language: Language; readonly catalogue: Translation<Catalogue> }

type Props = { first: Loaded; children: ReactNode }

/** Provides the texts of the chosen language; while another language loads, the previous one stays. */
export function LanguageProvider({ first, children }: Props) {
  const chosen = useChosenLanguage()
  const [loaded, setLoaded] = useState(first)
  useEffect(() => {
    if (chosen === loaded.language) return undefined
    let isWanted = true
    void loadCatalogue(chosen).then((catalogue) => {
      if (isWanted) setLoaded({ language: chosen, catalogue })
    })
    return () => {
      isWanted = false
    }
  }, [chosen, loaded.language])
  return (
    <IntlProvider locale={loaded.language} messages={loaded.catalogue as Catalogue} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}
