import type { AnyRouter } from '@tanstack/react-router'

import type { Navigation } from '#data/navigation.ts'

function locationOfLink(event: Event): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : undefined
  return link?.getAttribute('href')?.slice(1)
}

/**
 * Links are plain anchors to '#/…', so that they can be opened in a new window and need no router to be drawn. A plain
 * click is taken over here; a pointer or focus on a link fetches its page ahead.
 */
export function followLinks(navigation: Navigation, router: AnyRouter): void {
  document.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const location = isPlain && !event.defaultPrevented ? locationOfLink(event) : undefined
    if (location === undefined) return
    event.preventDefault()
    navigation.toLocation(location)
  })
  const preload = (event: Event) => {
    const location = locationOfLink(event)
    if (location === undefined) return
    const [to, query = ''] = location.split('?', 2)
    const search = Object.fromEntries(new URLSearchParams(query))
    void router.preloadRoute({ to, search } as never).catch(() => undefined)
  }
  for (const intent of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(intent, preload, { passive: true })
  }
}
