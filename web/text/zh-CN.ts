import type { Catalogue } from './en.ts'
import type { Twin } from './twin.ts'
import { shell } from './zh-CN/shell.ts'
import { spec } from './zh-CN/spec.ts'
import { titles } from './zh-CN/titles.ts'
import { ui } from './zh-CN/ui.ts'

/** The Simplified Chinese catalogue; Traditional Chinese is made from it when the web is built (traditional.ts). */
export const zhCN: Twin<Catalogue> = { shell, spec, titles, ui }
