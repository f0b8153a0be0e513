import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { everyCall } from '@mex/contract/calls.ts'
import { omitServerFields } from './build/calls.ts'
import { chunks } from './build/chunks.ts'
import { compileHints } from './build/compile-hints.ts'
import { compressed } from './build/compressed.ts'
import { iconsWithoutKeys } from './build/icons.ts'
import { offline } from '#build/service-worker.ts'
import { firstPaint } from './build/page.ts'
import { texts } from './build/texts.ts'

/** The server that `npm run dev` starts. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`
/** The first path segment of every call, which the development server proxies. */
const prefixes = [...new Set(everyCall.map(({ call }) => call.path.split('/')[1] ?? ''))]

export default defineConfig({
  plugins: [
    react(),
    omitServerFields(),
    iconsWithoutKeys(),
    texts(),
    firstPaint(),
    compileHints(),
    offline(),
    compressed(),
  ],
  // Readable class names would add a twentieth to the style sheet; development keeps them.
  ...(process.env['NODE_ENV'] === 'production' ? { css: { modules: { generateScopedName: '[hash:base64:5]' } } } : {}),
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    // One style sheet of 19 KB for all pages. With one for each part, an order form loads as many bytes in eight more requests.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    // Reading a property does nothing else, so that unread lists are left out whose entries are read from other modules.
    // File names without words: the program lists the files of every page, and the names would be a hundredth of the first load.
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: chunks(),
        assetFileNames: 'assets/[hash:7][extname]',
        chunkFileNames: 'assets/[hash:7].js',
      },
    },
    reportCompressedSize: false,
    // For the size budget (.size-limit.ts), which adds up the files of each first page.
    manifest: true,
  },
  server: {
    proxy: {
      '/push': { target: server, ws: true },
      [`^/(${[...prefixes, 'docs', 'healthz', 'legal'].join('|')})(/|\\?|$)`]: { target: server },
    },
  },
})
