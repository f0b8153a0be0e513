import type { Guard } from './guard.ts'

const access = 'tests/security/access.test.ts'
const stranger =
  "{ person: { userId: 1, state: 'ACTIVE', userType: 2, language: 'en', sessionId: 0 }, registering: undefined }"

/** Access to calls by kind of caller. */
const functions: readonly Guard[] = [
  {
    name: 'access: callers without a session are refused',
    rows: ['6.1.3', '6.3.4', '7.2.1', '8.1.1', '8.2.1', '8.3.1'],
    file: 'server/http/admission.ts',
    find: "  if (kind === 'anonymous') return 401\n",
    replace: `  if (kind === 'anonymous') return ${stranger}\n`,
    test: access,
    fails: 'account.me (user): 401',
  },
  {
    name: 'access: a registration token only completes the registration',
    rows: ['6.1.3', '8.2.1', '8.3.1'],
    file: 'server/http/admission.ts',
    find: "return call.who === 'onboarding' && registering !== undefined ?",
    replace: 'return registering !== undefined ?',
    test: access,
    fails: 'account.me (user): 403',
  },
  {
    name: 'access: an expired token is refused',
    rows: ['7.3.2'],
    file: 'server/areas/account/sessions.ts',
    find: 'now >= row.expiresAt || ',
    replace: '',
    test: access,
    fails: 'account.me (user): 401',
  },
]

/** Access to objects by owner. */
const objects: readonly Guard[] = [
  {
    name: 'objects: a watchlist entry has an owner',
    rows: ['8.2.2'],
    file: 'server/areas/watchlist/store.ts',
    find: 'delete from watch where user_id = ${userId} and id = ${id}`',
    replace: 'delete from watch where id = ${id}`',
    test: access,
    fails: 'watchlist.remove answers for another user',
  },
  {
    name: 'objects: reading a message requires its owner',
    rows: ['8.2.2'],
    file: 'server/areas/content/store-messages.ts',
    find: 'select ${messageColumns} from message where user_id = ${userId} and id = ${id}`',
    replace: 'select ${messageColumns} from message where id = ${id}`',
    test: access,
    fails: 'content.message answers for another user',
  },
  {
    name: 'objects: marking a message as read requires its owner',
    rows: ['8.2.2'],
    file: 'server/areas/content/store-messages.ts',
    find: 'set is_read = true where user_id = ${userId} and not is_read',
    replace: 'set is_read = true where not is_read',
    test: access,
    fails: 'content.readMessages answers for another user',
  },
  {
    name: 'objects: a passkey has an owner',
    rows: ['8.2.2'],
    file: 'server/areas/account/store-passkeys.ts',
    find: 'delete from passkey where id = ${id} and user_id = ${userId} returning name',
    replace: 'delete from passkey where id = ${id} returning name',
    test: access,
    fails: 'security.removePasskey answers for another user',
  },
  {
    name: 'objects: a session has an owner',
    rows: ['8.2.2'],
    file: 'server/areas/account/store-sessions.ts',
    find: 'await revoke(tx, now, sql`user_id = ${userId} and id = ${id}`)',
    replace: 'await revoke(tx, now, sql`id = ${id}`)',
    test: access,
    fails: 'account.revokeSession answers for another user',
  },
  {
    name: 'objects: a data export has an owner',
    rows: ['8.2.2'],
    file: 'server/areas/records/store.ts',
    find: 'select 1 from data_export where user_id = ${userId} and id = ${id}',
    replace: 'select 1 from data_export where id = ${id}',
    test: access,
    fails: 'records.exportFile answers for another user',
  },
  {
    name: 'objects: a position has an owner',
    rows: ['8.2.2'],
    file: 'server/areas/trading/store.ts',
    find: 'select * from position where user_id = ${userId} and id = ${id}`',
    replace: 'select * from position where id = ${id}`',
    test: access,
    fails: 'trading.affordable answers for another user',
  },
]

/** The fields that are read from a request and written into an answer. */
const fields: readonly Guard[] = [
  {
    name: "fields: an answer contains only its schema's fields",
    rows: ['8.1.2', '8.2.3'],
    file: 'contract/wire.ts',
    find: '    const record: Record<string, unknown> = {}\n    for (const field of written)',
    replace: '    const record: Record<string, unknown> = { ...model }\n    for (const field of written)',
    test: 'contract/calls.test.ts',
    fails: 'rejects an answer with an invalid field',
  },
  {
    name: 'fields: a field added to a schema is noticed',
    rows: ['8.1.2'],
    file: 'contract/account/shapes.ts',
    find: 'shape({ ...userFields, token: z.string() })',
    replace: 'shape({ ...userFields, token: z.string(), passwordHash: z.string() })',
    test: 'contract/calls.test.ts',
    fails: 'User has exactly the fields',
  },
  {
    name: "fields: a request contains only its schema's fields",
    rows: ['8.2.3', '15.3.6'],
    file: 'contract/request.ts',
    find: 'Object.hasOwn(raw, name) ? (raw as Record<string, unknown>)[name] : undefined',
    replace: '(raw as Record<string, unknown>)[name]',
    test: 'contract/request.test.ts',
    fails: 'accepts only an object as a request',
  },
]

export const authorisation: readonly Guard[] = [...functions, ...objects, ...fields]
