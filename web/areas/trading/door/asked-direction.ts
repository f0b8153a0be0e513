import type { Direction } from '@mex/core/trading/orders.ts'

import { createStore } from '#data/store.ts'

/**
 * The direction that a key of the workspace asks the open ticket for: it goes back to its form and keeps what is
 * entered. A new object for every press, because the same key is pressed again.
 */
export const askedDirection = createStore<{ readonly direction: Direction } | undefined>(undefined)
