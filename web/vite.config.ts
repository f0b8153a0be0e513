import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { everyCall } from '@mex/contract/calls.ts'
import { leanCalls } from './build/calls.ts'
import { compiledTexts, texts } from './build/texts.ts'

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
  plugins: [react(), leanCalls(), texts(), compiledTexts(), layerOrder(), preloads()],
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
