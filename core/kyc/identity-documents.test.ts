import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  checkDocuments,
  completeDocuments,
  documentIdentity,
  fieldsToRedo,
  isPracticeDocument,
  isReadable,
  maskedDocument,
  identityFaults,
  realNumber,
  type Holder,
  type IdentityField,
  type IdentityDocuments,
} from './identity-documents.ts'

const card: IdentityDocuments = {
  firstName: 'Paula',
  lastName: 'Practice',
  country: 'MX',
  documentType: 'identity_card',
  documentNumber: 'SIM123456',
  frontImage: '/file/front',
  backImage: '/file/back',
}
const passport: IdentityDocuments = {
  firstName: 'Paula',
  lastName: 'Practice',
  country: 'MX',
  documentType: 'passport',
  documentNumber: 'SIMP4SS',
  passportImage: '/file/page',
}
const company: IdentityDocuments = {
  enterpriseName: 'Example Trading',
  licenseNumber: 'SIMLICENCE1',
  licenseImage: '/file/licence',
  enterpriseAddress: '1 Example Street',
  corporateAccountNumber: '12345678901',
  corporateAccountImage: '/file/account',
  placeOfRegistration: 'Mexico City',
  officerCertificateType: 'passport',
  officerCertificateNumber: 'SIMOFFICER1',
  officerPhone: '+52 55 1234 5678',
}

const without = (documents: IdentityDocuments, ...fields: readonly IdentityField[]): IdentityDocuments =>
  Object.fromEntries(Object.entries(documents).filter(([field]) => !fields.includes(field as IdentityField)))

describe('completeDocuments returns complete documents, or refuses with the first missing field', () => {
  const whole: readonly (readonly [string, Holder, IdentityDocuments])[] = [
    ['an identity card', 'individual', card],
    ['a driving licence', 'individual', { ...card, documentType: 'driving_licence' }],
    ['a passport', 'individual', passport],
    ['a company', 'company', company],
  ]
  for (const [name, holder, documents] of whole) {
    test(name, () => assert.deepEqual(completeDocuments(holder, documents), documents))
    for (const field of Object.keys(documents) as IdentityField[])
      test(`${name} without ${field}`, () => {
        const outcome = completeDocuments(holder, without(documents, field))
        const open = { refused: 'missing_field', field }
        const document = field === 'documentNumber' ? { values: { document: documents.documentType } } : {}
        assert.deepEqual(outcome, { ...open, ...document })
      })
  }
  test('drops fields that the document type does not need', () => {
    assert.deepEqual(
      completeDocuments('individual', { ...passport, frontImage: '/file/other', officerPhone: '1' }),
      passport,
    )
  })
})

describe('a submission after a refusal needs only the fields at fault', () => {
  const cases: readonly (readonly [(typeof identityFaults)[number], IdentityDocuments])[] = [
    ['IMAGE_UNREADABLE', { frontImage: '/file/new', backImage: '/file/newer' }],
    ['COUNTRY', { country: 'US' }],
    ['DOCUMENT_NUMBER', { documentNumber: 'SIM999' }],
    ['DUPLICATE_PERSON', { documentNumber: 'SIM999' }],
    ['INCOMPLETE', card],
  ]
  for (const [fault, anew] of cases) {
    test(fault, () => {
      assert.deepEqual(completeDocuments('individual', anew, { documents: card, fault }), { ...card, ...anew })
      assert.deepEqual([...fieldsToRedo('individual', card, fault)].toSorted(), Object.keys(anew).toSorted())
    })
    test(`${fault} with nothing new`, () => {
      const outcome = completeDocuments('individual', {}, { documents: card, fault })
      assert('refused' in outcome && outcome.refused === 'missing_field')
    })
  }
  test('accepts new values for fields that were not at fault', () => {
    const anew = { country: 'US', firstName: 'Sam' }
    assert.deepEqual(completeDocuments('individual', anew, { documents: card, fault: 'COUNTRY' }), { ...card, ...anew })
  })
  test('another kind of document keeps the name, and needs its own number and pictures', () => {
    const before = { documents: card, fault: 'IMAGE_UNREADABLE' } as const
    const only = { documentType: 'passport', passportImage: '/file/page' }
    assert.deepEqual(completeDocuments('individual', only, before), {
      refused: 'missing_field',
      field: 'documentNumber',
      values: { document: 'passport' },
    })
    assert.deepEqual(completeDocuments('individual', { ...only, documentNumber: 'SIMP4SS' }, before), passport)
  })
  test('a company hands in its pictures alone, and keeps its numbers', () => {
    const anew = { licenseImage: '/file/1', corporateAccountImage: '/file/2' }
    const before = { documents: company, fault: 'IMAGE_UNREADABLE' } as const
    assert.deepEqual(completeDocuments('company', anew, before), { ...company, ...anew })
  })
})

