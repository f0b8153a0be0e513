import { formatMoney, type Money } from '@mex/core/money/money.ts'

import { messageKinds, messageReasons } from './areas.ts'
import type { Language } from './language.ts'
import { message, textIn, type MessageText, type Text, type Traditional } from './text.ts'

export type MessageReason = keyof typeof messageReasons
export type MessageKind = keyof typeof messageKinds

type Places<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Places<Rest>
  : never
type PlacesOf<Name extends MessageKind> =
  | Places<(typeof messageKinds)[Name]['title']['en']>
  | Places<(typeof messageKinds)[Name]['content']['en']>

/** A value of a text: the same in every language, or one for each. */
export type MessageValue = string | Text
type ValuesOf<Name extends string> = {
  readonly [Place in Name]: Place extends 'reason' ? MessageReason : MessageValue
}

/** The kind of a message and the values of its text: stored, and rendered in each reader's language. */
export type MessageSubject = {
  [Name in MessageKind]: [PlacesOf<Name>] extends [never]
    ? { readonly kind: Name; readonly values?: undefined }
    : { readonly kind: Name; readonly values: ValuesOf<PlacesOf<Name>> }
}[MessageKind]

/** The symbols that the page writes too. */
const symbols: Readonly<Record<string, string>> = { USD: '$', HKD: 'HK$', MXN: 'MX$' }

/** Money as a message writes it, which is as the page does: `MX$1,234.50`, `SUSD 42.73`. */
export const moneyInMessage = (amount: Money, currency: string): string =>
  formatMoney(amount)
    .replaceAll(/\B(?=(\d{3})+\.)/g, ',')
    .replace(/(?=\d)/, symbols[currency] ?? `${currency} `)

const unknown: MessageText = message('Message', '消息', {
  en: 'This message belongs to a newer version.',
  zh: '这条消息来自更新的版本。',
})

const hasReason = (word: string): word is MessageReason => Object.hasOwn(messageReasons, word)

/** The title and the content of a message in the reader's language. An unknown kind gets a general title. */
export function messageText(
  kind: string,
  values: Readonly<Record<string, MessageValue>>,
  language: Language,
  traditional?: Traditional,
): { readonly title: string; readonly content: string } {
  const known: MessageText = Object.hasOwn(messageKinds, kind) ? messageKinds[kind as MessageKind] : unknown
  const filled = Object.fromEntries(
    Object.entries(values).map(([place, given]) => {
      const text = place === 'reason' && typeof given === 'string' && hasReason(given) ? messageReasons[given] : given
      return [place, typeof text === 'string' ? text : textIn(text, language, traditional)]
    }),
  )
  return {
    title: textIn(known.title, language, traditional, filled),
    content: textIn(known.content, language, traditional, filled),
  }
}
