import assert from 'node:assert/strict'
import { test } from 'node:test'

import { passwordRulesMet, passwordStrength, type Strength } from './password-strength.ts'

test('checks length, allowed characters and own names separately', () => {
  const cases: [password: string, email: string, length: boolean, allowed: boolean, own: boolean][] = [
    ['', 'ann@home.mx', false, false, false],
    ['abc', 'ann@home.mx', false, true, true],
    ['abcd', 'ann@home.mx', true, true, true],
    ['a'.repeat(50), '', true, true, true],
    ['a'.repeat(51), '', false, true, true],
    ['with space', '', true, false, true],
    ['passé!', '', true, false, true],
    ['€uro™<1>', '', true, true, true],
    ['Ann@Home.mx', ' ann@home.mx ', true, false, false],
    ['annie', 'annie@home.mx', true, true, false],
    ['annie2', 'annie@home.mx', true, true, true],
  ]
  for (const [password, email, hasLength, hasOnlyAllowed, isOwn] of cases) {
    const met = passwordRulesMet(password, { use: 'registration', policy: 'spec', names: [email] })
    assert.deepEqual(met, { hasLength, hasOnlyAllowed, isOwn }, password)
  }
})

test('applies the rules of password changes, companies and the strict policy', () => {
  const met = (password: string, use: 'change' | 'company', policy: 'spec' | 'strict') => {
    const { hasLength, hasOnlyAllowed } = passwordRulesMet(password, { use, policy, names: ['mei'] })
    return [hasLength, hasOnlyAllowed]
  }
  assert.deepEqual(met('abcde', 'change', 'spec'), [false, true])
  assert.deepEqual(met('abcdef', 'change', 'spec'), [true, true])
  assert.deepEqual(met('abcdefg!', 'company', 'spec'), [true, false])
  assert.deepEqual(met('with spaces', 'company', 'strict'), [true, true])
  assert.deepEqual(met('abcdef', 'change', 'strict'), [false, true])
})

test('rates length and variety as stronger, but no repetition', () => {
  const cases: [password: string, strength: Strength][] = [
    ['', 0],
    ['a', 1],
    ['aaaaaaaaaaaaaaaaaaaa', 1],
    ['12345678', 1],
    ['abcdefgh', 1],
    ['kitten', 1],
    ['river7', 2],
    ['Tr4ffic-jam', 4],
    ['sunflower', 2],
    ['sunFlower9', 3],
    ['q8#Vd2!mZ0pL', 4],
  ]
  for (const [password, strength] of cases) assert.equal(passwordStrength(password), strength, password)
})
