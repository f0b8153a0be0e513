import { createStore, useStore } from '#data/store.ts'

/** True when the service worker of a newer version is installed and waits. */
const isReady = createStore(false)
let take: () => void = () => undefined

export const useUpdateReady = (): boolean => useStore(isReady)
export const setUpdateReady = (): void => isReady.set(true)

/** Sets the function that activates the newer version. */
export function setApplyUpdate(how: () => void): void {
  take = how
}

/** Activates the newer version. Every open page reloads, so only the user starts this. */
export const applyUpdate = (): void => take()
