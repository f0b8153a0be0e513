import { isSimulatedAddress } from './coin-addresses.ts'
import type { Network } from './review.ts'
import type { Coin } from './coins.ts'
import { refusal, type Refusal } from '#refusal.ts'

/** Maximum of cards of one kind per user (rulebook §12, `card.maxPerType`). */
export const cardsPerKindMax = 5

/** Where money can be paid out to: fields of rulebook §12 by their program names. Images are paths of uploads. */
export type BankDetails = {
  readonly kind: 'bank'
  readonly bankName: string
  readonly accountName: string
  readonly cardNumber: string
  readonly swiftCode: string | undefined
  readonly branchCode: string | undefined
  readonly cardholderName: string
  readonly account: string | undefined
  readonly region: string
  readonly city: string
  readonly postalCode: string | undefined
  readonly bankAddress: string | undefined
  readonly personalAddress: string | undefined
  readonly routingNumber: string | undefined
  readonly frontImage: string | undefined
  readonly backImage: string | undefined
}
export type CoinDetails = {
  readonly kind: 'coin'
  readonly coin: Coin
  readonly network: Network
  readonly address: string
}
export type CardDetails = BankDetails | CoinDetails

export type Card = {
  readonly id: number
  readonly user: number
  readonly details: CardDetails
  readonly createdAt: number
  /** When its details were last changed, or it was made. */
  readonly changedAt: number
}

/** Numbers that the card networks publish for tests (rulebook §12, `card.testNumbers`): they pass Luhn and pay nobody. */
const testNumbers: ReadonlySet<string> = new Set([
  '4111111111111111',
  '4242424242424242',
  '4012888888881881',
  '4222222222222',
  '4000056655665556',
  '5555555555554444',
  '5105105105105100',
  '5200828282828210',
  '2223003122003222',
  '378282246310005',
  '371449635398431',
  '378734493671000',
  '6011111111111117',
  '6011000990139424',
  '30569309025904',
  '38520000023237',
  '3056930009020004',
  '3530111333300000',
  '3566002020360505',
  '6200000000000005',
])

/** The check digit that every real card number has. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, letter] of digits.split('').toReversed().entries()) {
    const digit = Number(letter)
    const twice = index % 2 === 0 ? digit : digit * 2
    sum += twice > 9 ? twice - 9 : twice
  }
  return sum % 10 === 0
}

/** Card and account numbers: 8 to 19 digits that are recognisably not real (rulebook §0.1 P8, §12). */
export const isPracticeNumber = (text: string): boolean =>
  /^\d{8,19}$/.test(text) && (!passesLuhn(text) || testNumbers.has(text))

export const swiftPattern = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/
export const routingPattern = /^\d{9}$/

/** The last four digits, as which a number is shown. */
export const maskedNumber = (number: string): string => `•••• ${number.slice(-4)}`

/** Refuses card details that a user may not save (rulebook §12): address_invalid, card_number_real. */
function faultOf(details: CardDetails): Refusal | undefined {
  if (details.kind === 'coin') {
    const { network, address } = details
    if (isSimulatedAddress(address)) return undefined
    return refusal('address_invalid', { field: 'address', values: { network } })
  }
  const { cardNumber, account } = details
  if (!isPracticeNumber(cardNumber)) return refusal('card_number_real', { field: 'cardNumber' })
  if (account !== undefined && !isPracticeNumber(account)) return refusal('card_number_real', { field: 'account' })
  return undefined
}

export type CardCommand = {
  readonly id: number
  readonly user: number
  readonly details: CardDetails
  readonly at: number
}

/** Decides a new card. Refuses: too_many_cards, address_invalid, card_number_real. */
export function decideNewCard(command: CardCommand, own: readonly Card[]): Card | Refusal {
  const { id, user, details, at } = command
  const fault = faultOf(details)
  if (fault !== undefined) return fault
  if (own.filter((card) => card.details.kind === details.kind).length >= cardsPerKindMax)
    return refusal('too_many_cards', { values: { n: String(cardsPerKindMax) } })
  return { id, user, details, createdAt: at, changedAt: at }
}

/**
 * A request to change a card: all details, but numbers that are shown masked may be omitted. The kind of a card
 * never changes.
 */
export type CardChange = CoinDetails | (Omit<BankDetails, 'cardNumber'> & { readonly cardNumber: string | undefined })

/**
 * Decides a change of a card. Refuses: invalid_parameter for another kind of card, card_in_use while a withdrawal to
 * it is pending, address_invalid, card_number_real.
 */
export function decideCardChange(card: Card, asked: CardChange, at: number, isInUse: boolean): Card | Refusal {
  if (card.details.kind !== asked.kind) return refusal('invalid_parameter', { field: 'type' })
  const details = changedDetails(card.details, asked)
  const fault = faultOf(details)
  if (fault !== undefined) return fault
  if (isInUse) return refusal('card_in_use')
  return { ...card, details, changedAt: at }
}

function changedDetails(now: CardDetails, asked: CardChange): CardDetails {
  if (asked.kind === 'coin' || now.kind === 'coin') return asked as CardDetails
  return { ...asked, cardNumber: asked.cardNumber ?? now.cardNumber, account: asked.account ?? now.account }
}

/** Decides whether a card may be deleted. Refuses: card_in_use. */
export const decideCardRemoval = (isInUse: boolean): Refusal | undefined =>
  isInUse ? refusal('card_in_use') : undefined

/** An example card to fill a form with: its number is one that a network publishes for tests. */
export const practiceCard: BankDetails = {
  kind: 'bank',
  bankName: 'Practice Bank',
  accountName: 'Practice Account',
  cardNumber: '4111111111111111',
  swiftCode: 'PRACMXMM',
  branchCode: undefined,
  cardholderName: 'PRACTICE TRADER',
  account: undefined,
  region: 'CDMX',
  city: 'Mexico City',
  postalCode: '00000',
  bankAddress: undefined,
  personalAddress: undefined,
  routingNumber: undefined,
  frontImage: undefined,
  backImage: undefined,
}
