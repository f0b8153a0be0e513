import { user as userSchema, type User, type UserWithToken } from '@mex/contract/account/shapes.ts'
import * as z from 'zod/mini'

import { announce } from './announce.ts'
import { onOtherWindowChange, readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

/** Who is signed in here: a token is what makes a session (spec §4). */
export type Session = { readonly token: string; readonly user: User | undefined }

function readUser(): User | undefined {
  try {
    const read = z.safeDecode(userSchema, JSON.parse(readStored('user') ?? 'null'))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

function readSession(): Session | undefined {
  const token = readStored('token')
  return token === undefined || token === '' ? undefined : { token, user: readUser() }
}

const store = createStore(readSession())
onOtherWindowChange('token', () => store.set(readSession()))

export const currentSession = (): Session | undefined => store.get()
export const currentToken = (): string | undefined => store.get()?.token
export const onSession = store.subscribe

/** The session of this browser; undefined while nobody is signed in. */
export const useSession = (): Session | undefined => useStore(store)

/** Who was signed in last in this visit: a session that has ended may go on after another sign-in. */
let lastUserId = store.get()?.user?.id
const userChangeListeners = new Set<() => void>()

/** Calls back when a person has left: signed out, or somebody else has signed in. A session that ended is no such thing. */
export const onUserChange = (listener: () => void): void => void userChangeListeners.add(listener)

function forgetUser(): void {
  lastUserId = undefined
  writeStored('paperDraft', undefined)
  for (const listener of userChangeListeners) listener()
}

function keep(session: Session | undefined): void {
  writeStored('token', session?.token)
  const user = session?.user
  writeStored('user', user === undefined ? undefined : JSON.stringify(z.encode(userSchema, user)))
  store.set(session)
}

/** Starts a session with the answer of a login, a registration or a guest. */
export function signIn({ token, ...user }: UserWithToken): void {
  if (lastUserId !== undefined && lastUserId !== user.id) forgetUser()
  lastUserId = user.id
  ended.set(false)
  keep({ token, user })
}

/** Takes over newer facts about the signed-in person. */
export function updateUser(user: User): void {
  const session = store.get()
  if (session !== undefined) keep({ ...session, user })
}

/** Forgets token and user. The caller tells the server and goes to the login page. */
export function signOut(): void {
  keep(undefined)
  forgetUser()
}

/** True from the moment the server has ended the session until somebody signs in. */
const ended = createStore(false)
export const useSessionEnded = (): boolean => useStore(ended)

let isEndingSession = false

/**
 * For what ends the session on purpose: a log-out, or a registration that takes over a guest. The push connection may
 * hear of it before the answer is there, and nobody is told that the session has expired.
 */
export async function whileEndingSession<Result>(act: () => Promise<Result>): Promise<Result> {
  isEndingSession = true
  try {
    return await act()
  } finally {
    isEndingSession = false
  }
}

/**
 * The server no longer knows the token that a call carried. Ends the session and says so once: calls that fail later
 * carried a token that is already gone.
 */
export function expireSession(token: string | undefined): void {
  if (token === undefined || token !== currentToken() || isEndingSession) return
  keep(undefined)
  ended.set(true)
  announce({ kind: 'login-expired' })
}
