import { join } from 'node:path'

import type { Rolldown } from 'vite'

/** What of the build's knowledge the cut needs. */
type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const areas = join(import.meta.dirname, '..', 'areas')
const home = join(areas, 'home', 'home.tsx')
const tabs = [
  home,
  join(areas, 'market', 'markets.tsx'),
  join(areas, 'watchlist', 'watchlists.tsx'),
  join(areas, 'trading', 'trade.tsx'),
  join(areas, 'account', 'account-page.tsx'),
]
const isLibrary = (module: string) => module.includes('/node_modules/')
const isIcon = (module: string) => /[\\/]lucide-react[\\/].*[\\/]icons[\\/]/.test(module)
const isIconList = (module: string) => /[\\/]lucide-react[\\/][^?]*[\\/]lucide-react\.m?js$/.test(module)

/** The file of every icon by the names that the library exports it under: 'TriangleAlert' → 'icons/triangle-alert.mjs'. */
function iconFiles(list: string): ReadonlyMap<string, string> {
  const exported = list.matchAll(/export \{([^}]*)\} from ['"]\.\/(icons\/[^'"]+)['"]/g)
  return new Map(
    [...exported].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name) => [name.replace('default as', '').trim(), file] as const),
    ),
  )
}

/** Our own modules that a page imports before it runs, and the icons that those draw. */
function needsOf(page: string, modules: Modules) {
  const own = new Set<string>()
  const icons = new Set<string | undefined>()
  const visit = (module: string): void => {
    if (own.has(module) || isLibrary(module)) return
    own.add(module)
    const { importedIds = [], code } = modules.getModuleInfo(module) ?? {}
    const list = importedIds.find(isIconList)
    const files = iconFiles((list === undefined ? null : modules.getModuleInfo(list)?.code) ?? '')
    for (const [, names = ''] of code?.matchAll(/import \{([^}]*)\} from ['"]lucide-react['"]/g) ?? [])
      for (const name of names.split(',')) icons.add(files.get(name.split(' as ')[0]?.trim() ?? ''))
    importedIds.forEach(visit)
  }
  visit(page)
  return { own, icons }
}

/**
 * How the program is cut into files. A first visit waits for every byte and for every request, so what it needs is in
 * few files: React, which seldom changes; the program, which is everything that runs before a page; and the kit, which is
 * what the home page has in common with others, and the icons of the tab pages. The other icons of more than one page are one file, because each alone would
 * cost more for its request than for its lines. Everything else is cut by itself: each page is its own file, and what some
 * pages share is another.
 */
export function chunks() {
  let kit: ReadonlySet<string | undefined> | undefined
  const isOfKit = (module: string, modules: Modules): boolean => {
    kit ??= new Set([...needsOf(home, modules).own, ...tabs.flatMap((tab) => [...needsOf(tab, modules).icons])])
    return kit.has(isIcon(module) ? module.slice(module.lastIndexOf('icons')) : module)
  }
  return {
    groups: [
      {
        name: 'react',
        test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
        priority: 2,
      },
      { name: 'program', tags: ['$initial' as const], priority: 1 },
      {
        name: (module: string, modules: Modules) => (isOfKit(module, modules) ? 'kit' : null),
        minShareCount: 2,
        debugName: 'kit',
      },
      { name: (module: string) => (isIcon(module) ? 'icons' : null), minShareCount: 2, debugName: 'icons' },
    ],
  }
}
