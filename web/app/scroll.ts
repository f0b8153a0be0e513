import type { HistoryLocation, RouterHistory } from '@tanstack/history'

import { pageBelow, stateOf } from '#data/navigation.ts'

const keyOf = (location: HistoryLocation): string => location.state.__TSR_key ?? ''

/** The page in view; an order form over it does not change it. */
const pageOf = (location: HistoryLocation, visit: string): string =>
  pageBelow(location.state, visit)?.pathname ?? location.pathname

/**
 * Scrolls a new page to its top (spec §2) and restores the position after Back. Layers and changed parameters of the
 * same page do not scroll. Focuses the title of a new page, so that a screen reader begins there. Returns the function
 * to call after each change is rendered.
 */
export function keepScroll(history: RouterHistory, visit: string): () => void {
  window.history.scrollRestoration = 'manual'
  const left = new Map<string, number>()
  let current = history.location
  let goal: number | undefined
  let isNewPage = false
  let cancel: () => void = () => undefined
  for (const gesture of ['wheel', 'touchstart']) window.addEventListener(gesture, () => cancel(), { passive: true })
  history.subscribe(({ location, action }) => {
    cancel()
    left.set(keyOf(current), window.scrollY)
    const isSamePage = pageOf(location, visit) === pageOf(current, visit)
    const isReturn = action.type !== 'PUSH' && action.type !== 'REPLACE'
    const isLayer = stateOf(location.state).layer > 0 || pageBelow(location.state, visit) !== undefined
    const isInPlace = isSamePage && (isLayer || action.type === 'REPLACE')
    if (isReturn) goal = left.get(keyOf(location)) ?? 0
    else if (!isInPlace) goal = 0
    isNewPage = !isSamePage
    current = location
  })
  return () => {
    if (goal !== undefined) cancel = scrollWhenHighEnough(goal)
    if (isNewPage) focusTitle()
    goal = undefined
    isNewPage = false
  }
}

/** How many frames a page that was left is waited for: what is below its first screen is drawn a little later. */
const framesOfPatience = 30

/** Scrolls there at once, and again while the page is still too low for it. Returns what ends that: the person scrolls, or goes on. */
function scrollWhenHighEnough(goal: number): () => void {
  let left = framesOfPatience
  const step = () => {
    if (left-- < 1) return
    scrollTo(0, goal)
    if (scrollY < goal - 1) requestAnimationFrame(step)
  }
  step()
  return () => {
    left = 0
  }
}

function focusTitle(): void {
  for (const title of document.querySelectorAll('[data-screen-title]')) {
    // Hidden tab pages are not displayed and have no boxes.
    if (title instanceof HTMLElement && title.getClientRects().length > 0) title.focus({ preventScroll: true })
  }
}
