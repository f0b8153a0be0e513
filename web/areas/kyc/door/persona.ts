import type { IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'

/** Draws a random integer from 0 to `below` (exclusive). */
export type Draw = (below: number) => number

const firstNames = ['Paula', 'Sam', 'Alex', 'Robin', 'Kim', 'Noa', 'Jo', 'Charlie', 'Andrea', 'Luca'] as const
/** Fictitious names. */
const lastNames = ['Practice', 'Sample', 'Example', 'Specimen', 'Trial', 'Placeholder'] as const
const countries = ['MX', 'US', 'HK'] as const
const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const oneOf = <Item>(items: readonly Item[], draw: Draw): Item | undefined => items[draw(items.length)]

/** A document number that no authority issues (rulebook §6.2). */
export const drawNumber = (draw: Draw): string =>
  `SIM${Array.from({ length: 9 }, () => letters[draw(letters.length)]).join('')}`

/** Eleven digits with a wrong check digit, which cannot be a real account. */
export function drawAccount(draw: Draw, isPractice: (number: string) => boolean): string {
  for (;;) {
    const number = Array.from({ length: 11 }, () => String(draw(10))).join('')
    if (isPractice(number)) return number
  }
}

/** A fictitious person, so that users do not enter real data. */
export const drawPersona = (draw: Draw): IdentityDocuments => ({
  firstName: oneOf(firstNames, draw) ?? 'Paula',
  lastName: oneOf(lastNames, draw) ?? 'Practice',
  country: oneOf(countries, draw) ?? 'MX',
  documentType: 'identity_card',
  documentNumber: drawNumber(draw),
})

/** A fictitious company. */
export const drawCompany = (draw: Draw, isPractice: (number: string) => boolean): IdentityDocuments => ({
  enterpriseName: `${oneOf(lastNames, draw) ?? 'Example'} Trading (Practice)`,
  enterpriseAddress: `${1 + draw(99)} Example Street`,
  placeOfRegistration: 'Example City',
  licenseNumber: drawNumber(draw),
  corporateAccountNumber: drawAccount(draw, isPractice),
  officerCertificateType: 'passport',
  officerCertificateNumber: drawNumber(draw),
  officerPhone: `+52 55 0000 ${String(draw(10_000)).padStart(4, '0')}`,
})

/** Math.random is enough: the numbers need not be secret, only different between users. */
export const deviceDraw: Draw = (below) => Math.floor(Math.random() * below)
