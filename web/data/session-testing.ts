import type { User } from '@mex/contract/account/shapes.ts'

/** A user as the server answers it. */
export const person: User = {
  id: 1,
  username: 'mei',
  email: 'mei@example.org',
  userType: 2,
  nickName: undefined,
  invitationCode: 'ABC234',
  realStatus: 0,
  realReason: undefined,
  blockStatus: 0,
  hasPayPassword: false,
  language: 'en',
  simulated: true,
  createdAt: 1_795_186_800_000,
  isGuest: false,
}
