import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { describeSettings, readSettings, sharedSettings, WrongSetting } from './environment.ts'

test('uses the defaults of a private installation without any variable', () => {
  const { host, port, market, practiceHours, databaseUrl, passwordPolicy, title, trustProxy } = readSettings({})
  assert.deepEqual(
    [host, port, market, practiceHours, databaseUrl, passwordPolicy, title, trustProxy],
    ['127.0.0.1', 8080, 'sim', true, undefined, 'spec', 'UBS MEX', undefined],
  )
})

test('reads the given settings', () => {
  const settings = readSettings({
    PORT: '0',
    MARKET: 'replay',
    REPLAY_DIR: '/history',
    CLOCK_SPEED: '60',
    CLOCK_START: '2025-03-03T14:30:00Z',
    UI_TITLE: ' Our class ',
    PASSWORD_POLICY: 'strict',
    SUPPORT_URL: 'https://support.example.org',
  })
  assert.equal(settings.supportUrl, 'https://support.example.org/')
  const { port, market, practiceHours, replayFolder, clockSpeed, clockStart, title, passwordPolicy } = settings
  assert.deepEqual(
    [port, market, practiceHours, replayFolder, clockSpeed, clockStart, title, passwordPolicy],
    [0, 'replay', false, '/history', 60, Date.UTC(2025, 2, 3, 14, 30), 'Our class', 'strict'],
  )
})

test('holds practice auctions in practice hours, unless they are turned off', () => {
  const settings = [{}, { MARKET_HOURS: 'real' }, { PRACTICE_AUCTIONS: 'off' }, { PRACTICE_AUCTIONS: 'on' }]
  assert.deepEqual(
    settings.map((given) => readSettings(given).practiceAuctions),
    [true, false, false, true],
  )
})

test('public quotes keep the hours of their exchanges', () => {
  for (const liveSource of [undefined, 'http://127.0.0.1:9000']) {
    const live = readSettings({ MARKET: 'live', LIVE_SOURCE: liveSource })
    assert.deepEqual(
      [live.market, live.practiceHours, live.practiceAuctions, live.liveSource],
      ['live', false, false, liveSource],
    )
  }
})

test('stands by only when it is told to', () => {
  const database = { DATABASE_URL: 'postgres://mex@127.0.0.1/mex' }
  assert.deepEqual(
    [readSettings(database).standsBy, readSettings({ ...database, STANDBY: 'on' }).standsBy],
    [false, true],
  )
})

test('is one of several servers only when it is told to, and they compare their settings', () => {
  const database = { DATABASE_URL: 'postgres://mex@127.0.0.1/mex' }
  const member = readSettings({ ...database, CLUSTER: 'on' })
  assert.deepEqual([readSettings(database).isMember, member.isMember], [false, true])
  const shared = sharedSettings(member)
  assert.equal(sharedSettings(readSettings({ ...database, CLUSTER: 'on', PORT: '8081', DATA_DIR: '/two' })), shared)
  for (const other of [{ CLOCK_SPEED: '2' }, { MARKET_HOURS: 'real' }, { MARKET_SEED: 'known' }])
    assert.notEqual(sharedSettings(readSettings({ ...database, CLUSTER: 'on', ...other })), shared)
})

test('treats an empty variable as not set', () => {
  const names = [
    'HOST',
    'PORT',
    'DATA_DIR',
    'DATABASE_URL',
    'MARKET',
    'MARKET_HOURS',
    'PRACTICE_AUCTIONS',
    'CLOCK_SPEED',
    'UI_TITLE',
    'LOG_LEVEL',
  ]
  assert.deepEqual(readSettings(Object.fromEntries(names.map((name) => [name, '']))), readSettings({}))
})

