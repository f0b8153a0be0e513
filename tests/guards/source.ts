import type { Guard } from './guard.ts'

const source = 'tests/security/source.test.ts'

type Planted = {
  readonly name: string
  readonly rows: readonly string[]
  /** What the program must not have in it. */
  readonly line: string
  readonly fails: string
}

/** A rule about the whole source has no line to take away: what it forbids is planted, in a file of the server. */
const inServer = ({ line, ...planted }: Planted): Guard => ({
  ...planted,
  name: `source of the server: ${planted.name}`,
  file: 'server/http/envelope.ts',
  find: 'export const successInMessage',
  replace: `${line}\nexport const successInMessage`,
  test: source,
})

/** The same in a file of the page. */
const inPage = ({ line, ...planted }: Planted): Guard => ({
  ...planted,
  name: `source of the page: ${planted.name}`,
  file: 'web/data/kept-fields.ts',
  find: 'export const keptFields',
  replace: `${line}\nexport const keptFields`,
  test: source,
})

const ofTheServer: readonly Guard[] = [
  { name: 'no text is evaluated', rows: ['1.3.2'], line: "eval('1')", fails: 'no code evaluates a string' },
  {
    name: 'no program is started',
    rows: ['1.2.5'],
    line: "import { spawn } from 'node:child_process'",
    fails: 'no code starts a child process',
  },
  {
    name: 'nobody is called by HTTP',
    rows: ['1.3.6', '13.2.4', '13.2.5', '15.3.2'],
    line: "void fetch('https://example.org')",
    fails: 'no code connects to another host',
  },
  {
    name: 'nobody is called by TCP',
    rows: ['1.3.6', '1.3.9', '13.2.4', '13.2.5'],
    line: "import { connect } from 'node:net'",
    fails: 'no code opens a TCP socket',
  },
  {
    name: 'mail is sent in one place',
    rows: ['13.2.4', '13.2.5'],
    line: "import { createTransport } from 'nodemailer'",
    fails: 'no code sends mail',
  },
  {
    name: 'certificates are checked',
    rows: ['12.3.2'],
    line: 'const tls = { rejectUnauthorized: false }',
    fails: 'no code disables certificate checks',
  },
  {
    name: 'HTTP is read strictly',
    rows: ['4.2.1'],
    line: 'const http = { insecureHTTPParser: true }',
    fails: 'no code uses the lenient HTTP parser',
  },
  {
    name: 'no broken hash',
    rows: ['11.2.1', '11.4.1'],
    line: "createHash('md5')",
    fails: 'no code uses a broken algorithm',
  },
  {
    name: 'no cipher that leaks or can be changed',
    rows: ['11.2.1', '11.3.1'],
    line: "createCipheriv('aes-256-ecb', key, null)",
    fails: 'no code uses a broken algorithm',
  },
  {
    name: 'no generator that can be guessed',
    rows: ['11.5.1'],
    line: 'const token = Math.random()',
    fails: 'no code uses a predictable random generator',
  },
  {
    name: 'secrets are drawn in three places',
    rows: ['11.2.1', '11.5.1'],
    line: "const token = randomBytes(4).toString('hex')",
    fails: 'no code generates secrets',
  },
  { name: 'no redirect', rows: ['3.7.2'], line: "void reply.redirect('/')", fails: 'nothing redirects' },
  {
    name: 'no cookie',
    rows: ['3.3.1'],
    line: "void reply.header('set-cookie', 'a=b')",
    fails: 'no code sets or reads a cookie',
  },
  {
    name: 'no expression is made of a text',
    rows: ['1.2.9'],
    line: 'const found = new RegExp(text)',
    fails: 'no code builds a regular expression',
  },
  {
    name: 'SQL takes parameters',
    rows: ['1.2.4'],
    line: "sql.raw(`select '${text}'`)",
    fails: 'no code inserts raw text into SQL',
  },
  { name: 'one log', rows: ['16.2.3'], line: 'const log = pino()', fails: 'nothing opens a log' },
].map(inServer)

const ofThePage: readonly Guard[] = [
  {
    name: 'text is written as text',
    rows: ['3.2.2'],
    line: 'document.body.innerHTML = text',
    fails: 'no code writes HTML into the page',
  },
  {
    name: 'no other window is heard',
    rows: ['3.5.5'],
    line: "addEventListener('message', () => undefined)",
    fails: 'no code listens to messages of other windows',
  },
  {
    name: 'it leads nowhere by itself',
    rows: ['3.7.2'],
    line: "location.assign('https://example.org')",
    fails: 'no code navigates the browser',
  },
  {
    name: 'one place keeps something in the browser',
    rows: ['14.3.3'],
    line: "localStorage.setItem('password', password)",
    fails: 'no code stores data in the browser',
  },
  {
    name: 'no cookie is read',
    rows: ['3.3.1'],
    line: 'const cookies = document.cookie',
    fails: 'no code sets or reads a cookie',
  },
].map(inPage)

const ofTheProject: readonly Guard[] = [
  {
    name: 'source of the page: its socket is encrypted where it is',
    rows: ['4.4.1'],
    file: 'web/data/live.ts',
    find: "location.origin.replace(/^http/, 'ws')",
    replace: '`ws://${location.host}`',
    test: source,
    fails: 'the page opens its socket over TLS',
  },
  ...['ldapts', 'xpath-xml', 'memcached'].map((name, index) => ({
    name: `packages: none like ${name}`,
    rows: [['1.2.6', '1.2.7', '1.3.9'][index] ?? ''],
    file: 'server/package.json',
    find: '"fastify": ',
    replace: `"${name}": "1.0.0", "fastify": `,
    test: source,
    fails: 'no dependency handles XML',
  })),
  {
    name: 'packages: each has the hash of its content',
    rows: ['15.1.2'],
    file: 'package-lock.json',
    find: '"node_modules/fastify": {',
    replace: '"node_modules/planted": { "version": "1.0.0" },\n    "node_modules/fastify": {',
    test: source,
    fails: 'every package in the lockfile has a SHA-512 checksum',
  },
  {
    name: 'source of the server: no test code is loaded',
    rows: ['15.2.3'],
    file: 'server/main.ts',
    find: "import { stopOnSignal } from './stop-signals.ts'",
    replace: "import { stopOnSignal } from './stop-signals.ts'\nimport './testing.ts'",
    test: source,
    fails: 'server/main.ts',
  },
  {
    name: 'source: types are strict',
    rows: ['15.3.5'],
    file: 'tsconfig.base.json',
    find: '"strict": true',
    replace: '"strict": false',
    test: source,
    fails: 'TypeScript is strict',
  },
]

/** What the source does nowhere, and what its packages are. */
export const whatTheSourceHasNot: readonly Guard[] = [...ofTheServer, ...ofThePage, ...ofTheProject]
