import type { PublicPrice } from '@mex/contract/market/public-price.ts'

/** Beyond the lag of its exchange a price of a public source may be so old (`quote.maxAgeSec` of public quotes). */
const ageMillisecondsMax = 60_000

/** Whether the price of a public source is older than it should be while its exchange trades. */
export const isOldPrice = (
  { phase, quotedAt, delaySeconds }: Pick<PublicPrice, 'phase' | 'quotedAt' | 'delaySeconds'>,
  now: number | undefined,
): boolean =>
  (phase === 'regular' || phase === 'pre' || phase === 'post') &&
  now !== undefined &&
  now - quotedAt > delaySeconds * 1000 + ageMillisecondsMax
