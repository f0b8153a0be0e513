import type { Card } from '@mex/contract/funding/shapes.ts'
import { shortAddress } from '@mex/core/funding/short-address.ts'

/** The title of a card in one line: 'Practice Bank •••• 1111', 'SUSD sim1qqqq…7k2mab'. */
export const cardTitle = (card: Card): string =>
  card.kind === 'bank'
    ? `${card.bankName ?? ''} ${card.cardNumber ?? ''}`
    : `${card.coin ?? ''} ${shortAddress(card.address ?? '')}`
