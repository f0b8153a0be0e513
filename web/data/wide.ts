import { createStore, useStore } from './store.ts'

/** Whether the workspace is around the pages, which sets it: then they have the room of a wide window (app/workspace). */
export const wide = createStore(false)

export const useWide = (): boolean => useStore(wide)
