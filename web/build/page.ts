import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { minify, type Plugin, type Rolldown } from 'vite'

import { firstCalls, firstCallsOfAll } from '#app/first-calls.ts'
import { routes, type RouteName } from '#data/routes.ts'
import { languages } from '#text/language.ts'
import type { TextPart } from '#text/parts.ts'
import { pageTexts } from '#page-texts.ts'
import { firstScreens } from './first-screens.ts'
import { catalogueOf, textPart } from './texts.ts'

const folder = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

/** The styles of the first paint, inlined in the page. No module imports them. */
const firstStyles = ['ui/tokens.css', 'ui/base.css', 'app/first-paint.css']

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

/** The output file of a source file, or of a module that the build makes, which may stand in one file with others. */
function fileOf(bundle: Rolldown.OutputBundle, source: string): string {
  const isSource = (module: string | null): boolean => module === source || module?.endsWith(`/web/${source}`) === true
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found =
    chunks.find((chunk) => isSource(chunk.facadeModuleId)) ?? chunks.find((chunk) => chunk.moduleIds.some(isSource))
  if (found === undefined) throw new Error(`No file of the build stands for ${source}`)
  return found.fileName
}

/** What a visitor of Home reads before the program is there, by language: the values of custom properties of first-paint.css. */
const welcome = Object.fromEntries(
  languages.map((language) => {
    const { welcome, welcomeText } = catalogueOf(language).home
    return [language, { welcome, 'welcome-text': welcomeText }]
  }),
)

type Names = readonly string[]
type FirstPage = {
  readonly isPersonal: boolean
  readonly calls: readonly object[]
  readonly files: Names
  readonly texts: Readonly<Record<string, Names>>
}

/** What the first pages need beside the program: the texts of all, and the files and calls of each by its path. */
function firstPagesOf(bundle: Rolldown.OutputBundle, html: string) {
  const without = (names: Iterable<string>, known: ReadonlySet<string>): Names =>
    [...names].filter((name) => !html.includes(`"/${name}"`) && !known.has(name))
  const none: ReadonlySet<string> = new Set()
  const filesOf = (source: string) => closure(bundle, fileOf(bundle, source))
  const partsOf: Readonly<Record<string, readonly TextPart[]>> = pageTexts
  const textsOf = (parts: readonly TextPart[]) =>
    languages.map(
      (language) => [language, new Set(parts.flatMap((part) => [...filesOf(textPart(language, part))]))] as const,
    )
  const common = textsOf(['common'])
  const texts = Object.fromEntries(common.map(([language, names]) => [language, without(names, none)]))
  const pages: Record<string, FirstPage> = {}
  for (const [route, sources] of Object.entries(firstScreens)) {
    const { path, who } = routes[route as RouteName]
    const own = new Set(sources.flatMap((source) => [...filesOf(source)]))
    pages[path] = {
      isPersonal: who === 'user',
      calls: firstCalls[route as RouteName] ?? [],
      files: without(own, new Set(common.flatMap(([, names]) => [...names]))),
      texts: Object.fromEntries(
        textsOf(partsOf[route] ?? []).map(([language, names]) => [language, without(names, own)]),
      ),
    }
  }
  return { texts, pages }
}

/**
 * What first-paint.js reads. Files stand there by number, the smallest first: the page asks for them in that order, so that
 * the line is not idle at the end, while the last small files wait for their round trip.
 */
function firstVisitOf(bundle: Rolldown.OutputBundle, html: string): object {
  const { texts, pages } = firstPagesOf(bundle, html)
  const sizeOf = (name: string): number => {
    const file = bundle[name]
    return file?.type === 'chunk' ? file.code.length : 0
  }
  const ofPages = Object.values(pages).flatMap((page) => [page.files, ...Object.values(page.texts)])
  const files = [...new Set([...Object.values(texts), ...ofPages].flat())].toSorted(
    (one, other) => sizeOf(one) - sizeOf(other),
  )
  const numbersOf = (names: Names) => names.map((name) => files.indexOf(name))
  const allNumbersOf = (lists: Readonly<Record<string, Names>>) =>
    Object.fromEntries(Object.entries(lists).map(([language, names]) => [language, numbersOf(names)]))
  return {
    files: files.map((name) => name.replace('assets/', '')),
    texts: allNumbersOf(texts),
    welcome,
    always: firstCallsOfAll,
    pages: Object.fromEntries(
      Object.entries(pages).map(([path, page]) => [
        path,
        { ...page, files: numbersOf(page.files), texts: allNumbersOf(page.texts) },
      ]),
    ),
  }
}

/** The script of the first paint, without names of its own in the page and as small as it gets. */
async function firstScript(): Promise<string> {
  const { code } = await minify('first-paint.js', `{${read('app/first-paint.js')}}`)
  return `<script>${code.trim()}</script>`
}

const preloads = /<link rel="modulepreload" crossorigin href="([^"]+)">/g
const entry = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/** The page, which fetches the files of the program and does not run them; and these files, the one that imports the others last. */
function programOf(html: string): { page: string; program: readonly string[] } {
  const page = html.replace(entry, '<link rel="modulepreload" crossorigin href="$1">')
  const [first, ...others] = [...page.matchAll(preloads)].map(([, file]) => file)
  return {
    page: page.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"'),
    program: [...others, first].filter((file) => file !== undefined),
  }
}

/**
 * Speeds up the first visit. The styles of the frame and the script of the first paint are inlined in the page, and the
 * style sheet link stands behind the frame, where it delays the program but not the first paint. The files, texts and
 * calls of the first screen are fetched together with the program, although it imports them dynamically: the page lists
 * them per URL, and app/first-paint.js fetches those of the current URL.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-visit',
    hotUpdate({ file }) {
      if ([...firstStyles, 'app/first-paint.js'].some((name) => file.endsWith(`/web/${name}`)))
        this.environment.hot.send({ type: 'full-reload' })
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        const styles = `<style>${tight(firstStyles.map(read).join('\n'))}</style>`
        const script = await firstScript()
        if (bundle === undefined) return html.replace('</head>', () => `${styles}${script}</head>`)
        const [sheet = ''] = /[ \t]*<link rel="stylesheet"[^>]*>\n?/.exec(html) ?? []
        const { page, program } = programOf(html)
        const list = JSON.stringify({ program, ...firstVisitOf(bundle, html) })
        return page
          .replace(sheet, '')
          .replace(
            '</head>',
            () => `${styles}\n<script type="application/json" id="first-visit">${list}</script>\n${script}\n  </head>`,
          )
          .replace('<noscript>', () => `${sheet.trim()}\n    <noscript>`)
      },
    },
  }
}
