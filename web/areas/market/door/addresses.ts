import { code as codeField } from '@mex/contract/market/fields.ts'
import { markets, sources, type Classification, type Market, type Source } from '@mex/core/market/instrument.ts'
import { sideNumbers, type Side } from '@mex/core/trading/orders.ts'
import * as z from 'zod/mini'

import { addressOf } from '#data/addresses.ts'
import type { RouteName } from '#data/routes.ts'

type Named = {
  readonly name: string
  readonly code: string
  readonly source: Source
  readonly market: Market
  readonly classify: Classification
  /** False where a short is refused; unknown in rows that do not say. */
  readonly shortable?: boolean
}

/** The pages that show one instrument and read name, code, source and market. */
export type QuoteRoute = Extract<
  RouteName,
  'stockQuote' | 'futureQuote' | 'forexQuote' | 'indexQuote' | 'hongKongQuote' | 'cryptoQuote'
>

/** Which page shows the quote of a product. */
export function quoteRouteOf({ source, classify }: Pick<Named, 'source' | 'classify'>): QuoteRoute {
  if (source === sources.future) return 'futureQuote'
  if (source === sources.forex) return 'forexQuote'
  if (source === sources.globalIndex) return 'indexQuote'
  if (source === sources.hongKongStock || classify === 'HK') return 'hongKongQuote'
  if (source === sources.robotCrypto) return 'cryptoQuote'
  return 'stockQuote'
}

/** The instrument that an address asks for; what it does not say, or says in no form that exists, is undefined. */
export function askedOf(search: Readonly<Record<string, string | undefined>>): {
  readonly code: string | undefined
  readonly market: Market | undefined
} {
  const { code, market: said } = search
  return {
    code: z.safeParse(codeField, code).success ? code : undefined,
    market: markets.find((market) => market === said),
  }
}

/** The link to an instrument's quote. */
export function quoteAddressOf(listing: Named): string {
  const { name, code, source, market } = listing
  if (source === sources.bonds) return addressOf('buyBond', { name, code, source })
  return addressOf(quoteRouteOf(listing), { name, code, source, market })
}

/** The link to the order form of an instrument; undefined for what is only quoted, and to sell what cannot be shorted. */
export function formAddressOf({ name, code, source, market, shortable }: Named, side: Side): string | undefined {
  if (side === 'sell' && shortable === false) return undefined
  const given = { name, code, source, market, direction: sideNumbers[side] }
  switch (source) {
    case sources.future:
      return addressOf('futureOrder', given)
    case sources.forex:
      return addressOf('forexOrder', given)
    case sources.newStock:
      return addressOf('newStockSubscription', given)
    case sources.bonds:
      return addressOf('buyBond', { name, code, source })
    case sources.globalIndex:
    case sources.robotCrypto:
      return undefined
    case sources.stock:
    case sources.hongKongStock:
    case sources.blockTrade:
    case sources.auctionStock:
    case sources.placingStock:
      return addressOf('stockOrder', given)
  }
}
