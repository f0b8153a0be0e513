/** Said to the window before the page is fetched anew, for what has to outlive it. */
const renewal = 'renewal'

/**
 * Fetches the page anew: after an update of the server the files of this version may be gone, and a file that did not
 * come is never asked for again by a browser. From a server that is gone nothing could be had, so it must answer first.
 */
export async function reloadPage(): Promise<void> {
  const isThere = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return
  window.dispatchEvent(new Event(renewal))
  location.reload()
}
