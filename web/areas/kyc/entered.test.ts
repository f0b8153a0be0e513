import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { person } from '#data/session-testing.ts'
import { signIn, signOut } from '#data/session.ts'
import { entered, enteredBy, fillIn, forgetEntered, lostPictures } from './entered.ts'

const paula = { user: 7, attempt: 0 }
const first = { documentType: 'identity_card' }
const images = ['frontImage', 'backImage'] as const
/** A reload: what is in the program is gone, what is in the browser stays. */
const reload = (): void => entered.set(undefined)

beforeEach(forgetEntered)

test('pages share what was entered, pictures too', () => {
  fillIn(enteredBy(paula, first), { firstName: 'Paula', frontImage: '/file/front' })
  const now = fillIn(enteredBy(paula, first), { backImage: '/file/back' })
  assert.deepEqual(enteredBy(paula, first), now)
  assert.deepEqual(now.papers, { ...first, firstName: 'Paula', frontImage: '/file/front', backImage: '/file/back' })
  assert.deepEqual(lostPictures(now, images), [])
})

test('after a reload the texts are there, and which pictures must be chosen again', () => {
  fillIn(enteredBy(paula, first), { firstName: 'Paula', documentType: 'passport', passportImage: '/file/page' })
  reload()
  const back = enteredBy(paula, first)
  assert.deepEqual(back.papers, { firstName: 'Paula', documentType: 'passport' })
  assert.deepEqual(lostPictures(back, ['documentType', 'passportImage']), ['passportImage'])
  assert.deepEqual(lostPictures(back, images), [], 'these were never chosen')
  fillIn(back, { firstName: 'Pauline' })
  reload()
  assert.deepEqual(lostPictures(enteredBy(paula, first), ['passportImage']), ['passportImage'], 'still not chosen')
  assert.deepEqual(lostPictures(fillIn(enteredBy(paula, first), { passportImage: '/file/new' }), ['passportImage']), [])
})

test('a picture that was removed on purpose is not asked for again', () => {
  fillIn(enteredBy(paula, first), { frontImage: '/file/front' })
  assert.deepEqual(lostPictures(fillIn(enteredBy(paula, first), { frontImage: '' }), images), [])
  reload()
  assert.deepEqual(lostPictures(enteredBy(paula, first), images), [])
})

test('an error goes with what it was about, the others stay', () => {
  const wrong = { ...enteredBy(paula, first), errors: { firstName: 'Please enter', lastName: 'Please enter' } }
  assert.deepEqual(fillIn(wrong, { firstName: 'Paula' }).errors, { lastName: 'Please enter' })
})

test('another attempt and another person begin anew', () => {
  const after = (attempt: number, user: number) => {
    fillIn(enteredBy(paula, first), { firstName: 'Paula', frontImage: '/file/front' })
    return enteredBy({ user, attempt }, first).papers
  }
  assert.deepEqual(after(1, 7), first)
  assert.deepEqual(after(0, 8), first)
})

test('whoever signs out leaves nothing', () => {
  signIn({ ...person, id: 7, token: 'token-1' })
  fillIn(enteredBy(paula, first), { firstName: 'Paula', frontImage: '/file/front' })
  signOut()
  assert.equal(entered.get(), undefined)
  assert.deepEqual(enteredBy(paula, first).papers, first)
})
