/** Beyond the edges of the viewport, in px: what is this near is ready before a finger has scrolled to it. */
const ahead = '400px'

type Near = { readonly begin: () => () => void; end?: (() => void) | undefined }

const watched = new Map<Element, Near>()
let observer: IntersectionObserver | undefined

function note(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const near = watched.get(target)
    if (near === undefined || isIntersecting === (near.end !== undefined)) continue
    near.end?.()
    near.end = isIntersecting ? near.begin() : undefined
  }
}

/** Calls `begin` whenever the element comes near the viewport, and what that returned when it is far again, or at the end. */
export function whileNear(element: Element, begin: () => () => void): () => void {
  // One for all elements: an observer each would be one callback each when the page is scrolled.
  observer ??= new IntersectionObserver(note, { rootMargin: ahead, scrollMargin: ahead })
  const near: Near = { begin }
  watched.set(element, near)
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    watched.delete(element)
    near.end?.()
  }
}
