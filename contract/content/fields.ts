import * as z from 'zod/mini'

const storableLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u

/** A text of the chat. The server decides whether it is too long, because it counts code points. */
export const chatText = z.string().check(z.maxLength(2000), z.regex(storableLines))

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
  'ALERT',
  'SECURITY',
  'SYSTEM',
] as const
export type MessageType = (typeof messageTypes)[number]
