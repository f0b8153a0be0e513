import { useEffect } from 'react'

import { isComposing } from '#ui/composing.ts'

/**
 * Enter in a field presses the button of the same page or sheet that says so (`keys` of `Button`), as a phone's keyboard
 * offers it. The columns of wide windows have keys of their own (app/workspace).
 */
function pressEnterButton(event: KeyboardEvent): void {
  const { key, target, defaultPrevented } = event
  if (key !== 'Enter' || isComposing(event) || defaultPrevented) return
  if (!(target instanceof HTMLInputElement) || target.type !== 'text') return
  const place = target.closest('[data-sheet], [data-screen]')
  const button = place?.querySelector<HTMLElement>('[aria-keyshortcuts=Enter]')
  if (button === null || button === undefined) return
  event.preventDefault()
  button.click()
}

/** For the component of such a button. */
export function useEnterButton(): void {
  useEffect(() => {
    // One of their own for each: a button that goes leaves those of the others.
    const listen = (event: KeyboardEvent) => pressEnterButton(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
