import { choice, onOff } from './preferences.ts'
import { useStore } from './store.ts'

/** Whether single keys do something in the workspace (WCAG 2.1.4). Apart, because narrow windows have no such keys. */
export const shortcuts = choice('shortcuts', onOff, 'on')
export const useShortcuts = (): boolean => useStore(shortcuts) === 'on'
