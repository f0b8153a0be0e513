import * as z from 'zod/mini'

import { languages } from '#language.ts'
import { named, oneOf, orNull, shape, timestamp } from '#wire.ts'

/** The user in answers (specification, calls C). */

export const userFields = {
  id: z.number(),
  username: z.string(),
  email: orNull(z.string()),
  /** 2 individual, 4 company. */
  userType: oneOf([2, 4]),
  nickName: orNull(z.string()),
  invitationCode: z.string(),
  /** 0 not submitted, 1 under review, 2 unsuccessful, 3 verified. */
  realStatus: oneOf([0, 1, 2, 3]),
  realReason: orNull(z.string()),
  /** Permission for block trades: 0 not open, 1 under review, 2 refused, 3 open. */
  blockStatus: oneOf([0, 1, 2, 3]),
  hasPayPassword: named('payPasswordSet', z.boolean()),
  language: named('lang', z.enum(languages)),
  simulated: z.literal(true),
  createdAt: named('createTimeTimestamp', timestamp),
  /** True for a guest, whose account is not registered. */
  isGuest: named('guest', z.boolean()),
}

/** The signed-in user. */
export const user = shape(userFields)
/** The user with the new token, which no other call repeats. */
export const userWithToken = shape({ ...userFields, token: z.string() })

export type User = z.output<typeof user>
export type UserWithToken = z.output<typeof userWithToken>
