import { join } from 'node:path'

import type { Rolldown } from 'vite'

/** The used part of the plugin context. */
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
const workspace = join(areas, '..', 'app', 'workspace', 'workspace.tsx')
const isLibrary = (module: string) => module.includes('/node_modules/')
const isIcon = (module: string) => /[\\/]lucide-react[\\/].*[\\/]icons[\\/]/.test(module)
const isIconList = (module: string) => /[\\/]lucide-react[\\/][^?]*[\\/]lucide-react\.m?js$/.test(module)

/** The file of every icon by its exported names: 'TriangleAlert' → 'icons/triangle-alert.mjs'. */
function iconFiles(list: string): ReadonlyMap<string, string> {
  const exported = list.matchAll(/export \{([^}]*)\} from ['"]\.\/(icons\/[^'"]+)['"]/g)
  return new Map(
    [...exported].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name) => [name.replace('default as', '').trim(), file] as const),
    ),
  )
}

/** Our own modules that a page imports statically, and the icons that they use. */
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

/** What the home page shares with the workspace and with no other tab. */
function sharedWithWorkspace(modules: Modules): ReadonlySet<string | undefined> {
  const [own, wide] = [needsOf(home, modules), needsOf(workspace, modules)]
  const others = tabs.filter((tab) => tab !== home).map((tab) => needsOf(tab, modules))
  const only = (part: 'own' | 'icons'): (string | undefined)[] =>
    [...own[part]].filter((each) => wide[part].has(each ?? '') && !others.some((other) => other[part].has(each ?? '')))
  return new Set([...only('own'), ...only('icons')])
}

/**
 * The chunks of the program. A first visit waits for every byte and every request, so its code is in few files: React,
 * which seldom changes; the program, which runs before any page; and the kit, which the home page shares with other
 * pages, with the icons of the tab pages. What it shares only with the workspace is a file of its own. The other shared
 * icons are one file, because the request for each would cost more than its code. The bundler splits the rest: each page
 * is its own file, and shared code another.
 */
export function chunks() {
  let kit: ReadonlySet<string | undefined> | undefined
  let front: ReadonlySet<string | undefined> | undefined
  const nameOf = (module: string) => (isIcon(module) ? module.slice(module.lastIndexOf('icons')) : module)
  const isOfFront = (module: string, modules: Modules): boolean => {
    front ??= sharedWithWorkspace(modules)
    return front.has(nameOf(module))
  }
  const isOfKit = (module: string, modules: Modules): boolean => {
    kit ??= new Set([...needsOf(home, modules).own, ...tabs.flatMap((tab) => [...needsOf(tab, modules).icons])])
    return kit.has(nameOf(module)) && !isOfFront(module, modules)
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
      {
        name: (module: string, modules: Modules) => (isOfFront(module, modules) ? 'front' : null),
        minShareCount: 2,
        debugName: 'front',
      },
      { name: (module: string) => (isIcon(module) ? 'icons' : null), minShareCount: 2, debugName: 'icons' },
    ],
  }
}
