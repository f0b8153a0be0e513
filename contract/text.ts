import type { Language } from './language.ts'

/** A text of the product in both of its written languages; `{name}` stands for a value. */
export type Text = { readonly en: string; readonly zh: string }

/** The text of a refusal with its number on the wire. */
export type RefusalText = Text & { readonly code: number }

export const refusal = (code: number, en: string, zh: string): RefusalText => ({ code, en, zh })

/** The text of a message to a user; `{name}` stands for a value that comes with it, `{reason}` for one of the reasons. */
export type MessageText = { readonly title: Text; readonly content: Text }

/** A message's text: its title in English and in Chinese, and its content. The English texts keep their literal types, which say which values they need. */
export const message = <const Title extends string, const Content extends Text>(
  en: Title,
  zh: string,
  content: Content,
): { readonly title: { readonly en: Title; readonly zh: string }; readonly content: Content } => ({
  title: { en, zh },
  content,
})

/** Makes Traditional Chinese of Simplified; the server and the web each bring their own. */
export type Traditional = (simplified: string) => string

const unchanged: Traditional = (simplified) => simplified

/** Fills the placeholders of a template; a placeholder without a value stays empty. */
export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''))

/** A text in a language. The template is converted before it is filled, so that values stay unchanged. */
export function textIn(
  text: Text,
  language: Language,
  traditional: Traditional = unchanged,
  values: Readonly<Record<string, string>> = {},
): string {
  const template = language === 'en' ? text.en : language === 'zh-CN' ? text.zh : traditional(text.zh)
  return fill(template, values)
}
