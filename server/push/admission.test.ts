import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { pushPath } from '@mex/contract/push.ts'
import { openAdmission, openNetworkOf } from './admission.ts'
import { defaultLimits } from './limits.ts'

const requestOf = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    url: pushPath,
    headers: { host: 'localhost', ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) },
    rawHeaders: ['Host', 'localhost'],
    socket: { remoteAddress },
  }) as unknown as IncomingMessage

describe('network of a socket', () => {
  const cases: readonly (readonly [trusted: string | undefined, IncomingMessage, network: string])[] = [
    [undefined, requestOf('192.0.2.1'), '192.0.2.1'],
    [undefined, requestOf('192.0.2.1', '198.51.100.7'), '192.0.2.1'],
    ['192.0.2.1', requestOf('192.0.2.1', '198.51.100.7'), '198.51.100.7'],
    ['192.0.2.1', requestOf('192.0.2.1'), '192.0.2.1'],
    ['192.0.2.1', requestOf('192.0.2.2', '198.51.100.7'), '192.0.2.2'],
    ['192.0.2.1', requestOf('192.0.2.1', '203.0.113.9, 198.51.100.7'), '198.51.100.7'],
    ['192.0.2.1, 10.0.0.0/8', requestOf('192.0.2.1', '198.51.100.7, 10.1.2.3'), '198.51.100.7'],
    ['loopback', requestOf('::1', '2001:db8::7'), '2001:db8::/64'],
    ['loopback', requestOf('::1', '2001:db8::ffff:7'), '2001:db8::/64'],
    ['loopback', requestOf('::1', '2001:db8:0:1::7'), '2001:db8:0:1::/64'],
    [undefined, requestOf('::ffff:192.0.2.1'), '192.0.2.1'],
  ]
  for (const [trusted, request, network] of cases) {
    const { headers, socket } = request
    test(`${String(socket.remoteAddress)} for ${String(headers['x-forwarded-for'])}, with ${String(trusted)} trusted: ${network}`, () => {
      assert.equal(openNetworkOf(trusted)(request), network)
    })
  }
})

test('counts sockets behind a trusted proxy per client network, and frees the place of a closed one', () => {
  const admission = openAdmission({
    limits: { ...defaultLimits, socketsPerNetwork: 1 },
    networkOf: openNetworkOf('192.0.2.1'),
    isOpen: () => true,
  })
  const [ann, bob] = [requestOf('192.0.2.1', '198.51.100.7'), requestOf('192.0.2.1', '198.51.100.8')]
  const leave = admission.enter(ann)
  assert.deepEqual([admission.refuses(ann), admission.refuses(bob)], [429, undefined])
  leave()
  assert.equal(admission.refuses(ann), undefined)
})
