import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { refusedWith } from '#areas/testing.ts'
import { systemChance } from '#chance.ts'
import { commonPasswords } from './common-passwords.ts'
import { openPasswords } from './passwords.ts'

const pepper = Buffer.alloc(32, 7)
const passwords = openPasswords({ pepper, chance: systemChance })

describe('hashes', () => {
  test('know their password and no other, with a salt of their own', async () => {
    const stored = await passwords.hash('correct-horse')
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    assert.equal(await passwords.matches('correct-horse', stored), true)
    assert.equal(await passwords.matches('Correct-horse', stored), false)
    assert.notEqual(await passwords.hash('correct-horse'), stored)
  })

  test('take every letter of it as it was typed: case, spaces at its ends, marks, and what comes after the 72nd', async () => {
    const long = `  ${'x'.repeat(100)}é密😀 `
    const stored = await passwords.hash(long)
    assert.equal(await passwords.matches(long, stored), true)
    for (const other of [long.trim(), long.slice(0, 72), `${long}x`, long.toUpperCase(), long.normalize('NFD')])
      assert.equal(await passwords.matches(other, stored), false, other.slice(-8))
  })

  test('are worth nothing without the pepper', async () => {
    const stored = await passwords.hash('correct-horse')
    const thief = openPasswords({ pepper: Buffer.alloc(32, 8), chance: systemChance })
    assert.equal(await thief.matches('correct-horse', stored), false)
  })

  test('keep the cost that they were made with', async () => {
    const cheap = '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    assert.equal(await passwords.matches('anything', cheap), false)
  })

  test('of a name that nobody has take as long, and match nothing', async () => {
    assert.equal(await passwords.matches('correct-horse', undefined), false)
  })

  test('that are none are a broken program', async () => {
    await assert.rejects(passwords.matches('x', 'plain text'), /argon2id hash/)
  })

  test('wait their turn, and no more than may wait', async () => {
    const narrow = openPasswords({ pepper, chance: systemChance, atOnce: 1, waitingMax: 1 })
    const first = narrow.hash('one')
    const second = narrow.hash('two')
    await refusedWith('unavailable', narrow.hash('three'))
    assert.equal(await narrow.matches('one', await first), true)
    assert.equal(await narrow.matches('two', await second), true)
  })
})

test('the list of common passwords is in small letters, and long enough to matter', () => {
  assert.ok(commonPasswords.size >= 200)
  for (const one of commonPasswords) assert.equal(one, one.toLowerCase())
})
