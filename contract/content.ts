import * as z from 'zod/mini'

import { get, post } from './call.ts'
import { id, paging, rowIds } from './fields.ts'
import { messageTypes } from './messages.ts'
import { maybe, request } from './request.ts'
import { flag, named, orNull, pageOf, says, shape, timestamp } from './wire.ts'

const messageRow = {
  id: z.number(),
  type: z.enum(messageTypes),
  /** In the reader's language, like the content. */
  title: z.string(),
  isRead: named('readStatus', flag),
  referenceType: named('refType', orNull(z.string())),
  referenceId: named('refId', orNull(z.number())),
  createdAt: named('createTimestamp', timestamp),
}

/** A message as a list shows it. */
export const messageSummary = shape(messageRow)
/** A message as its own page shows it (specification, calls C). */
export const message = shape({ ...messageRow, content: z.string() })
export type MessageSummary = z.output<typeof messageSummary>
export type Message = z.output<typeof message>

const unread = z.number()

export const content = {
  messages: get('/userMessage/getMessage', {
    who: 'user',
    about: 'Messages to the person, newest first, and how many of all are unread.',
    input: request({
      type: maybe(z.enum(messageTypes, { error: says('invalid_parameter') })),
      isRead: named('readStatus', maybe(flag)),
      ...paging,
    }),
    output: pageOf(messageSummary, { unread }),
  }),
  message: get('/userMessage/{id}', {
    who: 'user',
    about: 'One message with its content.',
    input: request({ id }),
    output: message,
    refusals: ['not_found'],
  }),
  readMessages: post('/userMessage/updateRead', {
    who: 'user',
    idempotency: 'natural',
    about: 'Marks messages as read: one, some, or all; ids of nobody are passed over.',
    input: request({ id: maybe(id), ids: maybe(rowIds), all: maybe(flag) }, (asked) =>
      asked.id === undefined && asked.ids === undefined && asked.all !== true
        ? { field: 'ids', word: 'missing_field' }
        : undefined,
    ),
    output: z.object({ unread }),
    refusals: ['missing_field', 'not_found'],
  }),
}
