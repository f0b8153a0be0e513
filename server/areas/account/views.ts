import type { Session } from '@mex/contract/account/calls.ts'
import type { User, UserWithToken } from '@mex/contract/account/shapes.ts'
import { present } from '@mex/core/assert.ts'
import type { Tx } from '#db/sql.ts'
import type { SessionRow } from './store-sessions.ts'
import { userById, type UserRow } from './store.ts'

export function userView(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    userType: row.userType,
    nickName: row.nickName,
    invitationCode: row.invitationCode,
    realStatus: row.realStatus,
    realReason: row.realReason,
    blockStatus: row.blockStatus,
    hasPayPassword: row.payPasswordHash !== undefined,
    language: row.language,
    simulated: true,
    createdAt: row.createdAt,
    isGuest: row.state === 'GUEST',
  }
}

/** A person who is there. */
export const personOf = async (tx: Tx, id: number): Promise<User> =>
  userView(present(await userById(tx, id), 'the person'))

export const signedInView = (row: UserRow, token: string): UserWithToken => ({ ...userView(row), token })

export const sessionView = (row: SessionRow, currentId: number): Session => ({
  ...row,
  isCurrent: row.id === currentId,
})
