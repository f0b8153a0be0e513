import type { Navigation } from '#data/navigation.ts'
import { routeAt } from '#data/routes.ts'
import { currentSession } from '#data/session.ts'
import { screenOf } from './lazy-screens.ts'

function locationOfLink(event: Event): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : undefined
  return link?.getAttribute('href')?.slice(1)
}

/**
 * Links are plain anchors to '#/…', so that they open in a new window and render without a router. This handles a plain
 * click, and prefetches the page of a link that gets the pointer or the focus.
 */
export function followLinks(navigation: Navigation): void {
  document.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const location = isPlain && !event.defaultPrevented ? locationOfLink(event) : undefined
    if (location === undefined) return
    event.preventDefault()
    navigation.toLocation(location)
  })
  const preload = (event: Event) => {
    const location = locationOfLink(event)
    const [path = ''] = location?.split('?', 1) ?? []
    const route = routeAt(path)
    if (route !== undefined) void screenOf(route, currentSession()).prepare()
  }
  for (const intent of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(intent, preload, { passive: true })
  }
}
