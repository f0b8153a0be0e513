import { useEffect, useEffectEvent } from 'react'

import { shortcuts } from '#data/shortcuts.ts'

/** What single keys do, by the name of the key; letters in lower case. False leaves the key to the browser. */
export type Keys = Readonly<Record<string, () => unknown>>

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=radio], [type=checkbox], [type=button], [type=submit])'))

/** Keys that the element in focus needs itself. */
function isTaken(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (key === 'Enter') return target.closest('a, button, summary, [role=button]') !== null
  return key.startsWith('Arrow') && target.matches('input, section[tabindex]')
}

const hasDialog = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/**
 * Follows single keys while this component is in view. They do nothing while the user types, in a dialog, with a
 * modifier, or when they are turned off (WCAG 2.1.4). `fieldKeys` work in a field too.
 */
export function useKeys(keys: Keys, fieldKeys: Keys = {}): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (event.defaultPrevented || event.isComposing || event.metaKey || event.ctrlKey || event.altKey) return
    if (hasDialog()) return
    const name = key.length === 1 ? key.toLowerCase() : key
    const act = isField(target) ? fieldKeys[name] : shortcuts.get() === 'on' ? keys[name] : undefined
    if (act === undefined || isTaken(key, target)) return
    if (act() !== false) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Presses the control in view that has this key: every key that does not change the layout belongs to a control. */
export function pressControl(key: string, place: ParentNode | null = document): boolean {
  const found = [...(place?.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`) ?? [])]
  const control = found.find((element) => element.getClientRects().length > 0)
  control?.click()
  return control !== undefined
}
