import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Plugin, Rolldown } from 'vite'

import { routes } from '#data/routes.ts'
import { firstPart } from './texts.ts'

const folder = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

/** The styles of the first paint, inlined in the page. No module imports them. */
const firstStyles = ['ui/tokens.css', 'ui/base.css', 'app/first-paint.css']

/** The screens of most first visits, by URL: home, and a shared link to an instrument. */
const firstScreens: Readonly<Record<string, string>> = {
  [routes.home.path]: 'areas/home/home.tsx',
  [routes.stockQuote.path]: 'areas/market/quote-page.tsx',
  [routes.futureQuote.path]: 'areas/market/quote-page.tsx',
  [routes.indexQuote.path]: 'areas/market/quote-page.tsx',
  [routes.forexQuote.path]: 'areas/market/quote-page.tsx',
  [routes.hongKongQuote.path]: 'areas/market/quote-page.tsx',
}

/** Removes comments and insignificant whitespace; these style sheets have no strings that contain them. */
const tight = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};]) ?/g, '$1')
    .trim()

/** A chunk and its static imports, dependencies last. */
function closure(bundle: Rolldown.OutputBundle, file: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || seen.has(file)) return seen
  seen.add(file)
  for (const imported of chunk.imports) closure(bundle, imported, seen)
  return seen
}

/** Chunks and their style sheets. */
const withStyles = (bundle: Rolldown.OutputBundle, files: Iterable<string>): string[] =>
  [...files].flatMap((file) => {
    const chunk = bundle[file]
    return [file, ...(chunk?.type === 'chunk' ? (chunk.viteMetadata?.importedCss ?? []) : [])]
  })

/** The output file of a source file, or of a module that the build makes. */
function fileOf(bundle: Rolldown.OutputBundle, source: string): string {
  const found = Object.values(bundle).find(
    (file) =>
      file.type === 'chunk' &&
      (file.facadeModuleId === source || file.facadeModuleId?.endsWith(`/web/${source}`) === true),
  )
  if (found === undefined) throw new Error(`No file of the build stands for ${source}`)
  return found.fileName
}

/**
 * Speeds up the first visit. The styles of the frame are inlined in the page, and the style sheet link stands behind the
 * frame, where it delays the program but not the first paint. The files of the first screen are preloaded together with
 * the program, although it imports them dynamically: the page lists them per URL, and public/first-paint.js preloads
 * those of the current URL.
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
        const texts = [...closure(bundle, fileOf(bundle, firstPart))]
        const missing = (files: Iterable<string>) => [...files].filter((file) => !html.includes(`"/${file}"`))
        const preloads = missing(texts).map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`)
        const files = Object.entries(firstScreens).map(([path, source]) => [
          path,
          missing(withStyles(bundle, closure(bundle, fileOf(bundle, source)))).filter((file) => !texts.includes(file)),
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
