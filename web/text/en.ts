import { english } from '#areas.ts'
import { shell } from './en/shell.ts'
import { spec } from './en/spec.ts'
import { ui } from './en/ui.ts'
import { workspace } from './en/workspace.ts'

/** The English catalogue: the texts of the areas, and those of no area. The key of a text is its path: 'shell.tryItNow'. */
export const en = { ...english, shell, spec, ui, workspace } as const

/** The shape that every catalogue has. */
export type Catalogue = typeof en
