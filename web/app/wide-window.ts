import { createStore } from '#data/store.ts'
import './tablet.css'
import './wide.css'
import type { load } from './workspace/load.ts'

/** Wide enough for the workspace at the user's text size (900 px at the default), and no phone that lies on its side. */
const wide = matchMedia('(min-width: 56.25em) and (min-height: 30.0625em)')

/** The layout of wide windows; undefined in a narrow window, which never fetches its code. */
export const workspace = createStore<Awaited<ReturnType<typeof load>> | undefined>(undefined)

/** Fetches the layout whenever the window becomes wide. If that fails, the pages are shown as in a narrow window. */
export async function followWidth(): Promise<void> {
  const follow = async () => {
    // Two steps, so that narrow windows do not carry the list of its files.
    const loaded = wide.matches ? await import('./workspace/load.ts').then((file) => file.load()) : undefined
    workspace.set(wide.matches ? loaded : undefined)
  }
  const tryIt = () => follow().catch(() => undefined)
  wide.addEventListener('change', tryIt)
  await tryIt()
}
