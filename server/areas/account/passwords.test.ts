import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { describe, test } from 'node:test'
import { brokenRule, type PasswordPolicy } from '@mex/core/account/passwords.ts'
import { refusedWith } from '#areas/testing.ts'
import { systemRandomness } from '#randomness.ts'
import { commonPasswords } from './common-passwords.ts'
import { openPasswords } from './passwords.ts'

const pepper = Buffer.alloc(32, 7)
const passwords = openPasswords({ pepper, randomness: systemRandomness })

describe('password hashes', () => {
  test('match their password only, with a unique salt', async () => {
    const stored = await passwords.hash('test', 'correct-horse')
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    assert.equal(await passwords.matches('test', 'correct-horse', stored), true)
    assert.equal(await passwords.matches('test', 'Correct-horse', stored), false)
    assert.notEqual(await passwords.hash('test', 'correct-horse'), stored)
  })

  test('include every character as typed: case, spaces at both ends, diacritics, and characters after the 72nd', async () => {
    const long = `  ${'x'.repeat(100)}é密😀 `
    const stored = await passwords.hash('test', long)
    assert.equal(await passwords.matches('test', long, stored), true)
    for (const other of [long.trim(), long.slice(0, 72), `${long}x`, long.toUpperCase(), long.normalize('NFD')])
      assert.equal(await passwords.matches('test', other, stored), false, other.slice(-8))
  })

  test('do not match with another pepper', async () => {
    const stored = await passwords.hash('test', 'correct-horse')
    const attacker = openPasswords({ pepper: Buffer.alloc(32, 8), randomness: systemRandomness })
    assert.equal(await attacker.matches('test', 'correct-horse', stored), false)
  })

  test('are checked with the cost that they were created with', async () => {
    const nonce = Buffer.alloc(16, 1)
    const cost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
    const key = argon2Sync('argon2id', { ...cost, message: 'correct-horse', nonce, secret: pepper })
    const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
    const cheap = `$argon2id$v=19$m=8,t=1,p=1$${encode(nonce)}$${encode(key)}`
    assert.equal(await passwords.matches('test', 'correct-horse', cheap), true)
    assert.equal(await passwords.matches('test', 'anything', cheap), false)
  })

  test('of an unknown name take the same work and do not match', async () => {
    assert.equal(await passwords.matches('test', 'correct-horse', undefined), false)
  })

  test('with an unknown format are an internal error', async () => {
    await assert.rejects(passwords.matches('test', 'x', 'plain text'), /argon2id hash/)
  })

  test('are computed one after another, with a limited queue', async () => {
    const narrow = openPasswords({ pepper, randomness: systemRandomness, concurrency: 1, waitingMax: 1 })
    const first = narrow.hash('test', 'one')
    const second = narrow.hash('test', 'two')
    await refusedWith('unavailable', narrow.hash('test', 'three'))
    assert.equal(await narrow.matches('test', 'one', await first), true)
    assert.equal(await narrow.matches('test', 'two', await second), true)
  })
})

describe('common passwords', () => {
  const use = 'registration'
  const rule = async (password: string, policy: PasswordPolicy) =>
    brokenRule({ password, use, policy, names: [], common: await commonPasswords() })

  test('are more than 15,000 for every minimum length, in lower case, in the order of the library', async () => {
    const common = await commonPasswords()
    for (const least of [4, 6, 8])
      assert.ok([...common].filter(({ length }) => length >= least).length > 15_000, String(least))
    for (const one of common) assert.equal(one, one.toLowerCase())
    assert.deepEqual([...common].slice(0, 3), ['123456', 'password', '12345678'])
  })

  test('are refused in any case of letters, also rare ones, words of this product and keyboard patterns', async () => {
    const tried = ['zxczxc', 'September', 'FLAMINGO', 'practice', 'Trader', 'broker', 'MEXICO', 'ubsmex', 'bitcoin']
    for (const password of [...tried, '88888888', '87654321', '1990', '1qaz1qaz'])
      assert.equal(await rule(password, 'spec'), 'common', password)
    // From about rank 2,900 of the passwords that are long enough for the strict policy.
    for (const password of ['snowbird', 'Pathfind', 'SCISSORS', '23041985', '19991999', '1qaz1qaz', '01012009'])
      assert.equal(await rule(password, 'strict'), 'common', password)
  })

  test('include neither uncommon nor random passwords', async () => {
    for (const password of ['mild-rain-9', 'practice-makes-4', 'x7-Kq2p', 'correct-horse-battery'])
      assert.equal(await rule(password, 'spec'), undefined, password)
    for (let count = 0; count < 2000; count += 1) {
      const drawn = systemRandomness.bytes(9).toString('base64url')
      assert.equal(await rule(drawn, 'strict'), undefined, drawn)
    }
  })
})
