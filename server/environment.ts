import { parseInstant } from '#clock.ts'
import { eachAddress } from '#db/addresses.ts'
import { marketData } from './market-data.ts'

/** The settings of a server; only `main.ts` and `ops.ts` read environment variables. */
export type Settings = {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  readonly databaseUrl: string | undefined
  /** Connects as the owner of the tables, if the role of `databaseUrl` has only the rights to read and write rows. */
  readonly databaseOwnerUrl: string | undefined
  readonly market: 'sim' | 'replay' | 'live'
  readonly practiceHours: boolean
  /** Whether an auction also crosses every hour outside of the exchange's hours (rulebook §23). */
  readonly practiceAuctions: boolean
  readonly marketSeed: string | undefined
  readonly replayFolder: string | undefined
  /** Where public quotes come from (MARKET=live), instead of the public address of their source. */
  readonly liveSource: string | undefined
  /** Whether charts and records are computed before anybody asks for them. */
  readonly looksAhead: boolean
  readonly clockSpeed: number
  readonly clockStart: number | undefined
  readonly smtpUrl: string | undefined
  /** Sender address of mail. */
  readonly mailFrom: string
  /** Whom the push services of browsers write to about this server; without it no closed page is told of an alert. */
  readonly webPushContact: string | undefined
  /** The interface's title (rulebook §31 `ui.title`): never shown without the practice mark. */
  readonly title: string
  readonly passwordPolicy: 'spec' | 'strict'
  readonly trustProxy: string | undefined
  /** An external support page in place of the chat. */
  readonly supportUrl: string | undefined
  /** The host in the browser's address bar, for a proxy that does not forward it: passkeys are bound to it. */
  readonly publicHost: string | undefined
  readonly logLevel: string
  /** Seconds between a stop signal, from which `/readyz` answers 503, and the end of the service. */
  readonly drainSeconds: number
  /** Whether it waits while another process serves the same database, and takes over when that one ends. */
  readonly standsBy: boolean
  /** Whether it serves beside other servers of the same database (setting CLUSTER). */
  readonly isMember: boolean
  /** A file outside the data folder to which every day's anchor is appended (rulebook §30). */
  readonly anchorFile: string | undefined
}

type Variable = { readonly name: string; readonly about: string; readonly fallback: string }

const variable = (name: string, fallback: string, about: string): Variable => ({ name, fallback, about })

