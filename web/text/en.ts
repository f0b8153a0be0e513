import { shell } from './en/shell.ts'
import { spec } from './en/spec.ts'
import { titles } from './en/titles.ts'
import { ui } from './en/ui.ts'

/** The English catalogue: one file of `en/` for each area. A text is named by its path: 'shell.tryItNow'. */
export const en = { shell, spec, titles, ui } as const

/** The shape that every catalogue has. */
export type Catalogue = typeof en
