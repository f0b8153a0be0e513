import { chinese } from '#areas.ts'
import type { Catalogue } from './en.ts'
import type { Translation } from './translation.ts'
import { shell } from './zh-CN/shell.ts'
import { spec } from './zh-CN/spec.ts'
import { ui } from './zh-CN/ui.ts'
import { workspace } from './zh-CN/workspace.ts'

/** The Simplified Chinese catalogue; Traditional Chinese is made from it when the web is built (traditional.ts). */
export const zhCN: Translation<Catalogue> = { ...chinese, shell, spec, ui, workspace }
