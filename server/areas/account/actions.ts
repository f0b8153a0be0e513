export type { AccountParts } from './account-parts.ts'
export { openCountries } from './countries.ts'
export { openSessions, type Sessions } from './sessions.ts'
export { personOf } from './views.ts'
export { openPapers, type Papers } from './papers.ts'
export { openPasswords, type Passwords } from './passwords.ts'
export { openDocuments } from './documents.ts'
export { openMail, type MailTransport } from './mail.ts'
export { openGuest } from './registration.ts'
export { countPayTry, tryPayPassword, type PayTry } from './pay-password.ts'
export { securityChangedAt } from './store-security.ts'
export { feeRates } from './fees.ts'
export { confirmPerson } from './confirm.ts'
export {
  beginClosing,
  closedAccounts,
  closingAccounts,
  idleGuests,
  markClosed,
  mayLeave,
  sessionIdsOf,
} from './store-leaving.ts'
export { findUser, newestMail, type UserSummary } from './store-desk.ts'
export { revokeAll as endEverySession, sessionsOf } from './store-sessions.ts'
export { idleSince } from './sessions.ts'
