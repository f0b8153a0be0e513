import { Check } from 'lucide-react'
import { useId } from 'react'

import { colours, colourSchemes, useColours, type ColourScheme } from '#data/preferences.ts'
import { useText } from '#text/use-text.ts'
import styles from './colour-choice.module.css'

/** The colours of rises and falls; each option shows its own. */
export function ColourChoice() {
  const t = useText()
  const name = useId()
  const chosen = useColours()
  const texts: Readonly<Record<ColourScheme, { text: string; hint?: string }>> = {
    standard: { text: t('setting.standard') },
    asia: { text: t('setting.asia') },
    safe: { text: t('setting.safe'), hint: t('setting.safeHint') },
  }
  return (
    <fieldset className={styles['list']} aria-label={t('setting.colours')}>
      {colourSchemes.map((scheme) => (
        <label key={scheme} className={styles['option']}>
          <input
            type="radio"
            name={name}
            className={styles['input']}
            checked={chosen === scheme}
            onChange={() => colours.set(scheme)}
          />
          <span className={styles['words']}>
            <span>{texts[scheme].text}</span>
            {texts[scheme].hint === undefined ? undefined : (
              <span className={styles['hint']}>{texts[scheme].hint}</span>
            )}
          </span>
          <span className={styles['preview']} data-scheme={scheme} aria-hidden="true">
            <span className={styles['rise']}>▲ +1.25%</span>
            <span className={styles['fall']}>▼ −0.64%</span>
          </span>
          <Check className={styles['check']} aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  )
}
