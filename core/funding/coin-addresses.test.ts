import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressGroups, isAddressOf, isRealAddress, simulatedAddress, simulatedAddressBytes } from './coin-addresses.ts'
import { networks } from './review.ts'
import { bytesOfWords, decodeBech32, encodeBech32, wordsOfBytes } from './bech32.ts'
import { keccak256 } from './keccak.ts'

const zeros = simulatedAddress(new Uint8Array(simulatedAddressBytes))

test('Keccak-256 of texts that everybody hashes', () => {
  assert.equal(keccak256(''), 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
  assert.equal(keccak256('abc'), '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45')
  assert.equal(keccak256('x'.repeat(300)).length, 64)
})

test('bech32 and bech32m texts of BIP-173 and BIP-350', () => {
  const valid = [
    ['bech32', 'A12UEL5L'],
    ['bech32', 'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw'],
    ['bech32m', 'A1LQFN3A'],
    ['bech32m', 'abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx'],
    ['bech32m', '?1v759aa'],
  ] as const
  for (const [form, text] of valid) {
    const read = decodeBech32(text)
    assert.equal(read?.form, form, text)
    assert.equal(encodeBech32(read), text.toLowerCase())
  }
  for (const text of [
    '',
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
    assert.equal(decodeBech32(text), undefined, text)
})

test('addresses of the simulated chain', () => {
  assert.match(zeros, /^sim1[02-9ac-hj-np-z]{38}$/)
  assert.equal(isAddressOf('SIMCHAIN', zeros), true)
  assert.equal(isAddressOf('SIMCHAIN', zeros.toUpperCase()), true)
  const bech32 = encodeBech32({ form: 'bech32', prefix: 'sim', words: wordsOfBytes(new Uint8Array(20)) })
  const short = simulatedAddress(new Uint8Array(19))
  const other = encodeBech32({ form: 'bech32m', prefix: 'tb', words: wordsOfBytes(new Uint8Array(20)) })
  for (const text of ['', 'sim1', zeros.slice(0, -1), bech32, short, other, `${zeros} `])
    assert.equal(isAddressOf('SIMCHAIN', text), false, text)
})

test('one wrong character is always noticed', () => {
  const bytes = fc.uint8Array({ minLength: simulatedAddressBytes, maxLength: simulatedAddressBytes })
  const letters = fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.split(''))
  fc.assert(
    fc.property(bytes, fc.integer({ min: 4, max: 41 }), letters, (raw, place, letter) => {
      const address = simulatedAddress(raw)
      assert.deepEqual(bytesOfWords(decodeBech32(address)?.words ?? []), [...raw])
      const wrong = address.slice(0, place) + letter + address.slice(place + 1)
      assert.equal(isAddressOf('SIMCHAIN', wrong), wrong === address)
    }),
  )
})

test('EVM addresses keep the checksum of EIP-55 when they have one', () => {
  const valid = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ]
  for (const text of valid) assert.equal(isAddressOf('HOODI', text), true, text)
  const wrong = [
    '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    zeros,
  ]
  for (const text of wrong) assert.equal(isAddressOf('HOODI', text), false, text)
})

test('of Bitcoin only test networks are known; main-network addresses are refused', () => {
  const tests = [
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    'n3ZddxzLvAY9o7184TB4c6FJasAybsw4HZ',
    '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
  ]
  for (const text of tests) {
    assert.equal(isAddressOf('TESTNET4', text), true, text)
    assert.equal(isRealAddress(text), false, text)
  }
  const real = [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  ]
  for (const text of real) {
    assert.equal(isRealAddress(text), true, text)
    for (const network of networks) assert.equal(isAddressOf(network, text), false, text)
  }
  // The checksum of the other form, and one that is broken.
  for (const text of [
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsy',
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvses5wp4dt',
  ])
    assert.equal(isAddressOf('TESTNET4', text), false, text)
})

test('groups of four, the last as long as it comes', () => {
  assert.deepEqual(addressGroups('sim1abcdef'), ['sim1', 'abcd', 'ef'])
  assert.deepEqual(addressGroups(''), [])
})
