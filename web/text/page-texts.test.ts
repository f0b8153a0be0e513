import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'

import { pageTexts } from '#page-texts.ts'
import { isPageSection, pageSections, workspaceTexts } from './parts.ts'

const web = resolve(import.meta.dirname, '..')
const areas = join(web, 'areas.ts')
const files = globSync(
  ['app/**/*.{ts,tsx}', 'areas/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}', 'data/**/*.ts', 'ui/**/*.{ts,tsx}'],
  {
    cwd: web,
  },
).map((file) => join(web, file))

/** A part that brings its own texts (ui/lazy.tsx): its module, and the sections that it lists. */
type Part = { readonly from: string; readonly module: string; readonly listed: readonly string[] }
type Module = {
  readonly imports: readonly string[]
  readonly parts: readonly Part[]
  readonly sections: readonly string[]
}

/** What a module imports, statically or when needed, and the sections whose texts it names: 'offerings' of `t('offerings.title')`. */
function readModule(path: string): Module {
  const code = readFileSync(path, 'utf8')
  const imported = code.matchAll(/(?:^(?:import|export)(?! type)[^;]*? from |^import |import\()'([#.][^']+)'/gm)
  const target = (name: string): string =>
    name.startsWith('#') ? join(web, name.slice(1)) : resolve(dirname(path), name)
  const parts = [...code.matchAll(/lazyPart\(\[([^\]]*)\], \(\) =>\s*import\('([^']+)'\)/g)].map(
    ([, list = '', name = '']): Part => ({
      from: path,
      module: target(name),
      listed: [...list.matchAll(/\w+/g)].map(([section]) => section),
    }),
  )
  assert.equal(parts.length, code.match(/= lazyPart\(|: lazyPart\(/g)?.length ?? 0, `every part of ${path} is found`)
  return {
    imports: [...imported]
      .map(([, name = '']) => target(name))
      .filter((name) => !parts.some((part) => part.module === name)),
    parts,
    sections: pageSections.filter((section) => new RegExp(`['"\`]${section}\\.[a-zA-Z$]`).test(code)),
  }
}

const modules = new Map(files.filter((path) => path !== areas).map((path) => [path, readModule(path)]))

/** The page sections that a module or anything that it imports names, without parts that bring their own. The list of the areas is not followed: it imports every page. */
function sectionsReached(root: string, except?: string): readonly string[] {
  const seen = new Set<string>([except ?? ''])
  const visit = (path: string): void => {
    const module = modules.get(path)
    if (module === undefined || seen.has(path)) return
    seen.add(path)
    module.imports.forEach(visit)
  }
  visit(root)
  const sections = new Set([...seen].flatMap((path) => (path === except ? [] : (modules.get(path)?.sections ?? []))))
  return [...sections].toSorted()
}

test('a page loads exactly the sections that it shows', () => {
  const list = readFileSync(areas, 'utf8')
  const screens = [...list.matchAll(/^ {2}(\w+): \(\) => import\('#([^']+)'\)/gm)]
  assert.ok(screens.length > 40, 'every screen is found')
  const listed: Readonly<Record<string, readonly string[]>> = pageTexts
  for (const [, page = '', file = ''] of screens)
    assert.deepEqual((listed[page] ?? []).toSorted(), sectionsReached(join(web, file)), `the texts of ${page}`)
})

test('a part of a page brings exactly the sections that it shows', () => {
  const parts = [...modules.values()].flatMap((module) => module.parts)
  assert.ok(parts.length > 10, 'parts are found')
  for (const { from, module, listed } of parts)
    assert.deepEqual(listed.toSorted(), sectionsReached(module), `the texts of ${module} in ${from}`)
})

const workspace = join(web, 'app', 'workspace', 'workspace.tsx')

test('the workspace loads exactly the sections that it shows', () => {
  assert.deepEqual([...workspaceTexts].toSorted(), sectionsReached(workspace))
})

test('the frame of the page shows no section that is loaded with a page', () => {
  assert.deepEqual(sectionsReached(join(web, 'app', 'main.tsx'), workspace), [])
  assert.ok(isPageSection('offerings') && !isPageSection('shell'))
})
