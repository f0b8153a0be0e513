import * as z from 'zod/mini'

import { get, post } from '#call.ts'
import { id } from '#fields.ts'
import { request } from '#request.ts'
import { listOf, named, shape, timestamp } from '#wire.ts'

const session = shape({
  id: z.number(),
  createdAt: named('createTimeTimestamp', timestamp),
  lastSeenAt: named('lastSeenTimestamp', timestamp),
  agent: z.string(),
  isCurrent: named('current', z.boolean()),
})

/** The sessions of the signed-in person. */
export const sessions = {
  sessions: get('/session/list', {
    isAddition: true,
    who: 'user',
    about: 'Where the person is signed in.',
    input: request({}),
    output: listOf(session),
  }),
  revokeSession: post('/session/revoke', {
    isAddition: true,
    who: 'user',
    idempotency: 'natural',
    about: 'Ends one of the own sessions.',
    input: request({ id }),
    output: z.null(),
    refusals: ['not_found'],
  }),
}

export type Session = z.output<typeof session>
