import type { Session } from '@mex/contract/account/sessions.ts'
import type { User, UserWithToken } from '@mex/contract/account/shapes.ts'

import type { SessionRow } from './store-sessions.ts'
import type { UserRow } from './store.ts'

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

export const signedInView = (row: UserRow, token: string): UserWithToken => ({ ...userView(row), token })

export const sessionView = (row: SessionRow, currentId: number): Session => ({
  ...row,
  isCurrent: row.id === currentId,
})