const variables: readonly Variable[] = [
  variable('HOST', '127.0.0.1', 'Address to listen on; other than a loopback address opens the server to others'),
  variable('PORT', '8080', 'Port to listen on; 0 takes a free one'),
  variable('DATA_DIR', '.data', 'Folder for the database, the secrets and uploads; one server per folder'),
  variable('DATABASE_URL', '', 'A PostgreSQL of your own (15 or newer) instead of the built-in one'),
  variable(
    'DATABASE_OWNER_URL',
    '',
    'The same database by the role that owns it; that of DATABASE_URL then gets the rights to work on it alone',
  ),
  variable('MARKET', 'sim', 'Where prices come from: sim, replay or live'),
  variable(
    'MARKET_HOURS',
    '',
    'practice quotes around the clock, real keeps exchange hours (default: practice in sim, else real)',
  ),
  variable(
    'PRACTICE_AUCTIONS',
    '',
    'on holds an auction of US shares every hour while the exchange is closed (default: on with practice hours, else off)',
  ),
  variable(
    'MARKET_SEED',
    '',
    'A known seed instead of the secret one: for tests, demos and classes; every screen then says "predictable market"',
  ),
  variable('REPLAY_DIR', '', 'Folder with the history to replay (MARKET=replay)'),
  variable(
    'LIVE_SOURCE',
    '',
    'A cache of your own that speaks as Yahoo Finance does, for example http://127.0.0.1:9000 (MARKET=live)',
  ),
  variable(
    'LOOK_AHEAD',
    'on',
    'off computes charts and records of agencies when they are first asked for, not after the start: for small machines',
  ),
  variable('CLOCK_SPEED', '1', 'How many times faster than real time the market clock runs'),
  variable('CLOCK_START', '', 'Where the market clock starts, for example 2025-03-03T14:30:00Z'),
  variable(
    'SMTP_URL',
    '',
    'Mail server, for example smtps://user:password@mail.example.org; without it mail goes to the log',
  ),
  variable('MAIL_FROM', 'practice@localhost', 'The address that mail comes from'),
  variable(
    'WEB_PUSH_CONTACT',
    '',
    'Your mail address: lets people be told of their price alerts while the page is closed, through the push services of their browsers; without it nothing leaves this server',
  ),
  variable('UI_TITLE', 'UBS MEX', 'The title of the pages; the word Practice always stands beside it'),
  variable('PASSWORD_POLICY', 'spec', 'strict asks for 8 to 128 characters: for servers open to others'),
  variable(
    'TRUST_PROXY',
    '',
    'Addresses of trusted reverse proxies, separated by commas: their X-Forwarded-For header names the caller',
  ),
  variable(
    'SUPPORT_URL',
    '',
    'Where customer service is, for example https://support.example.org; without it the chat of the product',
  ),
  variable(
    'ANCHOR_FILE',
    '',
    "File to which every day's anchor of the ledger is added: best on another machine or medium",
  ),
  variable(
    'PUBLIC_HOST',
    '',
    'The host that browsers see, for example practice.example.org: requests for other hosts are refused, except the names of this machine and HOST',
  ),
  variable(
    'DRAIN_SECONDS',
    '0',
    'Seconds from a stop signal, when /readyz turns to 503, until calls are refused: for a proxy that checks /readyz',
  ),
  variable(
    'STANDBY',
    'off',
    'on waits while another server serves the same database, and takes over when that one ends or shows no sign of life',
  ),
  variable(
    'CLUSTER',
    'off',
    'on serves beside other servers of the same database, all behind one balancer: one of them handles the prices and the jobs',
  ),
  variable('LOG_LEVEL', 'info', 'trace, debug, info, warn or error; lines about security are always written'),
]

/** The `--help` of the server. */
export function describeSettings(): string {
  const width = Math.max(...variables.map(({ name }) => name.length))
  const lines = variables.map(
    ({ name, about, fallback }) => `  ${name.padEnd(width)}  ${about}${fallback === '' ? '' : ` [${fallback}]`}`,
  )
  return ['Settings, by environment variable:', ...lines].join('\n')
}

export class WrongSetting extends Error {
  override readonly name = 'WrongSetting'
}

function choice<const Options extends readonly string[]>(
  name: string,
  given: string,
  options: Options,
): Options[number] {
  const found = options.find((option) => option === given)
  if (found === undefined) throw new WrongSetting(`${name} must be one of ${options.join(', ')}, not "${given}"`)
  return found
}

function number(name: string, given: string, from: number, to: number): number {
  const parsed = Number(given)
  if (given.trim() === '' || !Number.isFinite(parsed) || parsed < from || parsed > to)
    throw new WrongSetting(`${name} must be a number from ${from} to ${to}, not "${given}"`)
  return parsed
}

/** A text for display: one line, not empty. */
function line(name: string, given: string, most: number): string {
  if (given.trim() === '' || given.length > most || /\p{Cc}/u.test(given))
    throw new WrongSetting(`${name} must be one line of 1 to ${most} characters, not "${given}"`)
  return given.trim()
}

/** Several servers need a database and prices that all of them know. */
function expectShared({ standsBy, databaseUrl }: Pick<Settings, 'standsBy' | 'databaseUrl'>): void {
  if (databaseUrl === undefined)
    throw new WrongSetting('CLUSTER=on needs DATABASE_URL: the built-in database belongs to one server')
  if (standsBy) throw new WrongSetting('CLUSTER=on needs no STANDBY: each server takes over from the one that leads')
}

/** What several servers of one database must have alike, as JSON that can be compared: settings, and what prices follow from. */
export const sharedSettings = (settings: Settings): string => {
  const { market, practiceHours, practiceAuctions, marketSeed, clockSpeed, passwordPolicy } = settings
  const data = marketData(market === 'replay' ? settings.replayFolder : undefined)
  return JSON.stringify({ market, practiceHours, practiceAuctions, marketSeed, clockSpeed, passwordPolicy, ...data })
}

