import { readFileSync } from 'node:fs'

/**
 * The size budget (gzip): the first load of each tab, each page's own code, the style sheet, the chart and each part of the texts.
 * Built from the manifest, so that a new page is measured without being listed. A build without a manifest or without a
 * tab is an error, so that nothing passes unmeasured.
 */
type Chunk = { file: string; imports?: string[]; isDynamicEntry?: boolean }
type Manifest = Record<string, Chunk>

const tabs: Record<string, string> = {
  home: 'areas/home/home.tsx',
  markets: 'areas/market/lists/markets.tsx',
  watchlists: 'areas/watchlist/watchlists.tsx',
  trade: 'areas/trading/trade.tsx',
  account: 'areas/account/account-page.tsx',
}

const read = (file: string) => readFileSync(new URL(`dist/${file}`, import.meta.url), 'utf8')
const manifest = JSON.parse(read('.vite/manifest.json')) as Manifest

/** A chunk and its static imports. */
function closure(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (chunk === undefined) throw new Error(`The build has no ${name}`)
  if (seen.has(name)) return seen
  seen.add(name)
  for (const imported of chunk.imports ?? []) closure(imported, seen)
  return seen
}

const files = (names: Iterable<string>) => [
  ...new Set([...names].flatMap((name) => (manifest[name] === undefined ? [] : [manifest[name].file]))),
]
const inDist = (paths: readonly string[]) => paths.map((path) => `dist/${path}`)

/** The files of the program, which the page fetches itself, and their static imports. */
const entry = [...read('index.html').matchAll(/<link rel="modulepreload"[^>]* href="\/([^"]+)"/g)].flatMap(
  ([, script]) => {
    const found = Object.entries(manifest).find(([, { file }]) => file === script)
    return [...closure(found?.[0] ?? `chunk ${script}`)]
  },
)
if (entry.length === 0) throw new Error('The page of the build has no program')
const names = Object.keys(manifest)
const withGzip = { gzip: true }

const firstLoads = Object.entries(tabs).map(([tab, screen]) => ({
  name: `first load, ${tab}`,
  path: inDist(files([...entry, ...closure(screen)])),
  limit: '145 KB',
  ...withGzip,
}))

const styles = { name: 'the styles', path: 'dist/assets/*.css', limit: '24 KB', ...withGzip }

const pages = names
  .filter(
    (name) =>
      name.startsWith('areas/') && !name.startsWith('areas/market/chart/') && manifest[name]?.isDynamicEntry === true,
  )
  .map((name) => ({ name, path: inDist(files([name])), limit: '20 KB', ...withGzip }))

/** What a chart loads beside the page that it is on: its own files, and the library that charts share. */
const quotePage = closure('areas/market/quote/quote-page.tsx')
const onTop = (name: string) => [...closure(name)].filter((part) => !quotePage.has(part) && !entry.includes(part))

const charts = names
  .filter((name) => name.startsWith('areas/market/chart/') || name === 'areas/market/compare/compared-chart.tsx')
  .map((name) => ({ name: `chart, ${name}`, path: inDist(files(onTop(name))), limit: '62.5 KB', ...withGzip }))

const texts = names
  .filter((name) => name.includes('virtual:texts/'))
  .map((name) => ({ name, path: inDist(files([name])), limit: '25 KB', ...withGzip }))

// oxlint-disable-next-line import/no-default-export -- size-limit reads its configuration from there
export default [
  { name: 'the program', path: inDist(files(entry)), limit: '145 KB', ...withGzip },
  ...firstLoads,
  styles,
  ...pages,
  ...charts,
  ...texts,
]
