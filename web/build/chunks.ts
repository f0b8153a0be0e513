import { join } from 'node:path'

import type { Rolldown } from 'vite'

import { languages } from '#text/language.ts'
import type { PageSection } from '#text/parts.ts'
import { firstScreens } from './first-screens.ts'
import { textPart } from './texts.ts'

/** Little sections of texts with the large one that most of their pages need too: one request instead of several. */
const textsTogether: readonly (readonly PageSection[])[] = [
  ['ticket', 'auctions', 'orderMoney'],
  ['wallet', 'moneyFirst'],
]

/** The used part of the plugin context. */
type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const web = join(import.meta.dirname, '..')
const ui = join(web, 'ui')
const home = join(web, firstScreens.home[0])
const tabs = (['home', 'markets', 'watchlists', 'trade', 'account'] as const).map((tab) =>
  join(web, firstScreens[tab][0]),
)
const account = join(web, firstScreens.account[0])
const workspace = join(web, 'app', 'workspace', 'workspace.tsx')
/** The screens that are opened first, and the curve that follows on two of them, in kinds: those of one kind need the same code, apart from a little. */
const kinds: readonly (readonly string[])[] = [
  firstScreens.home,
  firstScreens.markets,
  firstScreens.watchlists,
  ...firstScreens.trade.map((part) => [part]),
  firstScreens.account,
  firstScreens.stockQuote,
  [...firstScreens.stockOrder, ...firstScreens.futureOrder],
  ['areas/portfolio/portfolio-panel.tsx'],
].map((screens) => screens.map((screen) => join(web, screen)))
/** The texts of refusals, which every form needs. */
const wording = join(web, 'components', 'refusal-text.ts')
/** What forms of several fields need beside them, and its large library. */
const form = join(web, 'components', 'call-form.tsx')
const isFormLibrary = (module: string) => /[\\/]node_modules[\\/]react-hook-form[\\/]/.test(module)
const fileOfTexts: ReadonlyMap<string, string> = new Map(
  languages.flatMap((language) =>
    textsTogether.flatMap((sections) =>
      sections.map((section) => [textPart(language, section), `${language}-${sections[0]}`] as const),
    ),
  ),
)
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

/** For each of our modules, which kinds of first screens need it: '0110000'. */
function needsOfKinds(modules: Modules): ReadonlyMap<string, string> {
  const needs = kinds.map((screens) => new Set(screens.flatMap((screen) => [...needsOf(screen, modules).own])))
  const all = new Set(needs.flatMap((own) => [...own]))
  return new Map([...all].map((module) => [module, needs.map((own) => (own.has(module) ? '1' : '0')).join('')]))
}

/** A screen of its own, or a part that is fetched when it is needed. */
const isFetched = (module: string, modules: Modules): boolean =>
  (modules.getModuleInfo(module)?.dynamicImporters.length ?? 0) > 0

/** Computes once, when the first module is asked about: all modules are known then. */
function once<Value>(compute: (modules: Modules) => Value): (modules: Modules) => Value {
  let known: { readonly value: Value } | undefined
  return (modules) => (known ??= { value: compute(modules) }).value
}

/** How many screens and fetched parts need a module statically. */
function usersOf(module: string, modules: Modules): number {
  const above = new Set<string>()
  const visit = (one: string): void => {
    if (above.has(one)) return
    above.add(one)
    modules.getModuleInfo(one)?.importers.forEach(visit)
  }
  visit(module)
  return [...above].filter((one) => isFetched(one, modules)).length
}

/** Up to this number of users share a file; with more, other pages would load the rest of it for one module. */
const fewUsers = 5
/** From this number of users on, a module is needed by most pages sooner or later. */
const manyUsers = 13
/** From this number of users on, a part of the kit is needed by nearly every page. */
const nearlyAllUsers = 40

/**
 * The file of a module that first screens share, by the kinds that need it; null if the bundler chooses the file.
 * A module never depends on one that fewer kinds or fewer screens need, so the files do not import each other in circles.
 */
function fileOfShared(module: string, modules: Modules, needed: string): string | null {
  if (needed === '' || isFetched(module, modules)) return null
  const users = usersOf(module, modules)
  if (users >= nearlyAllUsers && module.startsWith(ui)) return 'kit'
  if (users <= fewUsers) return `first-${needed}`
  const isOfOneKind = needed.indexOf('1') === needed.lastIndexOf('1')
  if (isOfOneKind && users < manyUsers) return `some-${needed}`
  return `often-${needed}`
}

/**
 * The chunks of the program. A first visit waits for every byte and every request, so its code is in few files: React,
 * which seldom changes; the calls, whose schemas are made in a task of their own; the program, which runs before any page; and the kit, which the home page shares with other
 * pages, with the icons of the tab pages. What it shares only with the workspace is a file of its own, and so are the icons
 * that of the tabs only the account page shows. The other shared icons are one file, because the request for each would cost more than its code. So are the texts of refusals, what forms
 * need, and what the screens that are opened first share. The bundler splits the rest: each page is its own file, and shared code another.
 */
export function chunks() {
  const wordingOf = once((modules) => needsOf(wording, modules).own)
  const formOf = once((modules) => needsOf(form, modules).own)
  const kindsOf = once(needsOfKinds)
  const iconsOfAccount = once((modules) => needsOf(account, modules).icons)
  const frontOf = once(sharedWithWorkspace)
  const kitOf = once((modules) => {
    const others = tabs.filter((tab) => tab !== account)
    return new Set([...needsOf(home, modules).own, ...others.flatMap((tab) => [...needsOf(tab, modules).icons])])
  })
  const isOfForms = (module: string, modules: Modules): boolean =>
    isFormLibrary(module) || (formOf(modules).has(module) && !kindsOf(modules).has(module))
  const nameOf = (module: string) => (isIcon(module) ? module.slice(module.lastIndexOf('icons')) : module)
  const isOfFront = (module: string, modules: Modules): boolean => frontOf(modules).has(nameOf(module))
  const isOfKit = (module: string, modules: Modules): boolean =>
    kitOf(modules).has(nameOf(module)) && !isOfFront(module, modules)
  return {
    groups: [
      {
        name: 'react',
        test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]|[\\/]app[\\/]renderer\.ts$/,
        priority: 2,
      },
      {
        name: 'calls',
        test: /[\\/](contract|core|zod)[\\/]/,
        tags: ['$initial' as const],
        priority: 2,
      },
      { name: 'program', tags: ['$initial' as const], priority: 1 },
      { name: (module: string) => fileOfTexts.get(module) ?? null, debugName: 'texts' },
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
      {
        name: (module: string, modules: Modules) => (iconsOfAccount(modules).has(nameOf(module)) ? 'account' : null),
        minShareCount: 2,
        debugName: 'account',
      },
      { name: (module: string) => (isIcon(module) ? 'icons' : null), minShareCount: 2, debugName: 'icons' },
      {
        name: (module: string, modules: Modules) => fileOfShared(module, modules, kindsOf(modules).get(module) ?? ''),
        minShareCount: 2,
        includeDependenciesRecursively: false,
        debugName: 'first',
      },
      {
        name: (module: string, modules: Modules) => (wordingOf(modules).has(module) ? 'wording' : null),
        minShareCount: 2,
        includeDependenciesRecursively: false,
        debugName: 'wording',
      },
      {
        name: (module: string, modules: Modules) => (isOfForms(module, modules) ? 'forms' : null),
        minShareCount: 2,
        includeDependenciesRecursively: false,
        debugName: 'forms',
      },
    ],
  }
}
