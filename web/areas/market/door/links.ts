import { code as codeField } from '@mex/contract/market/fields.ts'
import { markets, sources, type Market, type Source } from '@mex/core/market/instrument.ts'
import { sideNumbers, type Side } from '@mex/core/trading/orders.ts'
import * as z from 'zod/mini'

import { hrefOf } from '#data/links.ts'
import type { RouteName } from '#data/routes.ts'

type Named = {
  readonly name: string
  readonly code: string
  readonly source: Source
  readonly market: Market
  /** False if the instrument cannot be shorted; undefined if the row does not have the field. */
  readonly shortable?: boolean
}

/** The pages that show one instrument and read name, code, source and market. */
export type QuoteRoute = Extract<
  RouteName,
  'stockQuote' | 'futureQuote' | 'forexQuote' | 'indexQuote' | 'hongKongQuote' | 'cryptoQuote'
>

type QuoteParameters = Pick<Named, 'name' | 'code' | 'source' | 'market'>

/** The quote page of each market; the page of a bond reads no market. */
const quoteRoutes: Readonly<Record<Exclude<Market, 'BOND'>, QuoteRoute>> = {
  US: 'stockQuote',
  HK: 'hongKongQuote',
  MX: 'stockQuote',
  FUT: 'futureQuote',
  FX: 'forexQuote',
  GLOBAL: 'indexQuote',
  CRYPTO: 'cryptoQuote',
}

/** The order form of each product; undefined for products without orders. The form of a bond reads no side. */
const formRoutes = {
  [sources.stock]: 'stockOrder',
  [sources.hongKongStock]: 'stockOrder',
  [sources.future]: 'futureOrder',
  [sources.forex]: 'forexOrder',
  [sources.blockTrade]: 'stockOrder',
  [sources.newStock]: 'newStockSubscription',
  [sources.auctionStock]: 'stockOrder',
  [sources.placingStock]: 'stockOrder',
  [sources.globalIndex]: undefined,
  [sources.robotCrypto]: undefined,
} as const satisfies Readonly<Record<Exclude<Source, typeof sources.bonds>, RouteName | undefined>>

/** Code and market of URL parameters; missing and invalid values are undefined. */
export function instrumentOfSearch(search: Readonly<Record<string, string | undefined>>): {
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
export function quoteHrefOf(listing: Named): string {
  const { name, code, source, market } = listing
  if (market === 'BOND') return hrefOf('buyBond', { name, code, source })
  return hrefOf(quoteRoutes[market], { name, code, source, market })
}

/** The page that shows an instrument and its parameters, to replace the page in view with it. */
export function quotePageOf({ name, code, source, market }: Named): readonly [QuoteRoute, QuoteParameters] | undefined {
  return market === 'BOND' ? undefined : [quoteRoutes[market], { name, code, source, market }]
}

/** The order form of a product; undefined for products without orders and for bonds. */
export const orderFormOf = (source: Source): RouteName | undefined =>
  source === sources.bonds ? undefined : formRoutes[source]

/** The link to the order form; undefined for products without orders, and for the sell side of unshortable instruments. */
export function orderFormHrefOf({ name, code, source, market, shortable }: Named, side: Side): string | undefined {
  if (side === 'sell' && shortable === false) return undefined
  if (source === sources.bonds) return hrefOf('buyBond', { name, code, source })
  const route = formRoutes[source]
  if (route === undefined) return undefined
  return hrefOf(route, { name, code, source, market, direction: sideNumbers[side] })
}
