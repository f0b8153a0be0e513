import assert from 'node:assert/strict'
import { test } from 'node:test'

import { passwordRulesMet, passwordStrength, type Strength } from './password-strength.ts'

test('rules of a new password are ticked one by one', () => {
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
    assert.deepEqual(passwordRulesMet(password, email), { hasLength, hasOnlyAllowed, isOwn }, password)
  }
})

test('longer and more varied is stronger, repetition is not', () => {
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
