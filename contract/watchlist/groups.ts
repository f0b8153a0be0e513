import { settings } from '@mex/core/settings.ts'
import * as z from 'zod/mini'

import { post } from '#call.ts'
import { id, rowIds, text } from '#fields.ts'
import { maybe, request } from '#request.ts'
import { listOf, named, shape } from '#wire.ts'

const watchGroup = shape({
  id: z.number(),
  name: named('groupName', z.string()),
  /** The rows of the watchlist in it, newest first. */
  rows: named('watchIds', listOf(z.number())),
})
export type WatchGroup = z.output<typeof watchGroup>

const groupName = text({ max: settings.watchlist.groupNameMax, long: 'text_too_long' }).check(z.minLength(1))

/** The groups of the watchlist. The calls of the specification know only the whole list. */
export const watchGroups = {
  list: post('/userSelfSecurity/group/list', {
    who: 'user',
    isAddition: true,
    about: 'The groups of the watchlist in the order of the person, each with the ids of its rows.',
    input: request({}),
    output: listOf(watchGroup),
  }),
  save: post('/userSelfSecurity/group/save', {
    who: 'user',
    idempotency: 'natural',
    isAddition: true,
    addsData: true,
    about:
      'Makes a group, which comes last, or renames the one with this id. A new one with the name of another is that one.',
    input: request({ id: maybe(id), name: named('groupName', groupName) }),
    output: z.object({ id: z.number() }),
    refusals: ['not_found', 'text_too_long', 'group_exists', 'too_many_groups'],
  }),
  fill: post('/userSelfSecurity/group/fill', {
    who: 'user',
    idempotency: 'natural',
    isAddition: true,
    about: 'Sets which rows of the watchlist are in a group; a row can be in several.',
    input: request({ id, rows: named('watchIds', rowIds) }),
    output: z.null(),
    refusals: ['not_found'],
  }),
  order: post('/userSelfSecurity/group/order', {
    who: 'user',
    idempotency: 'natural',
    isAddition: true,
    about: 'Sets the order of the groups. Those that are not named stay behind the others.',
    input: request({ ids: rowIds }),
    output: z.null(),
    refusals: ['not_found'],
  }),
  remove: post('/userSelfSecurity/group/delete', {
    who: 'user',
    idempotency: 'natural',
    isAddition: true,
    about: 'Deletes a group; its rows stay on the watchlist.',
    input: request({ id }),
    output: z.null(),
    refusals: ['not_found'],
  }),
}
