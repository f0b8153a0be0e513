/** Fictitious persons, for forms in which users should not enter real data. */

/** A random number from 0 (inclusive) to 1 (exclusive). */
type Draw = () => number

const given = ['Sample', 'Paper', 'Practice', 'Demo', 'Fictional', 'Pretend', 'Example', 'Mock'] as const
const family = ['Investor', 'Trader', 'Saver', 'Learner', 'Bull', 'Bear', 'Broker', 'Student'] as const
const streets = ['Example Street', 'Practice Avenue', 'Sample Road', 'Demo Lane'] as const
/** States of the US, whose telephone numbers 555-0100 to 555-0199 are reserved for fiction. */
const states = ['California', 'Texas', 'Ohio', 'Oregon', 'Vermont'] as const

const pick = <Item>(items: readonly [Item, ...Item[]], draw: Draw): Item =>
  items[Math.floor(draw() * items.length)] ?? items[0]
const digits = (count: number, draw: Draw): string =>
  Array.from({ length: count }, () => Math.floor(draw() * 10)).join('')

/** A social security number of area 666, which was never issued (rulebook §4.4). */
export function drawSecurityNumber(draw: Draw): string {
  const group = String(1 + Math.floor(draw() * 99)).padStart(2, '0')
  const serial = String(1 + Math.floor(draw() * 9999)).padStart(4, '0')
  return `666-${group}-${serial}`
}

/** A telephone number reserved for fiction. */
const drawPhoneNumber = (draw: Draw): string => `+1 202 555 01${digits(2, draw)}`

export type Persona = {
  readonly username: string
  readonly streetAddress: string
  readonly additionalAddress: string
  readonly stateProvince: string
  readonly phoneNumber: string
  readonly country: string
  readonly socialSecurityNumber: string
}

/** A fictitious person with the field names of the form. */
export function drawPersona(draw: Draw): Persona {
  return {
    username: `${pick(given, draw)}-${pick(family, draw)}-${digits(4, draw)}`,
    streetAddress: `${1 + Math.floor(draw() * 999)} ${pick(streets, draw)}`,
    additionalAddress: `Floor ${1 + Math.floor(draw() * 20)}`,
    stateProvince: pick(states, draw),
    phoneNumber: drawPhoneNumber(draw),
    country: 'US',
    socialSecurityNumber: drawSecurityNumber(draw),
  }
}
