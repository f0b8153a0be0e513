import { flushSync } from 'react-dom'

import type { NavigationKind } from './page-stack.ts'

const canMove = () => CSS.supports('selector(:active-view-transition-type(push))')
const isPhone = () => document.documentElement.dataset['workspace'] === undefined
const wantsNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Renders a change, with a view transition if the browser supports typed ones and the user allows motion. */
export function withViewTransition(change: () => void, kind: NavigationKind | undefined): void {
  if (kind === undefined || !isPhone() || !canMove() || wantsNoMotion()) change()
  else document.startViewTransition({ update: () => flushSync(change), types: [kind] })
}
