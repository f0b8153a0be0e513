export const languages = ['en', 'zh-CN', 'zh-TW'] as const
export type Language = (typeof languages)[number]

/**
 * The language of a browser's language tag: zh-TW, zh-HK, zh-MO and zh-Hant are Traditional Chinese, every other zh is
 * Simplified, anything else English (mapping of the spec).
 */
export function languageOf(tag: string): Language {
  const lower = tag.toLowerCase()
  if (!/^zh\b/.test(lower)) return 'en'
  return /\b(tw|hk|mo|hant)\b/.test(lower) && !/\bhans\b/.test(lower) ? 'zh-TW' : 'zh-CN'
}

/** The Chinese variant to offer to a browser that prefers Chinese; undefined for any other preference. */
export function chineseOffer(preferred: readonly string[]): Exclude<Language, 'en'> | undefined {
  const first = preferred[0]
  if (first === undefined) return undefined
  const language = languageOf(first)
  return language === 'en' ? undefined : language
}