const wrong: readonly Readonly<Record<string, string>>[] = [
  { PORT: '70000' },
  { PORT: 'http' },
  { STANDBY: 'on' },
  { DATABASE_URL: 'postgres://mex@127.0.0.1/mex', STANDBY: 'yes' },
  { CLUSTER: 'on' },
  { DATABASE_URL: 'postgres://mex@127.0.0.1/mex', CLUSTER: 'two' },
  { DATABASE_URL: 'postgres://mex@127.0.0.1/mex', CLUSTER: 'on', STANDBY: 'on' },
  { MARKET: 'live', MARKET_HOURS: 'practice' },
  { MARKET: 'live', PRACTICE_AUCTIONS: 'on' },
  { MARKET: 'live', LIVE_SOURCE: 'http://127.0.0.1:9000', CLOCK_SPEED: '60' },
  { MARKET: 'live', LIVE_SOURCE: 'http://127.0.0.1:9000', CLOCK_START: '2025-03-03T14:30:00Z' },
  { MARKET: 'live', LIVE_SOURCE: 'http://127.0.0.1:9000', MARKET_SEED: 'known' },
  { MARKET: 'live', LIVE_SOURCE: 'finance.example.org' },
  { MARKET: 'live', LIVE_SOURCE: 'file:///quotes' },
  { MARKET: 'yesterday' },
  { MARKET: 'replay' },
  { MARKET: 'replay', REPLAY_DIR: '/history', MARKET_HOURS: 'practice' },
  { MARKET_HOURS: 'sometimes' },
  { PRACTICE_AUCTIONS: 'hourly' },
  { MARKET_HOURS: 'real', PRACTICE_AUCTIONS: 'on' },
  { MARKET: 'replay', REPLAY_DIR: '/history', PRACTICE_AUCTIONS: 'on' },
  { CLOCK_SPEED: '0' },
  { CLOCK_SPEED: 'NaN' },
  { CLOCK_START: 'yesterday' },
  { PASSWORD_POLICY: 'none' },
  { LOG_LEVEL: 'loud' },
  { LOG_LEVEL: 'silent' },
  { DATABASE_OWNER_URL: 'postgres://owner@localhost/practice' },
  { SUPPORT_URL: 'http://support.example.org' },
  { SUPPORT_URL: 'javascript:alert(1)' },
  { SUPPORT_URL: 'support' },
  { UI_TITLE: ' ' },
  { UI_TITLE: 'x'.repeat(41) },
  { UI_TITLE: 'two\nlines' },
  { DATABASE_URL: 'localhost' },
  { DATABASE_URL: 'mysql://localhost/practice' },
  { DATABASE_URL: 'postgres://work@one:5432,two:port/practice' },
  { DATABASE_URL: 'postgres://work@localhost/practice', DATABASE_OWNER_URL: 'owner' },
  { SMTP_URL: 'mail.example.org' },
  { SMTP_URL: 'http://mail.example.org' },
  { MAIL_FROM: 'practice' },
  { MAIL_FROM: 'Practice <practice@example.org>' },
  { TRUST_PROXY: 'nginx' },
  { TRUST_PROXY: '127.0.0.1,' },
  { TRUST_PROXY: '10.0.0.256' },
  { TRUST_PROXY: '10.0.0.0/33' },
  { TRUST_PROXY: 'fd00::/129' },
  { TRUST_PROXY: 'fd00:::1' },
  { TRUST_PROXY: '10.0.0.0/8/8' },
]
for (const environment of wrong)
  test(`refuses ${JSON.stringify(environment)} with a message that names the setting`, () => {
    const [name] = Object.keys(environment).slice(-1)
    assert.throws(
      () => readSettings(environment),
      (error: unknown) => error instanceof WrongSetting && error.message.includes(name ?? ''),
    )
  })

test('accepts the address of a database with a standby', () => {
  const given = 'postgres://work:secret@one:5432,two:5433/practice?target_session_attrs=read-write'
  assert.equal(readSettings({ DATABASE_URL: given }).databaseUrl, given)
})

test('does not repeat the password of an invalid address', () => {
  for (const name of ['SMTP_URL', 'DATABASE_URL'])
    assert.throws(
      () => readSettings({ [name]: 'user:hunter-2@server.example.org' }),
      (error: unknown) => error instanceof WrongSetting && !error.message.includes('hunter-2'),
    )
})

for (const proxies of ['127.0.0.1', '127.0.0.1, 10.0.0.0/8', '::1,fd00::/8', 'loopback', '10.0.0.0/255.0.0.0'])
  test(`accepts TRUST_PROXY=${proxies}, as Fastify does`, () => {
    assert.equal(readSettings({ TRUST_PROXY: proxies }).trustProxy, proxies)
    assert.doesNotThrow(() => fastify({ trustProxy: proxies }))
  })

test('the help lists settings by name', () => {
  for (const name of ['HOST', 'DATABASE_URL', 'TRUST_PROXY', 'UI_TITLE', 'MAIL_FROM'])
    assert.match(describeSettings(), new RegExp(`^ {2}${name} `, 'm'))
})
