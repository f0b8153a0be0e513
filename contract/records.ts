import * as z from 'zod/mini'

import { post } from './call.ts'
import { id, ownPassword } from './fields.ts'
import { maybe, orElse, request } from './request.ts'
import { integer, named, orNull, shape, timestamp } from './wire.ts'

/** A file that the page saves. */
const fileFields = { name: z.string(), type: z.string(), content: z.string() }

const confirmed = { password: maybe(ownPassword) }
/** What confirming the person by the password may refuse. */
const unconfirmed = ['missing_field', 'wrong_password', 'too_many_attempts'] as const

export const records = {
  ownData: post('/userCenter/ownData', {
    who: 'user',
    about: 'Whether the practice may start again, and since when it does.',
    input: request({}),
    output: shape({
      /** From when on; null when it may now. */
      nextResetAt: named('nextResetTimestamp', orNull(timestamp)),
      /** Positions are still being closed for a start that was asked for. */
      isResetting: named('resetting', z.boolean()),
    }),
  }),
  requestExport: post('/userCenter/export', {
    who: 'user',
    idempotency: 'key',
    about: 'Confirms by the password that the person wants a copy of everything that is stored about them.',
    input: request(confirmed),
    output: shape({ id: named('jobId', z.number()) }),
    refusals: ['wrong_state', ...unconfirmed],
  }),
  exportFile: post('/userCenter/exportFile', {
    who: 'user',
    about: 'The copy as a file, for a quarter of an hour; with very many journals in several files.',
    input: request({ id: named('jobId', id), after: orElse(integer(), 0) }),
    output: shape({ ...fileFields, next: orNull(z.number()) }),
    refusals: ['not_found'],
  }),
  closeAccount: post('/userCenter/closeAccount', {
    who: 'user',
    idempotency: 'key',
    about: 'Closes the account for good, when nothing is open any more.',
    input: request(confirmed),
    output: z.null(),
    refusals: ['wrong_state', ...unconfirmed],
  }),
  resetPractice: post('/userCenter/reset', {
    who: 'user',
    idempotency: 'key',
    about: 'Closes all positions and starts again with the simulated money of a new account, at most once in 30 days.',
    input: request(confirmed),
    output: z.null(),
    refusals: ['wrong_state', ...unconfirmed],
  }),
}
