import type { Guard } from './guard.ts'

const source = 'tests/security/source.test.ts'

type Planted = {
  readonly name: string
  readonly rows: readonly string[]
  /** A line of code that the program must not contain. */
  readonly line: string
  readonly fails: string
}

/** A rule about the whole source has no line to remove. Instead, this plants forbidden code in a server file. */
const inServer = ({ line, ...planted }: Planted): Guard => ({
  ...planted,
  name: `source of the server: ${planted.name}`,
  file: 'server/http/envelope.ts',
  find: 'export const successInMessage',
  replace: `${line}\nexport const successInMessage`,
  test: source,
})

/** Plants forbidden code in a file of the page. */
const inPage = ({ line, ...planted }: Planted): Guard => ({
  ...planted,
  name: `source of the page: ${planted.name}`,
  file: 'web/data/storable-fields.ts',
  find: 'export const storableFields',
  replace: `${line}\nexport const storableFields`,
  test: source,
})

const ofTheServer: readonly Guard[] = [
  { name: 'no string is evaluated as code', rows: ['1.3.2'], line: "eval('1')", fails: 'no code evaluates a string' },
  {
    name: 'no child process is started',
    rows: ['1.2.5'],
    line: "import { spawn } from 'node:child_process'",
    fails: 'no code starts a child process',
  },
  {
    name: 'no HTTP request to another host',
    rows: ['1.3.6', '13.2.4', '13.2.5', '15.3.2'],
    line: "void fetch('https://example.org')",
    fails: 'no code connects to another host',
  },
  {
    name: 'no TCP connection to another host',
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
    name: 'the HTTP parser is strict',
    rows: ['4.2.1'],
    line: 'const http = { insecureHTTPParser: true }',
    fails: 'no code uses the lenient HTTP parser',
  },
  {
    name: 'no broken hash algorithm',
    rows: ['11.2.1', '11.4.1'],
    line: "createHash('md5')",
    fails: 'no code uses a broken algorithm',
  },
  {
    name: 'no unauthenticated or weak cipher',
    rows: ['11.2.1', '11.3.1'],
    line: "createCipheriv('aes-256-ecb', key, null)",
    fails: 'no code uses a broken algorithm',
  },
  {
    name: 'no predictable random generator',
    rows: ['11.5.1'],
    line: 'const token = Math.random()',
    fails: 'no code uses a predictable random generator',
  },
  {
    name: 'secrets are generated in three places',
    rows: ['11.2.1', '11.5.1'],
    line: "const token = randomBytes(4).toString('hex')",
    fails: 'no code generates secrets',
  },
  { name: 'no redirect', rows: ['3.7.2'], line: "void reply.redirect('/')", fails: 'no code redirects' },
  {
    name: 'no cookie',
    rows: ['3.3.1'],
    line: "void reply.header('set-cookie', 'a=b')",
    fails: 'no code sets or reads a cookie',
  },
  {
    name: 'no regular expression from a string',
    rows: ['1.2.9'],
    line: 'const found = new RegExp(text)',
    fails: 'no code builds a regular expression',
  },
  {
    name: 'SQL uses parameters',
    rows: ['1.2.4'],
    line: "sql.raw(`select '${text}'`)",
    fails: 'no code inserts raw text into SQL',
  },
  { name: 'one log', rows: ['16.2.3'], line: 'const log = pino()', fails: 'no code creates a logger' },
].map(inServer)

const ofThePage: readonly Guard[] = [
  {
    name: 'no text is written as HTML',
    rows: ['3.2.2'],
    line: 'document.body.innerHTML = text',
    fails: 'no code writes HTML into the page',
  },
  {
    name: 'no listener for messages of other windows',
    rows: ['3.5.5'],
    line: "addEventListener('message', () => undefined)",
    fails: 'no code listens to messages of other windows',
  },
  {
    name: 'no navigation without a click',
    rows: ['3.7.2'],
    line: "location.assign('https://example.org')",
    fails: 'no code navigates the browser',
  },
  {
    name: 'one file stores data in the browser',
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
    name: 'source of the page: its socket uses TLS when the page does',
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
    name: 'packages: each has a checksum',
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

/** Code and packages that the source must not contain. */
export const forbiddenCode: readonly Guard[] = [...ofTheServer, ...ofThePage, ...ofTheProject]
