import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { everyCall } from '@mex/contract/calls.ts'
import { missingTexts, refusals, systemText } from '@mex/contract/refusals.ts'
import { wireObjectOf } from '@mex/contract/wire.ts'

/** The kinds of items that the specification lists. An item is one line: 'GET /m_ft/kline', '/pages/search/index', 'tab: Home'. */
export const kinds = ['calls', 'screens', 'texts'] as const
export type Kind = (typeof kinds)[number]
export type Lines = Readonly<Record<Kind, readonly string[]>>

type SpecCall = { readonly method: string; readonly path: string; readonly auth: string }
type SpecScreen = { readonly path: string; readonly query: readonly string[]; readonly title_en: string }
type SpecText = { readonly text: string; readonly kind: string }

const root = new URL('../../', import.meta.url)
const specFile = (name: string): URL => new URL(`docs/spec/${name}.json`, root)
const readJson = (url: URL): unknown => JSON.parse(readFileSync(url, 'utf8'))

export const specCalls = readJson(specFile('calls')) as readonly SpecCall[]
export const specScreens = readJson(specFile('screens')) as readonly SpecScreen[]
export const specTexts = readJson(specFile('texts')) as readonly SpecText[]

export const callLine = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path}`
export const textLine = ({ kind, text }: SpecText): string => `${kind}: ${text}`

/** All items of the specification. */
export const listed: Lines = {
  calls: specCalls.map(callLine),
  screens: specScreens.map(({ path }) => path),
  texts: specTexts.map(textLine),
}

/** Imports a module of the page by its path in the project; undefined if the file does not exist. */
export async function webModule(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const url = new URL(path, root)
  if (!existsSync(fileURLToPath(url))) return undefined
  return (await import(url.href)) as Readonly<Record<string, unknown>>
}

/** The paths of the routes that have a screen, additions included. */
export async function builtScreens(): Promise<readonly string[]> {
  const areas = await webModule('web/areas.ts')
  const pages = (areas?.['pages'] ?? {}) as Readonly<Record<string, { readonly path: string }>>
  const screens = areas?.['screens'] ?? {}
  return Object.entries(pages).flatMap(([name, { path }]) => (Object.hasOwn(screens, name) ? [path] : []))
}

/** The texts of a catalogue by their key: 'tabs.home' → 'Home'. */
export function leaves(catalogue: unknown, at = ''): ReadonlyMap<string, string> {
  if (typeof catalogue === 'string') return new Map([[at, catalogue]])
  if (typeof catalogue !== 'object' || catalogue === null) return new Map()
  return new Map(
    Object.entries(catalogue).flatMap(([name, inner]) => [...leaves(inner, at === '' ? name : `${at}.${name}`)]),
  )
}

/** The English and the Chinese catalogue of the specification's texts. */
export async function catalogues(): Promise<{
  readonly english: ReadonlyMap<string, string>
  readonly chinese: ReadonlyMap<string, string>
}> {
  const english = await webModule('web/text/en/spec.ts')
  const chinese = await webModule('web/text/zh-CN/spec.ts')
  return { english: leaves(english?.['spec']), chinese: leaves(chinese?.['spec']) }
}

/** The source texts of the page, without tests. */
function webSources(): readonly string[] {
  const folders = ['app', 'areas', 'data', 'components', 'ui'].map((folder) => new URL(`web/${folder}/`, root))
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => new URL(name, folder)),
  )
  return files
    .filter(({ pathname }) => /\.tsx?$/.test(pathname) && !/\.(test|long)\.tsx?$/.test(pathname))
    .map((url) => readFileSync(url, 'utf8'))
}

/**
 * The catalogue keys that the given sources use: 'spec.tabs.home'. A composed key, `spec.positionLabels.${key}`, counts
 * for every key of the group that the same file has as a quoted string.
 */
export function textsNamed(sources: readonly string[], known: Iterable<string>): ReadonlySet<string> {
  const named = new Set<string>()
  const paths = [...known]
  for (const source of sources) {
    for (const [, path = ''] of source.matchAll(/['"`]spec\.([\w.]+)['"`]/g)) named.add(path)
    for (const [, group = ''] of source.matchAll(/`spec\.([\w.]+)\.\$\{/g)) {
      const inGroup = paths.filter((path) => path.startsWith(`${group}.`))
      for (const path of inGroup) if (source.includes(`'${path.slice(group.length + 1)}'`)) named.add(path)
    }
  }
  return named
}

/** The texts of refusals, English → Chinese. Forms and toasts show them. */
export function textsRefused(): ReadonlyMap<string, string> {
  const texts = everyCall.flatMap(({ call }) => {
    const fields = Object.keys(wireObjectOf(call.input)?.shape ?? {})
    const own = Object.entries(missingTexts).filter(([name]) => fields.includes(name.split('.')[0] ?? ''))
    const missing = call.refusals.includes('missing_field') ? own.map(([, text]) => text) : []
    return [...missing, ...call.refusals.map((word) => refusals[word])]
  })
  const unknown = 404
  const address = [systemText(unknown, 'en'), systemText(unknown, 'zh-CN')] as const
  return new Map([...texts.map(({ en, zh }) => [en, zh] as const), address])
}

/** The HTML document contains the product name, because the browser shows it before any script runs. */
const indexHtml = (): string => readFileSync(new URL('web/index.html', root), 'utf8')

/**
 * The texts that users can read: the English catalogue has the exact text, the Chinese one has a translation, and a screen
 * or a refusal uses it.
 */
async function reachedTexts(): Promise<readonly string[]> {
  const { english, chinese } = await catalogues()
  const named = textsNamed(webSources(), english.keys())
  const refused = textsRefused()
  const isRead = (path: string, text: string): boolean =>
    named.has(path) || refused.has(text) || (path === 'titles.product' && indexHtml().includes(`<title>${text} `))
  // The catalogue lists the texts in the order of the specification.
  const paths = [...english]
  return specTexts
    .filter(({ text }, index) => {
      const [path, own] = paths[index] ?? ['', '']
      return own === text && (chinese.get(path) ?? '') !== '' && isRead(path, text)
    })
    .map(textLine)
}

/** All items of the specification that the product has now, sorted. */
export async function reachedNow(): Promise<Lines> {
  const found = {
    calls: new Set(everyCall.map(({ call }) => callLine(call))),
    screens: new Set(await builtScreens()),
    texts: new Set(await reachedTexts()),
  }
  const sorted = (kind: Kind): readonly string[] => listed[kind].filter((line) => found[kind].has(line)).toSorted()
  return { calls: sorted('calls'), screens: sorted('screens'), texts: sorted('texts') }
}

export const reachedFile = specFile('reached')
/** The items recorded in docs/spec/reached.json. */
export const reachedBefore = (): Lines => readJson(reachedFile) as Lines
