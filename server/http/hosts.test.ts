import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, test } from 'node:test'
import { hasOneHost, isFromThisMachine, openHosts } from './hosts.ts'

type Case = readonly [host: string | undefined, serves: boolean]

const loopback: readonly Case[] = [
  ['localhost', true],
  ['localhost:8080', true],
  ['LOCALHOST:8080', true],
  ['practice.localhost', true],
  ['127.0.0.1:8080', true],
  ['127.1.2.3', true],
  ['[::1]:8080', true],
  ['[0:0:0:0:0:0:0:1]', true],
]
const foreign: readonly Case[] = [
  [undefined, false],
  ['', false],
  ['evil.example', false],
  ['evil.example:8080', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['evil.example#localhost', false],
  ['evil.example/localhost', false],
  ['localhost@evil.example', false],
  ['localhost, evil.example', false],
  ['localhost:80:80', false],
  ['[::1', false],
]

const settings: readonly (readonly [string, Parameters<typeof openHosts>[0], readonly Case[]])[] = [
  [
    'with default settings',
    { host: '127.0.0.1', publicHost: undefined },
    [
      ['192.168.1.5', false],
      ['[2001:db8::1]', false],
    ],
  ],
  [
    'with an IPv4 address',
    { host: '192.168.1.5', publicHost: undefined },
    [
      ['192.168.1.5:8080', true],
      ['192.168.1.6:8080', false],
    ],
  ],
  [
    'with an IPv6 address',
    { host: '2001:db8::1', publicHost: undefined },
    [
      ['[2001:DB8:0:0::1]:8080', true],
      ['[2001:db8::2]', false],
    ],
  ],
  [
    'on every address: serves addresses but no names',
    { host: '0.0.0.0', publicHost: undefined },
    [
      ['192.168.1.5:8080', true],
      ['[2001:db8::1]', true],
      ['raspberry.local', false],
    ],
  ],
  [
    'with a public host',
    { host: '::', publicHost: 'practice.example.org:8443' },
    [
      ['practice.example.org', true],
      ['Practice.Example.org:8443', true],
      ['other.example.org', false],
    ],
  ],
]

for (const [what, setting, own] of settings)
  describe(`hosts ${what}`, () => {
    const { serves } = openHosts(setting)
    for (const [host, expected] of [...loopback, ...foreign, ...own])
      test(`${String(host)}: ${expected ? 'served' : 'refused'}`, () => assert.equal(serves({ host }), expected))
  })

describe('origin of a page', () => {
  const { isForeignPage } = openHosts({ host: '127.0.0.1', publicHost: 'practice.example.org' })
  const cases: readonly (readonly [IncomingHttpHeaders, boolean])[] = [
    [{ host: 'localhost:8080' }, false],
    [{ host: 'localhost:8080', origin: 'http://localhost:8080' }, false],
    [{ host: 'localhost:8080', origin: 'https://practice.example.org' }, false],
    [{ host: 'localhost:8080', origin: 'http://localhost:8081' }, true],
    [{ host: 'localhost:8080', origin: 'null' }, true],
    [{ host: 'localhost:8080', origin: 'https://evil.example' }, true],
    [{ host: 'localhost:8080', origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }, true],
  ]
  for (const [headers, expected] of cases)
    test(`${JSON.stringify(headers)}: ${expected ? 'foreign' : 'our own'}`, () =>
      assert.equal(isForeignPage(headers), expected))
})

test('requires exactly one Host header', () => {
  assert.equal(hasOneHost({ rawHeaders: ['Host', 'localhost', 'Accept', '*/*'] }), true)
  assert.equal(hasOneHost({ rawHeaders: ['Accept', '*/*'] }), false)
  assert.equal(hasOneHost({ rawHeaders: ['Host', 'localhost', 'host', 'localhost'] }), false)
  assert.equal(hasOneHost({ rawHeaders: ['Accept', 'host'] }), false)
})

describe('a request from this machine', () => {
  const from = (remoteAddress: string, headers: IncomingHttpHeaders): boolean =>
    isFromThisMachine({ headers, socket: { remoteAddress } as never })
  const own = { host: 'localhost:8080' }
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    test(`comes from ${address}`, () => assert.equal(from(address, own), true))
  for (const address of ['192.168.1.5', '::ffff:192.168.1.5', '2001:db8::1', '', '127.0.0.1.evil'])
    test(`does not come from "${address}"`, () => assert.equal(from(address, own), false))
  for (const host of ['192.168.1.5', 'practice.example.org', undefined])
    test(`does not have the host ${String(host)}`, () => assert.equal(from('127.0.0.1', { host }), false))
  for (const name of [
    'forwarded',
    'via',
    'x-real-ip',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-anything',
    'cf-connecting-ip',
    'cf-ray',
    'fly-client-ip',
    'fastly-client-ip',
    'ngrok-trace',
    'x-original-host',
    'x-original-forwarded-for',
  ])
    test(`does not have the header ${name}`, () =>
      assert.equal(from('127.0.0.1', { ...own, [name]: '127.0.0.1' }), false))
  for (const origin of ['http://localhost:8080', 'http://127.0.0.1:5173', 'http://[::1]:8080'])
    test(`may have the origin ${origin}`, () => assert.equal(from('127.0.0.1', { ...own, origin }), true))
  for (const origin of ['https://practice.example.org', 'http://192.168.1.5:8080', 'null', ''])
    test(`does not have the origin "${origin}"`, () => assert.equal(from('127.0.0.1', { ...own, origin }), false))
})
