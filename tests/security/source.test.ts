import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'

/**
 * Searches the source for forbidden code. It proves the rows of docs/security.md that say "does not apply" or "in one
 * place alone".
 */

const root = join(import.meta.dirname, '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const isTest = (path: string): boolean => /\.(test|long)\.tsx?$|testing\.ts$/.test(path)
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) => /^(core|contract|server|web)\/.*\.tsx?$/.test(path) && !isTest(path) && existsSync(join(root, path)),
  )
/** The source without comments. */
const code = new Map(sources.map((path) => [path, read(path).replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')]))

type Rule = {
  readonly what: string
  readonly pattern: RegExp
  /** Reviewed files that may contain the pattern. */
  readonly but?: readonly string[]
  /** The part of the program that the rule covers. */
  readonly within?: RegExp
}

const server = /^(server|core|contract)\//
const web = /^web\//
const rules: readonly Rule[] = [
  {
    what: 'evaluates a string as code',
    pattern: /\beval\(|\bnew Function\(|['"](node:)?vm['"]|set(Timeout|Interval)\(\s*['"`]/,
  },
  {
    what: 'starts a child process',
    pattern: /child_process|node:cluster/,
    within: server,
    but: ['server/db/embedded.ts'],
  },
  {
    what: 'starts a worker thread',
    pattern: /\bnew Worker\(/,
    within: server,
    but: ['server/feeds/bars/supervised-worker.ts', 'server/ops/check-thread.ts'],
  },
  {
    what: 'imports worker threads',
    pattern: /worker_threads/,
    but: [
      'server/feeds/bars/bar-worker.ts',
      'server/feeds/bars/supervised-worker.ts',
      // The commands of the operator, which are processes of their own: no server loads it.
      'server/ops/check-thread.ts',
    ],
  },
  {
    what: 'connects to another host',
    pattern: /\bfetch\(|from 'undici'|^import (?!type)[^\n]*from '(node:)?(http|https|http2|tls|dgram|dns)'/m,
    within: server,
    // To the push services of the makers of browsers, if the operator allows it; no other address is asked.
    but: ['server/areas/alerts/push-service.ts', 'server/feeds/live/bounded-fetch.ts', 'server/feeds/live/source.ts'],
  },
  {
    what: 'opens a TCP socket',
    pattern: /^import (?!type)[^\n]*from '(node:)?net'/m,
    within: server,
    // The sockets of the database: `pg` connects them to DATABASE_URL.
    but: ['server/db/embedded.ts', 'server/db/turn-socket.ts'],
  },
  { what: 'sends mail', pattern: /nodemailer/, within: server, but: ['server/areas/account/mail.ts'] },
  {
    what: 'disables certificate checks',
    pattern: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/,
  },
  { what: 'uses the lenient HTTP parser', pattern: /insecureHTTPParser/ },
  { what: 'uses a broken algorithm', pattern: /['"](md5|sha-?1|rc4|des|des-ede3[a-z-]*|aes-\d+-(ecb|cbc|ctr))['"]/i },
  { what: 'uses a predictable random generator', pattern: /Math\.random/, within: server },
  {
    what: 'generates secrets',
    pattern: /randomBytes|randomInt|getRandomValues/,
    within: server,
    but: ['server/randomness.ts', 'server/db/embedded.ts', 'server/db/roles.ts'],
  },
  {
    what: 'writes HTML into the page',
    pattern: /innerHTML|insertAdjacentHTML|document\.write|srcdoc/i,
    within: web,
    but: ['web/areas/content/article-body.tsx'],
  },
  {
    what: 'listens to messages of other windows',
    pattern: /addEventListener\('message'|onmessage/,
    within: web,
    but: ['web/data/push.ts', 'web/worker/service-worker.ts'],
  },
  {
    what: 'navigates the browser without a click',
    pattern: /location\.(assign|replace)\(|location\.href\s*=[^=]|window\.open\(|http-equiv/,
    within: web,
  },
  { what: 'redirects', pattern: /\.redirect\(/, within: server },
  { what: 'sets or reads a cookie', pattern: /set-cookie|setCookie|document\.cookie|@fastify\/cookie/i },
  {
    what: 'stores data in the browser',
    pattern: /localStorage|sessionStorage|indexedDB/,
    within: web,
    but: ['web/data/storage.ts'],
  },
  {
    what: 'builds a regular expression from a string',
    pattern: /\bRegExp\(/,
    but: ['contract/traditional-chinese.ts'],
  },
  {
    what: 'inserts raw text into SQL',
    pattern: /\bsql\.(raw|lit)\(/,
    // DECLARE CURSOR takes no parameters: the raw text there is event codes and sizes of this program. Migrations are files
    // of the program, a restore names the tables that the database itself lists, quoted, and the gate asks for a lock of the
    // program by the text that plain clients also use.
    but: [
      'server/db/sql.ts',
      'server/db/backup.ts',
      'server/db/gate.ts',
      'server/db/migrate.ts',
      'server/areas/funding/store-withdrawals.ts',
      'server/areas/ledger/store-chain-links.ts',
    ],
  },
  { what: 'creates a logger', pattern: /\bpino\(/, within: server, but: ['server/log.ts'] },
  { what: 'uses WebRTC', pattern: /RTCPeerConnection|RTCDataChannel/ },
]

for (const { what, pattern, but = [], within = /./ } of rules)
  test(`no code ${what}${but.length === 0 ? '' : ` except ${but.join(', ')}`}`, () => {
    const found = [...code].filter(([path, text]) => within.test(path) && pattern.test(text)).map(([path]) => path)
    assert.deepEqual(found.toSorted(), [...but].toSorted())
  })

test('the page opens its socket over TLS when the page itself came over TLS', () => {
  assert.match(code.get('web/data/live.ts') ?? '', /location\.origin\.replace\(\/\^http\/, 'ws'\)/)
})

test('no dependency handles XML, LDAP, GraphQL, memcache, LaTeX, SAML, OAuth, WebRTC or signed tokens', () => {
  const packages = ['package.json', ...['core', 'contract', 'server', 'web'].map((name) => `${name}/package.json`)]
  const names = packages.flatMap((path) =>
    Object.keys((JSON.parse(read(path)) as { dependencies?: object }).dependencies ?? {}),
  )
  assert(names.includes('fastify') && names.includes('dompurify'))
  assert.deepEqual(
    names.filter((name) =>
      /xml|sax|ldap|graphql|memcache|latex|saml|oauth|openid|passport|jwt|jsonwebtoken|jose|webrtc|simple-peer/i.test(
        name,
      ),
    ),
    [],
  )
})

test('every package in the lockfile has a SHA-512 checksum', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<
      Record<string, { readonly link?: boolean; readonly integrity?: string; readonly version?: string }>
    >
  }
  const foreign = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
  assert(foreign.length > 100)
  assert.deepEqual(
    foreign.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true).map(([path]) => path),
    [],
  )
})

describe('no entry point loads test code', () => {
  /** All project files that a file imports, directly or indirectly. */
  function loadedBy(entry: string): ReadonlySet<string> {
    const seen = new Set<string>()
    const doors: Readonly<Record<string, string>> = {
      '@mex/core': 'core',
      '@mex/contract': 'contract',
      '@mex/server': 'server',
    }
    const visit = (path: string): void => {
      if (seen.has(path) || !existsSync(join(root, path))) return
      seen.add(path)
      for (const [, name = ''] of read(path).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
        const area = path.split('/')[0] ?? ''
        const door = Object.keys(doors).find((start) => name.startsWith(`${start}/`))
        if (name.startsWith('./')) visit(join(dirname(path), name))
        else if (name.startsWith('#')) visit(join(area, name.slice(1)))
        else if (door !== undefined) visit(join(doors[door] ?? '', name.slice(door.length + 1)))
      }
    }
    visit(entry)
    return seen
  }
  for (const entry of ['server/main.ts', 'server/ops.ts', 'web/app/main.tsx'])
    test(entry, () => {
      const loaded = [...loadedBy(entry)]
      assert(loaded.length > 50, `${loaded.length} files`)
      assert.deepEqual(
        loaded.filter((path) => isTest(path) || /^(tests|world|bench)\//.test(path)),
        [],
      )
    })
})

test('TypeScript is strict, and lint forbids any', () => {
  const { compilerOptions } = JSON.parse(read('tsconfig.base.json').replaceAll(/^\s*\/\/.*$/gm, '')) as {
    readonly compilerOptions: Readonly<Record<string, unknown>>
  }
  for (const option of ['strict', 'noUncheckedIndexedAccess', 'exactOptionalPropertyTypes'])
    assert.equal(compilerOptions[option], true, option)
  const { rules: lint } = JSON.parse(read('.oxlintrc.json')) as { readonly rules: Readonly<Record<string, unknown>> }
  assert.equal(lint['typescript/no-explicit-any'], 'error')
})
