/** The languages of the product. Traditional Chinese is derived from Simplified. */
export const languages = ['en', 'zh-CN', 'zh-TW'] as const
export type Language = (typeof languages)[number]

/** The `lang` header: absent or unknown is English (specification, calls A). */
export function readLanguage(header: string | undefined): Language {
  return languages.find((language) => language.toLowerCase() === header?.toLowerCase()) ?? 'en'
}
