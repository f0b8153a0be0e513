import type { MessageSubject } from '@mex/contract/content/messages.ts'
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

/** What a person is told when something about the safety of the account has changed. */
type SecurityNotice = Extract<MessageSubject, { readonly kind: SecurityKind }>

/** Tells the person in the commit of what has happened; `at` is of the market clock, like every message. */
export const tellSecurity = (tx: Tx, user: number, about: SecurityNotice, at: number): Promise<void> =>
  sendMessages(tx, [{ user, type: 'SECURITY', about, at }])
