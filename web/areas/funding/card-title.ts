import type { Card } from '@mex/contract/funding/shapes.ts'

/** 'sim1qq…7k2m': both ends of an address, which people compare. */
export const shortAddress = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`

/** The title of a card in one line: 'Practice Bank •••• 1111', 'SUSD sim1qqqq…7k2mab'. */
export const cardTitle = (card: Card): string =>
  card.kind === 'bank'
    ? `${card.bankName ?? ''} ${card.cardNumber ?? ''}`
    : `${card.coin ?? ''} ${shortAddress(card.address ?? '')}`
