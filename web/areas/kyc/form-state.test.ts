import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { person } from '#data/session-testing.ts'
import { signIn, signOut } from '#data/session.ts'
import { formState, loadFormState, updateFormState, clearFormState, lostPictures } from './form-state.ts'

const paula = { user: 7, attempt: 0 }
const first = { documentType: 'identity_card' }
const images = ['frontImage', 'backImage'] as const
/** A reload: what is in the program is gone, what is in the browser stays. */
const reload = (): void => formState.set(undefined)

beforeEach(clearFormState)

test('pages share what was entered, pictures too', () => {
  updateFormState(loadFormState(paula, first), { firstName: 'Paula', frontImage: '/file/front' })
  const now = updateFormState(loadFormState(paula, first), { backImage: '/file/back' })
  assert.deepEqual(loadFormState(paula, first), now)
  assert.deepEqual(now.papers, { ...first, firstName: 'Paula', frontImage: '/file/front', backImage: '/file/back' })
  assert.deepEqual(lostPictures(now, images), [])
})

test('after a reload the texts are there, and which pictures must be chosen again', () => {
  updateFormState(loadFormState(paula, first), {
    firstName: 'Paula',
    documentType: 'passport',
    passportImage: '/file/page',
  })
  reload()
  const back = loadFormState(paula, first)
  assert.deepEqual(back.papers, { firstName: 'Paula', documentType: 'passport' })
  assert.deepEqual(lostPictures(back, ['documentType', 'passportImage']), ['passportImage'])
  assert.deepEqual(lostPictures(back, images), [], 'these were never chosen')
  updateFormState(back, { firstName: 'Pauline' })
  reload()
  assert.deepEqual(lostPictures(loadFormState(paula, first), ['passportImage']), ['passportImage'], 'still not chosen')
  assert.deepEqual(
    lostPictures(updateFormState(loadFormState(paula, first), { passportImage: '/file/new' }), ['passportImage']),
    [],
  )
})

test('a picture that was removed on purpose is not asked for again', () => {
  updateFormState(loadFormState(paula, first), { frontImage: '/file/front' })
  assert.deepEqual(lostPictures(updateFormState(loadFormState(paula, first), { frontImage: '' }), images), [])
  reload()
  assert.deepEqual(lostPictures(loadFormState(paula, first), images), [])
})

test('an error goes with what it was about, the others stay', () => {
  const wrong = { ...loadFormState(paula, first), errors: { firstName: 'Please enter', lastName: 'Please enter' } }
  assert.deepEqual(updateFormState(wrong, { firstName: 'Paula' }).errors, { lastName: 'Please enter' })
})

test('another attempt and another person begin anew', () => {
  const after = (attempt: number, user: number) => {
    updateFormState(loadFormState(paula, first), { firstName: 'Paula', frontImage: '/file/front' })
    return loadFormState({ user, attempt }, first).papers
  }
  assert.deepEqual(after(1, 7), first)
  assert.deepEqual(after(0, 8), first)
})

test('whoever signs out leaves nothing', () => {
  signIn({ ...person, id: 7, token: 'token-1' })
  updateFormState(loadFormState(paula, first), { firstName: 'Paula', frontImage: '/file/front' })
  signOut()
  assert.equal(formState.get(), undefined)
  assert.deepEqual(loadFormState(paula, first).papers, first)
})
