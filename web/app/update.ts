import { createStore, useStore } from '#data/store.ts'

/** True when a newer version of the page is in the browser and waits to be shown. */
const isReady = createStore(false)
let take: () => void = () => undefined

export const useUpdateReady = (): boolean => useStore(isReady)
export const setUpdateReady = (): void => isReady.set(true)

/** Says how a newer version takes over, for whoever is asked to. */
export function setApplyUpdate(how: () => void): void {
  take = how
}

/** Shows the newer version; what was entered in open forms is lost, so only a person decides it. */
export const applyUpdate = (): void => take()
