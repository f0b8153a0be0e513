import compileMessage from 'icu-minify/compile'
import { Converter } from 'opencc-js/cn2t'
import type { Plugin } from 'vite'

import { passwordRules } from '@mex/contract/account/refusals.ts'
import { labels } from '@mex/contract/labels.ts'
import { depositReasonTexts, withdrawalReasonTexts } from '@mex/contract/funding/reasons.ts'
import { closeReasonTexts, endReasonTexts } from '@mex/contract/trading/reasons.ts'
import { missingTexts, refusals } from '@mex/contract/refusals.ts'
import { withGlossary } from '@mex/contract/traditional-chinese.ts'
import { en, type Catalogue } from '#text/en.ts'
import { languages, type Language } from '#text/language.ts'
import { pageSections, type TextPart } from '#text/parts.ts'
import { sectionsOf } from '#text/sections.ts'
import { toTraditional } from '#text/traditional-chinese.ts'
import type { Translation } from '#text/translation.ts'
import { zhCN } from '#text/zh-CN.ts'

/** The Traditional Chinese catalogue, converted from the Simplified one. */
const convert = withGlossary(Converter({ from: 'cn', to: 'twp' }))
export const traditional = () => toTraditional(zhCN, convert)

/** The contract's texts that the page shows itself: Simplified → Traditional Chinese (text/server-texts.ts). */
export function serverTexts(): Record<string, string> {
  const texts = [
    refusals,
    missingTexts,
    passwordRules,
    labels,
    endReasonTexts,
    closeReasonTexts,
    depositReasonTexts,
    withdrawalReasonTexts,
  ].flatMap((group) => Object.values(group).map(({ zh }) => zh))
  return toTraditional(Object.fromEntries(texts.map((zh) => [zh, zh])), convert)
}

/** The same tree with every message parsed, so that the page needs no parser (icu-minify): −10 KB at first load. */
function compiled(tree: unknown): unknown {
  if (typeof tree === 'string') return compileMessage(tree)
  return Object.fromEntries(Object.entries(tree as object).map(([key, value]) => [key, compiled(value)]))
}

/** The id of the loaders of all parts. The id of a part begins with it: 'virtual:texts/en/offerings'. */
const loadersId = 'virtual:texts'
const partId = (language: Language, part: TextPart): string => `${loadersId}/${language}/${part}`
/** The module of a part of the texts. */
export const textPart = (language: Language, part: TextPart): string => `\0${partId(language, part)}`

const catalogues: Readonly<Record<Language, () => Translation<Catalogue>>> = {
  en: () => en,
  'zh-CN': () => zhCN,
  'zh-TW': traditional,
}

/** The texts of a language as they are written. */
export const catalogueOf = (language: Language): Translation<Catalogue> => catalogues[language]()

const parts: readonly TextPart[] = ['common', ...pageSections]

const loadersCode = (): string => {
  const byPart = (language: Language): string =>
    parts.map((part) => `${part}: () => import(${JSON.stringify(partId(language, part))})`).join(', ')
  return `export const loaders = { ${languages.map((language) => `'${language}': { ${byPart(language)} }`).join(', ')} }`
}

const moduleOf: Readonly<Partial<Record<Language, string>>> = {
  en: "import { en as catalogue } from '/text/en.ts'",
  'zh-CN': "import { zhCN as catalogue } from '/text/zh-CN.ts'",
}

function partCode(id: string, isBuild: boolean): string {
  const [, language, part] = id.split('/') as [string, Language, TextPart]
  const module = moduleOf[language]
  if (!isBuild && module !== undefined)
    return `${module}\nimport { sectionsOf } from '/text/sections.ts'\nexport const texts = sectionsOf('${part}', catalogue)`
  const sections = sectionsOf(part, catalogueOf(language))
  const code = `export const texts = ${JSON.stringify(isBuild ? compiled(sections) : sections)}`
  const carriesServerTexts = language === 'zh-TW' && part === 'common'
  return carriesServerTexts ? `${code}\nexport const serverTexts = ${JSON.stringify(serverTexts())}` : code
}

/**
 * The texts of the page as modules: one for each language and part. In a build their messages are parsed, and the formatter is the
 * one for parsed messages. In development the texts are read as they are written, so that a change is shown at once; Traditional
 * Chinese is converted when the development server starts.
 */
export function texts(): Plugin {
  let isBuild = false
  return {
    name: 'texts',
    enforce: 'pre',
    config(_, { command }) {
      isBuild = command === 'build'
      return isBuild
        ? { resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }
        : undefined
    },
    resolveId: (id) => (id.startsWith(loadersId) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${loadersId}`)) return undefined
      return id === `\0${loadersId}` ? loadersCode() : partCode(id, isBuild)
    },
    // The list of areas names the texts as they are written; only the parsed ones may be in the page.
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        for (const [module, { renderedLength }] of file.type === 'chunk' ? Object.entries(file.modules) : [])
          if (renderedLength > 0 && /\.(en|zh-CN)\.ts$|\/text\/(en|zh-CN)\//.test(module))
            this.error(`${file.fileName} has the texts of ${module} as they are written`)
    },
  }
}
