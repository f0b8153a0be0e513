import { formatMoney, type Money } from '@mex/core/money/money.ts'

import type { Language } from '#language.ts'
import { accountMessages } from '#account/messages.ts'
import { fundingMessages, fundingReasons } from '#funding/messages.ts'
import { kycMessages, kycReasons } from '#kyc/messages.ts'
import { recordsMessages } from '#records/messages.ts'
import { tradingMessages } from '#trading/messages.ts'
import { walletMessages } from '#wallet/messages.ts'
import { textIn, type MessageText, type Text, type Traditional } from '#text.ts'

/** The types of messages (rulebook §29). */
export const messageTypes = [
  'KYC',
  'SERVICE',
  'DEPOSIT',
  'WITHDRAW',
  'TRANSFER',
  'ORDER',
  'MARGIN_CALL',
  'LIQUIDATION',
  'CORPORATE_ACTION',
  'EXPIRY',
  'IPO',
  'PLACING',
  'BOND',
  'FOLLOW',
  'QUANT',
  'ROBOT',
  'SECURITY',
  'SYSTEM',
] as const
export type MessageType = (typeof messageTypes)[number]

/** Why documents, deposits, withdrawals or applications were refused; a message stores the word and shows the text. */
export const messageReasons = { ...kycReasons, ...fundingReasons } as const
export type MessageReason = keyof typeof messageReasons

const contentMessages = {
  operator_replied: {
    title: { en: 'You have an answer in the chat', zh: '客服已回复您' },
    content: {
      en: 'Whoever runs this server has answered you. You find the answer under Customer service in the Account tab.',
      zh: '服务器的运营者已答复您的问题，请在“我的”的在线客服中查看。',
    },
  },
} as const satisfies Readonly<Record<string, MessageText>>

/** The text of each kind of message; `{name}` is a value that comes with it, `{reason}` one of the reasons above. */
export const messageKinds = {
  ...accountMessages,
  ...kycMessages,
  ...fundingMessages,
  ...walletMessages,
  ...tradingMessages,
  ...recordsMessages,
  ...contentMessages,
} as const
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

/** Money as a message writes it: `1,234.50 MXN`. */
export const moneyInMessage = (amount: Money, currency: string): string =>
  `${formatMoney(amount).replaceAll(/\B(?=(\d{3})+\.)/g, ',')} ${currency}`

const unknown: MessageText = {
  title: { en: 'Message', zh: '消息' },
  content: { en: 'This message belongs to a newer version.', zh: '这条消息来自更新的版本。' },
}

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
