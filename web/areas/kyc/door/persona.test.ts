import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isPracticeNumber } from '@mex/core/funding/cards.ts'
import { completeDocuments, isPracticeDocument, realNumber } from '@mex/core/kyc/identity-documents.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { deviceDraw, drawCompany, drawNumber, drawPersona } from './persona.ts'

test('personas pass the rules for practice documents', () => {
  for (let round = 0; round < 500; round += 1) {
    assert(isPracticeDocument(drawNumber(deviceDraw)))
    const person = drawPersona(deviceDraw)
    const papers = completeDocuments('individual', { ...person, frontImage: '/file/1', backImage: '/file/2' })
    assert(!isRefusal(papers))
    assert.equal(realNumber(papers), undefined)
    const company = drawCompany(deviceDraw, isPracticeNumber)
    const images = { licenseImage: '/file/1', corporateAccountImage: '/file/2' }
    const whole = completeDocuments('company', { ...company, ...images })
    assert(!isRefusal(whole))
    assert.equal(realNumber(whole), undefined)
  }
})

test('draws 200 different document numbers', () => {
  const numbers = new Set(Array.from({ length: 200 }, () => drawNumber(deviceDraw)))
  assert.equal(numbers.size, 200)
})
