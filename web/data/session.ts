import { user as userSchema, type User, type UserWithToken } from '@mex/contract/account/shapes.ts'
import * as z from 'zod/mini'

import { announce } from './announce.ts'
import { onOtherWindowChange, readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

/** The session of this browser. A token makes a session (spec §4). */
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

/** The current session; undefined when signed out. */
export const useSession = (): Session | undefined => useStore(store)

/** The user who signed in last in this visit: an expired session can continue after signing in again. */
let lastUserId = store.get()?.user?.id
const userChangeListeners = new Set<() => void>()

/** Calls back after a sign-out, or when another user signs in; not when the session expires. */
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

/** Updates the data of the signed-in user. */
export function updateUser(user: User): void {
  const session = store.get()
  if (session !== undefined) keep({ ...session, user })
}

/** Deletes token and user here. The caller ends the session on the server and opens the login page. */
export function signOut(): void {
  keep(undefined)
  forgetUser()
}

/** True from the expiry of the session until the next sign-in. */
const ended = createStore(false)
export const useSessionEnded = (): boolean => useStore(ended)

let isEndingSession = false

/**
 * Runs a call that ends the session on purpose: a log-out, or a registration that converts a guest. The push connection
 * can report the end before the answer arrives; then no expiry is announced.
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
 * The server refused the token of a call. Ends the session and announces it once: later failures carry a token that is
 * no longer the current one.
 */
export function expireSession(token: string | undefined): void {
  if (token === undefined || token !== currentToken() || isEndingSession) return
  keep(undefined)
  ended.set(true)
  announce({ kind: 'login-expired' })
}
