import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOfAddress } from './network.ts'

const rows: readonly (readonly [address: string, network: string])[] = [
  ['127.0.0.1', '127.0.0.1'],
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['198.51.100.7:51234', '198.51.100.7'],
  ['::1', '::/64'],
  ['2001:db8:77:1::1', '2001:db8:77:1::/64'],
  ['2001:DB8:77:1:ffff:ffff:ffff:ffff', '2001:db8:77:1::/64'],
  ['2001:0db8:0077:0001:0:0:0:9', '2001:db8:77:1::/64'],
  ['2001:db8:77:2::1', '2001:db8:77:2::/64'],
  ['[2001:db8:77:1::5]:443', '2001:db8:77:1::/64'],
  ['[2001:db8:77:1::5]', '2001:db8:77:1::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['', 'unreadable'],
  ['unknown', 'unreadable'],
  ['_hidden-4711', 'unreadable'],
  ['300.1.1.1', 'unreadable'],
  ['2001:db8::1::2', 'unreadable'],
  ['x'.repeat(10_000), 'unreadable'],
]

for (const [address, network] of rows)
  test(`${address === '' ? 'an empty address' : address.slice(0, 40)} is counted as ${network}`, () => {
    assert.equal(networkOfAddress(address), network)
  })
