const failed = new Set<HTMLLinkElement>()

/**
 * Notes every style sheet that fails to load. The bundler asks for each style sheet once: without `withFailedStyles`,
 * the next page that needs it would be shown without its styles.
 */
export function noteFailedStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
  }
  // The failure of a resource does not bubble, so it is seen on its way down.
  document.addEventListener('error', note, { capture: true })
}

function fetchAgain(link: HTMLLinkElement): Promise<void> {
  failed.delete(link)
  const next = document.createElement('link')
  next.rel = 'stylesheet'
  next.crossOrigin = link.crossOrigin
  next.href = link.href
  return new Promise((done, fail) => {
    next.addEventListener('load', () => done())
    next.addEventListener('error', () => fail(new Error('A style sheet failed to load')))
    link.replaceWith(next)
  })
}

/** Loads code together with the style sheets that failed before. Rejects when one of them fails. */
export async function withFailedStyles<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([load(), ...[...failed].map(fetchAgain)])
  return loaded
}
