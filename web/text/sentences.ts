import type { Language } from './language.ts'

/** A short statement, such as a title, with the sentence that explains it. */
export const explained = (language: Language, title: string, text: string): string =>
  language === 'en' ? `${title}. ${text}` : `${title}。${text}`

/** Whole sentences as one text: Chinese has no spaces between them. */
export const joinSentences = (language: Language, sentences: readonly string[]): string =>
  sentences.join(language === 'en' ? ' ' : '')
