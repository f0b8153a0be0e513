// The declarations of this module name the types of this package (docs/decisions/025).
import * as z from 'zod/mini'

import { sources, type Instrument, type Source } from '@mex/core/market/instrument.ts'

import type { Call } from '#call.ts'
import { orderEntry } from './order-entry.ts'

/** The call that opens an order for a product (specification, calls P); undefined where none is built. */
export const openingCalls = {
  [sources.stock]: orderEntry.createStock,
  [sources.hongKongStock]: orderEntry.createHongKongStock,
  [sources.future]: orderEntry.createFuture,
  [sources.forex]: orderEntry.createForex,
  [sources.blockTrade]: undefined,
  [sources.newStock]: undefined,
  [sources.auctionStock]: orderEntry.createAuction,
  [sources.placingStock]: undefined,
  [sources.globalIndex]: undefined,
  [sources.robotCrypto]: undefined,
  [sources.bonds]: undefined,
} satisfies Readonly<Record<Source, Call<z.ZodMiniType> | undefined>>

const productTypes: Readonly<Record<Source, number>> = {
  [sources.stock]: 0,
  [sources.hongKongStock]: 1,
  [sources.forex]: 2,
  [sources.future]: 3,
  [sources.blockTrade]: 4,
  [sources.newStock]: 5,
  [sources.bonds]: 6,
  [sources.auctionStock]: 7,
  [sources.placingStock]: 8,
  [sources.globalIndex]: 99,
  [sources.robotCrypto]: 100,
}

/**
 * The number of a product's label (rulebook §1.2). US shares have a label of their own, and source 0 sells the shares of
 * Mexico too: those have the label of the shares of Hong Kong.
 */
export const productTypeOf = ({ source, market }: Pick<Instrument, 'source' | 'market'>): number =>
  source === sources.stock && market !== 'US' ? productTypes[sources.hongKongStock] : productTypes[source]