/** A link for users. Requires https, so that nobody in between can redirect them. */
function httpsAddress(name: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  if (!URL.canParse(given) || new URL(given).protocol !== 'https:')
    throw new WrongSetting(`${name} must be an address that begins with https://, not "${given}"`)
  return new URL(given).href
}

/** A host as a browser writes it: a name, and a port if it is not the default. */
function host(name: string, given: string | undefined): string | undefined {
  if (given === undefined || /^[a-z0-9.-]{1,253}(:\d{1,5})?$/.test(given)) return given
  throw new WrongSetting(`${name} must be a host such as practice.example.org, not "${given}"`)
}

/** The address of another server. The error does not repeat the value, because it may contain a password. */
function serverAddress(
  name: string,
  given: string | undefined,
  protocols: readonly string[],
  example: string,
): string | undefined {
  if (given === undefined || (URL.canParse(given) && protocols.includes(new URL(given).protocol))) return given
  throw new WrongSetting(`${name} must be an address such as ${example}`)
}

/** The address of a database, which may name several servers of it: one that takes writes, and its standbys. */
function databaseAddress(name: string, given: string | undefined): string | undefined {
  for (const each of given === undefined ? [] : eachAddress(given))
    serverAddress(name, each, ['postgres:', 'postgresql:'], 'postgres://role:password@127.0.0.1:5432/database')
  return given
}

/** A mail address alone; the sender name of mail is the title. */
function mailAddress(name: string, given: string): string {
  if (/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(given)) return given
  throw new WrongSetting(`${name} must be an address such as practice@example.org, not "${given}"`)
}

