import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addressGroups,
  isRealAddress,
  isSimulatedAddress,
  simulatedAddress,
  simulatedAddressBytes,
} from './coin-addresses.ts'
import { bytesOfWords, decodeBech32m, encodeBech32m, wordsOfBytes } from './bech32m.ts'

const zeros = simulatedAddress(new Uint8Array(simulatedAddressBytes))

test('accepts the bech32m vectors of BIP-350 and rejects bech32', () => {
  for (const text of ['A1LQFN3A', 'abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx', '?1v759aa']) {
    const read = decodeBech32m(text)
    assert.equal(read === undefined ? undefined : encodeBech32m(read), text.toLowerCase())
  }
  for (const text of [
    '',
    'A12UEL5L',
    'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
    '1',
    'a1',
    'A1LQFN3a',
    'M1VUXWEZ',
    '16plkw9',
    '1p2gdwpf',
    'x1b4n0q5v',
    'abc1b',
    `${'q'.repeat(80)}1v759aa9999`,
  ])
    assert.equal(decodeBech32m(text), undefined, text)
})

test('addresses of the simulated chain', () => {
  assert.match(zeros, /^sim1[02-9ac-hj-np-z]{38}$/)
  assert.equal(isSimulatedAddress(zeros), true)
  assert.equal(isSimulatedAddress(zeros.toUpperCase()), true)
  const short = simulatedAddress(new Uint8Array(19))
  const other = encodeBech32m({ prefix: 'tb', words: wordsOfBytes(new Uint8Array(20)) })
  for (const text of ['', 'sim1', zeros.slice(0, -1), short, other, `${zeros} `])
    assert.equal(isSimulatedAddress(text), false, text)
})

test('detects every single wrong character', () => {
  const bytes = fc.uint8Array({ minLength: simulatedAddressBytes, maxLength: simulatedAddressBytes })
  const letters = fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.split(''))
  fc.assert(
    fc.property(bytes, fc.integer({ min: 4, max: 41 }), letters, (raw, place, letter) => {
      const address = simulatedAddress(raw)
      assert.deepEqual(bytesOfWords(decodeBech32m(address)?.words ?? []), [...raw])
      const wrong = address.slice(0, place) + letter + address.slice(place + 1)
      assert.equal(isSimulatedAddress(wrong), wrong === address)
    }),
  )
})

test('refuses addresses of other networks, and recognises real ones', () => {
  const real = [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  ]
  const others = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
  ]
  for (const text of [...real, ...others]) {
    assert.equal(isSimulatedAddress(text), false, text)
    assert.equal(isRealAddress(text), real.includes(text), text)
  }
})

test('groups an address by four characters, the last group may be shorter', () => {
  assert.deepEqual(addressGroups('sim1abcdef'), ['sim1', 'abcd', 'ef'])
  assert.deepEqual(addressGroups(''), [])
})
