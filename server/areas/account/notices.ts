import type { MessageSubject } from '@mex/contract/messages.ts'
import { sendMessages } from '#areas/content/messages.ts'
import type { Tx } from '#db/sql.ts'

type SecurityKind =
  | 'password_changed'
  | 'password_reset'
  | 'pay_password_set'
  | 'pay_password_changed'
  | 'pay_password_reset'
  | 'passkey_added'
  | 'passkey_removed'
  | 'signed_in'

/** The message to a user about a change to the security of the account. */
type SecurityNotice = Extract<MessageSubject, { readonly kind: SecurityKind }>

/** Writes the message in the same transaction as the change; `at` is market time, like every message. */
export const tellSecurity = (tx: Tx, user: number, about: SecurityNotice, at: number): Promise<void> =>
  sendMessages(tx, [{ user, type: 'SECURITY', about, at }])
