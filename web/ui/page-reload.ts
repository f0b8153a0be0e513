/** Dispatched on the window before the reload, so that listeners can save state that must survive it. */
const renewal = 'renewal'

/**
 * Reloads the page: after an update of the server the files of this version may be gone, and a browser never requests
 * a failed module again. Checks first that the server answers, because a reload without a server would lose the page.
 */
export async function reloadPage(): Promise<void> {
  const isReachable = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isReachable) renewPage()
}

/** Reloads the page with what was entered. */
export function renewPage(): void {
  window.dispatchEvent(new Event(renewal))
  location.reload()
}
