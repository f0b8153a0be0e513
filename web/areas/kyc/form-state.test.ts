import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { person } from '#data/session-testing.ts'
import { signIn, signOut } from '#data/session.ts'
import { formState, loadFormState, updateFormState, clearFormState, lostPictures } from './form-state.ts'

const paula = { user: 7, attempt: 0 }
const first = { documentType: 'identity_card' }
const images = ['frontImage', 'backImage'] as const
/** Simulates a reload: memory is lost, browser storage stays. */
const reload = (): void => formState.set(undefined)

beforeEach(clearFormState)

test('all pages of the form share the entered texts and pictures', () => {
  updateFormState(loadFormState(paula, first), { firstName: 'Paula', frontImage: '/file/front' })
  const now = updateFormState(loadFormState(paula, first), { backImage: '/file/back' })
  assert.deepEqual(loadFormState(paula, first), now)
  assert.deepEqual(now.papers, { ...first, firstName: 'Paula', frontImage: '/file/front', backImage: '/file/back' })
  assert.deepEqual(lostPictures(now, images), [])
})

test('after a reload keeps the texts and lists the pictures that must be chosen again', () => {
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

test('does not ask again for a picture that the user removed', () => {
  updateFormState(loadFormState(paula, first), { frontImage: '/file/front' })
  assert.deepEqual(lostPictures(updateFormState(loadFormState(paula, first), { frontImage: '' }), images), [])
  reload()
  assert.deepEqual(lostPictures(loadFormState(paula, first), images), [])
})

test('clears the error of a changed field only', () => {
  const wrong = { ...loadFormState(paula, first), errors: { firstName: 'Please enter', lastName: 'Please enter' } }
  assert.deepEqual(updateFormState(wrong, { firstName: 'Paula' }).errors, { lastName: 'Please enter' })
})

test('starts empty for another attempt and another user', () => {
  const after = (attempt: number, user: number) => {
    updateFormState(loadFormState(paula, first), { firstName: 'Paula', frontImage: '/file/front' })
    return loadFormState({ user, attempt }, first).papers
  }
  assert.deepEqual(after(1, 7), first)
  assert.deepEqual(after(0, 8), first)
})

test('clears the form on sign-out', () => {
  signIn({ ...person, id: 7, token: 'token-1' })
  updateFormState(loadFormState(paula, first), { firstName: 'Paula', frontImage: '/file/front' })
  signOut()
  assert.equal(formState.get(), undefined)
  assert.deepEqual(loadFormState(paula, first).papers, first)
})