describe('refuses numbers that look real', () => {
  const documents: readonly (readonly [string, boolean])[] = [
    ['SIM123', true],
    ['SIMABCDEF', true],
    ['SIM12345678901234567', true],
    ['SIM12', false],
    ['SIM123456789012345678', false],
    ['sim123456', false],
    ['SIM-1234', false],
    ['XSIM1234', false],
    ['GOMC900514MDFMRL05', false],
    ['G12345678', false],
    ['', false],
  ]
  for (const [number, isPractice] of documents)
    test(`document ${number}`, () => assert.equal(isPracticeDocument(number), isPractice))
  test('the refusal names the field', () => {
    assert.equal(realNumber(card), undefined)
    assert.equal(realNumber(company), undefined)
    assert.deepEqual(realNumber({ ...card, documentNumber: 'G1234' }), {
      refused: 'document_number_real',
      field: 'documentNumber',
    })
    assert.deepEqual(realNumber({ ...company, licenseNumber: 'A1' }), {
      refused: 'document_number_real',
      field: 'licenseNumber',
    })
    assert.deepEqual(realNumber({ ...company, officerCertificateNumber: 'A1' }), {
      refused: 'document_number_real',
      field: 'officerCertificateNumber',
    })
    assert.deepEqual(realNumber({ ...company, corporateAccountNumber: '4539578763621486' }), {
      refused: 'card_number_real',
      field: 'corporateAccountNumber',
    })
  })
})

describe('the checks of a review', () => {
  const picture = { width: 640, height: 400 }
  const pictures = new Map(
    [card, passport, company].flatMap((documents) => Object.values(documents)).map((path) => [path, picture] as const),
  )
  const facts = {
    pictures,
    hasCountry: (code: string) => code === 'MX',
    isHeldByAnother: false,
  } as const
  test('complete and readable documents pass', () => {
    assert.equal(checkDocuments('individual', card, facts), undefined)
    assert.equal(checkDocuments('individual', passport, facts), undefined)
    assert.equal(checkDocuments('company', company, facts), undefined)
  })
  const small = (path: string) => ({ ...facts, pictures: new Map([...pictures, [path, { width: 299, height: 200 }]]) })
  const gone = (path: string) => ({ ...facts, pictures: new Map([...pictures].filter(([each]) => each !== path)) })
  const cases: readonly (readonly [string, Holder, IdentityDocuments, Partial<typeof facts>, string])[] = [
    ['K1: a name is missing', 'individual', without(card, 'lastName'), {}, 'INCOMPLETE'],
    ['K1: one side is missing', 'individual', without(card, 'backImage'), {}, 'INCOMPLETE'],
    ['K1: a company without an officer', 'company', without(company, 'officerPhone'), {}, 'INCOMPLETE'],
    ['K2: too small', 'individual', card, small('/file/back') as never, 'IMAGE_UNREADABLE'],
    ['K2: removed', 'individual', passport, gone('/file/page') as never, 'IMAGE_UNREADABLE'],
    ['K2: of a company', 'company', company, gone('/file/account') as never, 'IMAGE_UNREADABLE'],
    ['K3: nowhere', 'individual', { ...card, country: 'ZZ' }, {}, 'COUNTRY'],
    ['K4: a real number', 'individual', { ...card, documentNumber: 'G12345678' }, {}, 'DOCUMENT_NUMBER'],
    ['K4: of a company', 'company', { ...company, licenseNumber: '12345' }, {}, 'DOCUMENT_NUMBER'],
    ['K5: held by another', 'individual', card, { isHeldByAnother: true as never }, 'DUPLICATE_PERSON'],
    [
      'the first that fails is the reason',
      'individual',
      { ...card, country: 'ZZ' },
      { isHeldByAnother: true as never },
      'COUNTRY',
    ],
  ]
  for (const [name, holder, documents, more, fault] of cases)
    test(name, () => assert.equal(checkDocuments(holder, documents, { ...facts, ...more }), fault))
})

test('a picture of 300 × 200 is readable in either orientation', () => {
  assert.equal(isReadable({ width: 300, height: 200 }), true)
  assert.equal(isReadable({ width: 200, height: 300 }), true)
  assert.equal(isReadable({ width: 299, height: 299 }), false)
  assert.equal(isReadable({ width: 3000, height: 199 }), false)
})

test('the identity of a document does not depend on the user, but on its type and country', () => {
  const same = documentIdentity('individual', { ...card, firstName: 'Sam' })
  assert.deepEqual(same, documentIdentity('individual', card))
  for (const other of [{ country: 'US' }, { documentType: 'driving_licence' }, { documentNumber: 'SIM1' }])
    assert.notDeepEqual(documentIdentity('individual', { ...card, ...other }), same)
  assert.deepEqual(documentIdentity('company', company), ['company', 'SIMLICENCE1'])
})

test('only the end of a number is shown', () => assert.equal(maskedDocument('SIM1234567'), '•••• 4567'))
