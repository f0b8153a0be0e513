import { flushSync } from 'react-dom'

import type { NavigationKind } from './page-stack.ts'

const canMove = () => CSS.supports('selector(:active-view-transition-type(push))')
const wantsNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Renders a change, with a view transition if the browser supports typed ones and the user allows motion. */
export function withViewTransition(change: () => void, kind: NavigationKind | undefined): void {
  if (kind === undefined || !canMove() || wantsNoMotion()) change()
  else document.startViewTransition({ update: () => flushSync(change), types: [kind] })
}
