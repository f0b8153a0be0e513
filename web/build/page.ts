import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Plugin, Rolldown } from 'vite'

import { routes } from '#data/routes.ts'

const folder = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

/** What the page needs to look like itself before its style sheet has come. It stands in the page alone: no module imports it. */
const firstStyles = ['ui/tokens.css', 'ui/base.css', 'app/first-paint.css']

/** The texts that the page begins in. */
const firstTexts = 'text/en.ts'
/** The screens that most visits begin with, by their address: its own, and that of an instrument somebody was sent. */
const firstScreens: Readonly<Record<string, string>> = {
  [routes.home.path]: 'areas/home/home.tsx',
  [routes.stockQuote.path]: 'areas/market/quote-page.tsx',
  [routes.futureQuote.path]: 'areas/market/quote-page.tsx',
  [routes.indexQuote.path]: 'areas/market/quote-page.tsx',
  [routes.forexQuote.path]: 'areas/market/quote-page.tsx',
  [routes.hongKongQuote.path]: 'areas/market/quote-page.tsx',
}

/** Comments and the spaces that mean nothing; these few sheets have no texts in which they would mean something. */
const tight = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};]) ?/g, '$1')
    .trim()

/** A chunk and all that it imports before it runs, the first needed last. */
function closure(bundle: Rolldown.OutputBundle, file: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || seen.has(file)) return seen
  seen.add(file)
  for (const imported of chunk.imports) closure(bundle, imported, seen)
  return seen
}

/** The file that is loaded for a source file. */
function fileOf(bundle: Rolldown.OutputBundle, source: string): string {
  const found = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/web/${source}`) === true,
  )
  if (found === undefined) throw new Error(`No file of the build stands for ${source}`)
  return found.fileName
}

/**
 * Makes the first visit short. The page shows its frame as soon as it is there itself: the styles for that are in it, and
 * the style sheet stands behind the frame, where it holds back the program but not the first paint. What the first screen
 * needs is fetched together with the program instead of after it, although nothing imports it by name: the page says which
 * files those are for each address, and public/first-paint.js asks for the ones of this address.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-visit',
    hotUpdate({ file }) {
      if (firstStyles.some((style) => file.endsWith(`/web/${style}`)))
        this.environment.hot.send({ type: 'full-reload' })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const styles = `<style>${tight(firstStyles.map(read).join('\n'))}</style>`
        if (bundle === undefined) return html.replace('</head>', () => `${styles}</head>`)
        const [sheet = ''] = /[ \t]*<link rel="stylesheet"[^>]*>\n?/.exec(html) ?? []
        const texts = [...closure(bundle, fileOf(bundle, firstTexts))]
        const missing = (files: Iterable<string>) => [...files].filter((file) => !html.includes(`"/${file}"`))
        const preloads = missing(texts).map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`)
        const files = Object.entries(firstScreens).map(([path, source]) => [
          path,
          missing(closure(bundle, fileOf(bundle, source))).filter((file) => !texts.includes(file)),
        ])
        const list = JSON.stringify(Object.fromEntries(files))
        return html
          .replace(sheet, '')
          .replace(
            '<script src',
            () => `<script type="application/json" id="first-files">${list}</script>\n    <script src`,
          )
          .replace('</head>', () => `${styles}\n${preloads.join('')}  </head>`)
          .replace('<noscript>', () => `${sheet.trim()}\n    <noscript>`)
      },
    },
  }
}