const networkNames = ['loopback', 'linklocal', 'uniquelocal']
const isIpv4 = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255)
const isIpv6 = (text: string): boolean => /^[0-9a-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`)

function isNetwork(text: string): boolean {
  const [address = '', size, ...more] = text.split('/')
  const isFour = isIpv4(address)
  if (more.length > 0 || (!isFour && !isIpv6(address))) return networkNames.includes(text)
  if (size === undefined || (isFour && isIpv4(size))) return true
  return /^\d{1,3}$/.test(size) && Number(size) >= 1 && Number(size) <= (isFour ? 32 : 128)
}

/** Addresses of proxies, or networks of them. */
function networks(name: string, given: string | undefined): string | undefined {
  const wrong = given?.split(',').find((text) => !isNetwork(text.trim()))
  if (wrong === undefined) return given
  throw new WrongSetting(
    `${name} must be addresses such as 127.0.0.1 or 10.0.0.0/8, separated by commas, not "${wrong}"`,
  )
}

/** Practice auctions print the practice quotes, so they need them. */
function practiceAuctionsOf(given: string, hours: 'practice' | 'real'): boolean {
  const isOn = given === '' ? hours === 'practice' : choice('PRACTICE_AUCTIONS', given, ['on', 'off']) === 'on'
  if (isOn && hours === 'real') throw new WrongSetting('PRACTICE_AUCTIONS=on needs MARKET_HOURS=practice')
  return isOn
}

/** Public quotes are of the present: their clock is the real one, and nobody has drawn them. */
function expectPresent(optional: (name: string) => string | undefined): void {
  if (Number(optional('CLOCK_SPEED')) !== 1)
    throw new WrongSetting('MARKET=live needs CLOCK_SPEED=1: real prices come at the speed of time')
  for (const name of ['CLOCK_START', 'MARKET_SEED'])
    if (optional(name) !== undefined)
      throw new WrongSetting(
        `MARKET=live cannot have ${name}: its prices are those of the present, and nobody draws them`,
      )
}

/** Reads and validates the settings; throws `WrongSetting` with a message for the operator. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  // Compose files and shells set an omitted variable to an empty text.
  const given = new Map(variables.map(({ name, fallback }) => [name, environment[name] || fallback]))
  const text = (name: string): string => given.get(name) ?? ''
  const optional = (name: string): string | undefined => (text(name) === '' ? undefined : text(name))
  const market = choice('MARKET', text('MARKET'), ['sim', 'replay', 'live'])
  const hours =
    text('MARKET_HOURS') === ''
      ? market === 'sim'
        ? 'practice'
        : 'real'
      : choice('MARKET_HOURS', text('MARKET_HOURS'), ['practice', 'real'])
  if (market !== 'sim' && hours === 'practice')
    throw new WrongSetting(
      'MARKET_HOURS=practice needs the simulated market: real exchanges have no prices outside their sessions',
    )
  const practiceAuctions = practiceAuctionsOf(text('PRACTICE_AUCTIONS'), hours)
  if (market === 'replay' && optional('REPLAY_DIR') === undefined)
    throw new WrongSetting('MARKET=replay needs REPLAY_DIR, the folder with the history')
  if (market === 'live') expectPresent(optional)
  if (optional('DATABASE_OWNER_URL') !== undefined && optional('DATABASE_URL') === undefined)
    throw new WrongSetting(
      'DATABASE_OWNER_URL needs DATABASE_URL, by which the server works: the built-in database has both',
    )
  const standsBy = choice('STANDBY', text('STANDBY'), ['on', 'off']) === 'on'
  if (standsBy && optional('DATABASE_URL') === undefined)
    throw new WrongSetting('STANDBY=on needs DATABASE_URL: the built-in database belongs to one server')
  const isMember = choice('CLUSTER', text('CLUSTER'), ['on', 'off']) === 'on'
  if (isMember) expectShared({ standsBy, databaseUrl: optional('DATABASE_URL') })
  const clockStart = optional('CLOCK_START')
  const contact = optional('WEB_PUSH_CONTACT')
  const start = clockStart === undefined ? undefined : parseInstant(clockStart)
  if (clockStart !== undefined && start === undefined)
    throw new WrongSetting(`CLOCK_START must be an instant such as 2025-03-03T14:30:00Z, not "${clockStart}"`)
  return {
    host: text('HOST'),
    port: Math.trunc(number('PORT', text('PORT'), 0, 65_535)),
    dataFolder: text('DATA_DIR'),
    databaseUrl: databaseAddress('DATABASE_URL', optional('DATABASE_URL')),
    databaseOwnerUrl: databaseAddress('DATABASE_OWNER_URL', optional('DATABASE_OWNER_URL')),
    market,
    practiceHours: hours === 'practice',
    practiceAuctions,
    marketSeed: optional('MARKET_SEED'),
    replayFolder: optional('REPLAY_DIR'),
    liveSource: serverAddress('LIVE_SOURCE', optional('LIVE_SOURCE'), ['http:', 'https:'], 'http://127.0.0.1:9000'),
    looksAhead: choice('LOOK_AHEAD', text('LOOK_AHEAD'), ['on', 'off']) === 'on',
    clockSpeed: number('CLOCK_SPEED', text('CLOCK_SPEED'), 0.1, 100_000),
    clockStart: start,
    smtpUrl: serverAddress(
      'SMTP_URL',
      optional('SMTP_URL'),
      ['smtp:', 'smtps:'],
      'smtps://user:password@mail.example.org',
    ),
    mailFrom: mailAddress('MAIL_FROM', text('MAIL_FROM')),
    webPushContact: contact === undefined ? undefined : mailAddress('WEB_PUSH_CONTACT', contact),
    title: line('UI_TITLE', text('UI_TITLE'), 40),
    passwordPolicy: choice('PASSWORD_POLICY', text('PASSWORD_POLICY'), ['spec', 'strict']),
    trustProxy: networks('TRUST_PROXY', optional('TRUST_PROXY')),
    supportUrl: httpsAddress('SUPPORT_URL', optional('SUPPORT_URL')),
    anchorFile: optional('ANCHOR_FILE'),
    standsBy,
    isMember,
    publicHost: host('PUBLIC_HOST', optional('PUBLIC_HOST')),
    drainSeconds: number('DRAIN_SECONDS', text('DRAIN_SECONDS'), 0, 300),
    logLevel: choice('LOG_LEVEL', text('LOG_LEVEL'), ['trace', 'debug', 'info', 'warn', 'error']),
  }
}
