/** People who are clearly made up, for forms that nobody should fill with real details. */

/** From 0 up to 1, without 1. */
type Draw = () => number

const given = ['Sample', 'Paper', 'Practice', 'Demo', 'Fictional', 'Pretend', 'Example', 'Mock'] as const
const family = ['Investor', 'Trader', 'Saver', 'Learner', 'Bull', 'Bear', 'Broker', 'Student'] as const
const streets = ['Example Street', 'Practice Avenue', 'Sample Road', 'Demo Lane'] as const
/** States of the country of the fictitious telephone numbers (555-0100 to 555-0199). */
const states = ['California', 'Texas', 'Ohio', 'Oregon', 'Vermont'] as const

const pick = <Item>(items: readonly [Item, ...Item[]], draw: Draw): Item =>
  items[Math.floor(draw() * items.length)] ?? items[0]
const digits = (count: number, draw: Draw): string =>
  Array.from({ length: count }, () => Math.floor(draw() * 10)).join('')

/** A number of the area 666, which was never given out (rulebook §4.4). */
export function drawSecurityNumber(draw: Draw): string {
  const group = String(1 + Math.floor(draw() * 99)).padStart(2, '0')
  const serial = String(1 + Math.floor(draw() * 9999)).padStart(4, '0')
  return `666-${group}-${serial}`
}

/** A telephone number that is kept for fiction. */
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

/** A made-up person, in the names of the form's fields. */
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
