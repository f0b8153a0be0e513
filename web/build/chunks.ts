import { join } from 'node:path'

import type { Rolldown } from 'vite'

/** What of the build's knowledge the cut needs. */
type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const home = join(import.meta.dirname, '..', 'screens', 'home', 'index.tsx')
const isLibrary = (module: string) => module.includes('/node_modules/')

/** Our own modules that the home page imports before it runs. */
function modulesOfHome(modules: Modules): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (module: string): void => {
    if (found.has(module) || isLibrary(module)) return
    found.add(module)
    for (const imported of modules.getModuleInfo(module)?.importedIds ?? []) visit(imported)
  }
  visit(home)
  return found
}

/**
 * How the program is cut into files. A first visit waits for every byte and for every request, so what it needs is in
 * few files: React, which seldom changes; the program, which is everything that runs before a page; and the kit, which is
 * what the home page has in common with others, and the icons of more than one. Everything else is cut by itself: each
 * page is its own file, and what some pages share is another.
 */
export function chunks() {
  let ofHome: ReadonlySet<string> | undefined
  const isOfKit = (module: string, modules: Modules): boolean => {
    ofHome ??= modulesOfHome(modules)
    return ofHome.has(module) || /[\\/]lucide-react[\\/]/.test(module)
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
    ],
  }
}
