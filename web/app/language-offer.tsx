import { useState } from 'react'

import { language } from '#data/preferences.ts'
import { chineseOffer, type Language } from '#text/language.ts'
import { useText } from '#text/use-text.ts'
import styles from './shell.module.css'

/** Offers Chinese to a browser that prefers it, until the user has chosen a language: the page starts in English. */
export function LanguageOffer() {
  const t = useText()
  const [isAnswered, setAnswered] = useState(language.isChosen)
  if (isAnswered || chineseOffer(navigator.languages) === undefined) return undefined
  const choose = (chosen: Language) => {
    language.set(chosen)
    setAnswered(true)
  }
  return (
    <section className={styles['offer']} aria-label={t('shell.languageOffer')}>
      <button type="button" lang="zh-CN" onClick={() => choose('zh-CN')}>
        {t('shell.simplified')}
      </button>
      <button type="button" lang="zh-TW" onClick={() => choose('zh-TW')}>
        {t('shell.traditional')}
      </button>
      <button type="button" lang="en" onClick={() => choose('en')}>
        {t('shell.keepEnglish')}
      </button>
    </section>
  )
}
