import { readStored, writeStored } from './storage.ts'

/** The user name of the last login that asked to be remembered; the password is left to the browser's own manager. */
export const rememberedUsername = (): string => readStored('username') ?? ''

/** Keeps the name for the next login; an empty one forgets it. */
export const rememberUsername = (name: string): void => writeStored('username', name === '' ? undefined : name)
