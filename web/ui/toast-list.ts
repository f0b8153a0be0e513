/** How long a toast stays (spec §8: "Toast lasts 2000 ms and is modal"). */
export const toastMilliseconds = 2000

export type Toast = {
  readonly id: number
  readonly text: string
  /** `failure` interrupts a screen reader, the others wait for it. */
  readonly kind: 'success' | 'failure' | 'plain'
  /** Read out instead of the text, where the spec has another wording for screen readers. */
  readonly spoken: string | undefined
}

type Listener = () => void
let current: Toast | undefined
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<Listener>()

function set(next: Toast | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast for two seconds and replaces the current one. */
export function showToast(text: string, kind: Toast['kind'] = 'plain', spoken?: string): void {
  lastId += 1
  clearTimeout(timer)
  set({ id: lastId, text, kind, spoken })
  timer = setTimeout(() => set(undefined), toastMilliseconds)
}

export const currentToast = (): Toast | undefined => current

export function onToast(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
