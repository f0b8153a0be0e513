import { useLocale, useTranslations } from 'use-intl'
import type { Catalogue } from './en.ts'
import type { Language } from './language.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Catalogue
    Locale: Language
  }
}

/** The texts of the language in use: `t('shell.tryItNow')`. An unknown key or a missing argument does not compile. */
export const useText = () => useTranslations()

/** The return type of `useText`, for functions that take it as a parameter. */
export type Text = ReturnType<typeof useText>

/** The language in use. */
export const useLanguage = (): Language => useLocale()
