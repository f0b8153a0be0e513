import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import react from '@vitejs/plugin-react'
import compileMessage from 'icu-minify/compile'
import { Converter } from 'opencc-js/cn2t'
import { defineConfig, type Plugin } from 'vite'

import { everyCall } from '@mex/contract/calls.ts'
import { labels } from '@mex/contract/labels.ts'
import { closeReasonTexts, endReasonTexts, phaseTexts } from '@mex/contract/reasons.ts'
import { missingTexts, passwordRules, refusals } from '@mex/contract/refusals.ts'
import { en } from './text/en.ts'
import { glossary } from './text/glossary.ts'
import { toTraditional } from './text/traditional.ts'
import { zhCN } from './text/zh-CN.ts'

const traditionalId = 'virtual:zh-TW'

/** The Traditional Chinese catalogue, made from the Simplified one. */
const convert = Converter({ from: 'cn', to: 'twp' })
const traditional = () => toTraditional(zhCN, convert, glossary)

/** The contract's texts that the page says itself: Simplified → Traditional (text/server-texts.ts). */
function serverTexts(): Record<string, string> {
  const texts = [refusals, missingTexts, passwordRules, labels, endReasonTexts, closeReasonTexts, phaseTexts].flatMap(
    (group) => Object.values(group).map(({ zh }) => zh),
  )
  return toTraditional(Object.fromEntries(texts.map((zh) => [zh, zh])), convert, glossary)
}
const serverTextsCode = () => `export const serverTexts = ${JSON.stringify(serverTexts())}`

/** The same tree with every message parsed, so that the page needs no parser (icu-minify): −10 KB at first load. */
function compiled(tree: unknown): unknown {
  if (typeof tree === 'string') return compileMessage(tree)
  return Object.fromEntries(Object.entries(tree as object).map(([key, value]) => [key, compiled(value)]))
}

/** While developing: makes Traditional Chinese when it is asked for; the other catalogues are read as they are. */
function texts(): Plugin {
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

/** When building: the three catalogues with their messages parsed, and a formatter that only knows such. */
function compiledTexts(): Plugin {
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
  }
}

/**
 * Files that every first visit needs although nothing imports them by name at the start: the English texts and the home
 * screen. The page fetches them together with the program instead of after it.
 */
const neededAtOnce = ['/text/en.ts', '/screens/home/index.tsx']

function preloads(): Plugin {
  return {
    name: 'preload-first-screen',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.values(bundle ?? {}).flatMap((file) => {
          if (file.type !== 'chunk' || !neededAtOnce.some((end) => file.facadeModuleId?.endsWith(end))) return []
          const attrs = { rel: 'modulepreload', crossorigin: '', href: `/${file.fileName}` }
          return [{ tag: 'link', attrs, injectTo: 'head' as const }]
        }),
    },
  }
}

/**
 * Each chunk has its style sheet and they come in any order, but the layer that is named first is the weakest. So every
 * sheet begins with the order that tokens.css states.
 */
function layerOrder(): Plugin {
  const [order = ''] = /@layer [^{;]+;/.exec(readFileSync(join(import.meta.dirname, 'ui/tokens.css'), 'utf8')) ?? []
  return {
    name: 'layer-order',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: (_, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
          file.source = `${order}${typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source)}`
        }
      },
    },
  }
}

const server = process.env['MEX_SERVER'] ?? 'http://127.0.0.1:8080'
/** The first part of every call's path: what the development server hands on. */
const prefixes = [...new Set(everyCall.map(({ call }) => call.path.split('/')[1] ?? ''))]

export default defineConfig({
  plugins: [react(), texts(), compiledTexts(), layerOrder(), preloads()],
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // For the size budget (.size-limit.ts), which adds up what each first page loads.
    manifest: true,
  },
  server: {
    proxy: {
      '/push': { target: server, ws: true },
      [`^/(${[...prefixes, 'docs', 'healthz'].join('|')})(/|\\?|$)`]: { target: server },
    },
  },
})
