import { flushSync } from 'react-dom'

import type { NavigationKind } from './page-stack.ts'

const canMove = () => CSS.supports('selector(:active-view-transition-type(push))')
const wantsNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Makes a change on the screen, drawn as a movement of the page where the browser can and the person likes it. */
export function withViewTransition(change: () => void, kind: NavigationKind | undefined): void {
  if (kind === undefined || !canMove() || wantsNoMotion()) change()
  else document.startViewTransition({ update: () => flushSync(change), types: [kind] })
}
