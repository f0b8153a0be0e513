import { calls } from '@mex/contract/areas.ts'
import type { Call } from '@mex/contract/call.ts'
import type { Outcome } from './call-outcome.ts'

/** Events of the security log. */
export type SecurityEvent =
  | 'sign_in'
  | 'sign_out'
  | 'account_opened'
  | 'account_closed'
  | 'code_sent'
  | 'password_reset'
  | 'password_changed'
  | 'pay_password_set'
  | 'pay_password_changed'
  | 'identity_asked'
  | 'passkey_added'
  | 'passkey_removed'
  | 'session_ended'
  | 'own_data_asked'
  | 'practice_reset'
  | 'withdrawal_asked'
  | 'access_refused'
  | 'limit_hit'
  | 'input_refused'
  | 'upload_refused'

/** Calls that open, close or change an account: each is logged with any outcome. */
const loggedCalls: readonly (readonly [Call, SecurityEvent])[] = [
  [calls.account.login, 'sign_in'],
  [calls.security.loginByPasskey, 'sign_in'],
  [calls.account.logout, 'sign_out'],
  [calls.account.guest, 'account_opened'],
  [calls.account.register, 'account_opened'],
  [calls.registration.registerFully, 'account_opened'],
  [calls.records.closeAccount, 'account_closed'],
  [calls.account.sendEmailCode, 'code_sent'],
  [calls.security.resetPassword, 'password_reset'],
  [calls.security.changePassword, 'password_changed'],
  [calls.security.setPayPassword, 'pay_password_set'],
  [calls.security.changePayPassword, 'pay_password_changed'],
  [calls.security.passkeyCreationOptions, 'identity_asked'],
  [calls.security.addPasskey, 'passkey_added'],
  [calls.security.removePasskey, 'passkey_removed'],
  [calls.account.revokeSession, 'session_ended'],
  [calls.records.requestExport, 'own_data_asked'],
  [calls.records.resetPractice, 'practice_reset'],
  [calls.funding.withdraw, 'withdrawal_asked'],
]
const eventOfCall: ReadonlyMap<string, SecurityEvent> = new Map(loggedCalls.map(([{ path }, event]) => [path, event]))

/** Events of refused calls. Refusals without an event are routine: insufficient balance, closed market, empty field. */
const eventOfOutcome: Partial<Readonly<Record<Outcome, SecurityEvent>>> = {
  no_token: 'access_refused',
  unknown_token: 'access_refused',
  token_of_registration: 'access_refused',
  closed_account: 'access_refused',
  foreign_page: 'access_refused',
  foreign_host: 'access_refused',
  // A row of another user is answered like a missing one, so the outcome does not distinguish the two.
  not_found: 'access_refused',
  position_not_found: 'access_refused',
  no_such_picture: 'access_refused',
  wrong_password: 'identity_asked',
  too_many_attempts: 'identity_asked',
  pay_password_wrong: 'identity_asked',
  pay_password_locked: 'identity_asked',
  code_incorrect: 'identity_asked',
  code_expired: 'identity_asked',
  too_many_requests: 'limit_hit',
  too_many_sockets: 'limit_hit',
  too_many_connections: 'limit_hit',
  code_too_soon: 'limit_hit',
  submissions_used_up: 'limit_hit',
  too_many_orders: 'limit_hit',
  too_many_cards: 'limit_hit',
  amount_above_limit: 'limit_hit',
  daily_limit: 'limit_hit',
  chat_muted: 'limit_hit',
  invalid_parameter: 'input_refused',
  request_key_reused: 'input_refused',
  unreadable: 'input_refused',
  too_large: 'input_refused',
  no_such_address: 'input_refused',
  forwarded_by_a_stranger: 'input_refused',
  file_too_large: 'upload_refused',
  upload_failed: 'upload_refused',
}

/** Outcomes of requests rejected before their call ran: they count as refused access, not as the event of the call. */
const rejectedBefore: ReadonlySet<Outcome> = new Set([
  'no_token',
  'unknown_token',
  'token_of_registration',
  'closed_account',
  'unreadable',
  'too_large',
])

/** The event of a call's outcome; undefined if it is not logged. */
export function eventOf(call: string, outcome: Outcome): SecurityEvent | undefined {
  const own = rejectedBefore.has(outcome) ? undefined : eventOfCall.get(call)
  return own ?? eventOfOutcome[outcome]
}
