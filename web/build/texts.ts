import compileMessage from 'icu-minify/compile'
import { Converter } from 'opencc-js/cn2t'
import type { Plugin } from 'vite'

import { passwordRules } from '@mex/contract/account/refusals.ts'
import { labels } from '@mex/contract/labels.ts'
import { depositReasonTexts, withdrawalReasonTexts } from '@mex/contract/funding/reasons.ts'
import { closeReasonTexts, endReasonTexts } from '@mex/contract/trading/reasons.ts'
import { missingTexts, refusals } from '@mex/contract/refusals.ts'
import { withGlossary } from '@mex/contract/traditional-chinese.ts'
import { en } from '#text/en.ts'
import { toTraditional } from '#text/traditional-chinese.ts'
import { zhCN } from '#text/zh-CN.ts'

const traditionalId = 'virtual:zh-TW'

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
const serverTextsCode = () => `export const serverTexts = ${JSON.stringify(serverTexts())}`

/** The same tree with every message parsed, so that the page needs no parser (icu-minify): −10 KB at first load. */
function compiled(tree: unknown): unknown {
  if (typeof tree === 'string') return compileMessage(tree)
  return Object.fromEntries(Object.entries(tree as object).map(([key, value]) => [key, compiled(value)]))
}

/** In development: converts Traditional Chinese on request; the other catalogues stay unparsed. */
export function texts(): Plugin {
  return {
    name: 'texts',
    apply: 'serve',
    resolveId: (id) => (id === traditionalId ? `\0${id}` : undefined),
    load: (id) =>
      id === `\0${traditionalId}`
        ? `export const zhTW = ${JSON.stringify(traditional())}\n${serverTextsCode()}`
        : undefined,
  }
}

/** In a build: the three catalogues with parsed messages, and the formatter for parsed messages. */
export function compiledTexts(): Plugin {
  const catalogues: readonly [end: string, name: string, make: () => unknown][] = [
    ['/web/text/en.ts', 'en', () => en],
    ['/web/text/zh-CN.ts', 'zhCN', () => zhCN],
    [traditionalId, 'zhTW', traditional],
  ]
  return {
    name: 'compiled-texts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
    resolveId: (id) => (id === traditionalId ? `\0${id}` : undefined),
    load: (id) => {
      const found = catalogues.find(([end]) => id.endsWith(end))
      if (found === undefined) return undefined
      const texts = `export const ${found[1]} = ${JSON.stringify(compiled(found[2]()))}`
      return found[0] === traditionalId ? `${texts}\n${serverTextsCode()}` : texts
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
