import { language, useChosenLanguage } from '#data/preferences.ts'
import { useText } from '#text/use-text.ts'
import { Segmented } from '#ui/segmented.tsx'

/** The three languages, each named in itself. */
export function LanguageChoice() {
  const t = useText()
  return (
    <Segmented
      label={t('setting.language')}
      options={[
        { value: 'en', text: t('setting.english') },
        { value: 'zh-CN', text: t('setting.simplified') },
        { value: 'zh-TW', text: t('setting.traditional') },
      ]}
      value={useChosenLanguage()}
      onChange={language.set}
    />
  )
}
