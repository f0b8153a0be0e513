import { blockReserve } from '@mex/core/blocks/block-cost.ts'
import {
  blockPrice,
  blockQuantityMin,
  buyableBlock,
  isOpenBlock,
  type BlockOffer,
} from '@mex/core/blocks/block-offer.ts'
import { isUnlockDue } from '@mex/core/blocks/unlock.ts'
import { sources, type Instrument } from '@mex/core/market/instrument.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { formatMoney, quantity, type Money, type Price } from '@mex/core/money/money.ts'
import { blockCommissionMinIn } from '@mex/core/trading/fees.ts'
import type { Order } from '@mex/core/trading/orders.ts'
import { type Position, unlockedPosition } from '@mex/core/trading/positions.ts'
import type { Feed } from '#feeds/feed.ts'
import { dollarRateIn } from '#areas/trading/block.ts'
import { blockMarket } from '#areas/trading/prices.ts'
import { attempt, instantText, type FillFinding } from './findings.ts'
import type { PauseIndex } from './pauses.ts'

/** The offer of an order, which was published when it was accepted. */
export const offerOfOrder = (feed: Feed, { block, acceptedAt }: Order): BlockOffer | undefined =>
  block === undefined ? undefined : feed.blockOffer(block.offer, acceptedAt)

/** What is wrong with the acceptance of a block, from public facts alone (rulebook §22). */
export function wrongBlockTerms(
  order: Order,
  feed: Feed,
  { currency }: Pick<Instrument, 'currency'>,
): readonly string[] {
  const { block, acceptedAt } = order
  if (block === undefined) return []
  const offer = offerOfOrder(feed, order)
  if (offer === undefined) return [`is for offer ${block.offer}, which was not published`]
  const found: string[] = []
  if (order.source !== sources.blockTrade) found.push('is not sold as a block')
  if (offer.instrument !== order.instrument) found.push(`is for the offer of ${offer.instrument}`)
  if (!isOpenBlock(offer, acceptedAt)) found.push('was accepted when its offer was not open')
  if (order.expiresAt !== offer.unlocksAt) found.push('does not end with the lock-up')
  const buyable = buyableBlock(offer, blockMarket(feed, acceptedAt).remaining(offer, acceptedAt), quantity(0n))
  if (order.quantity < blockQuantityMin || order.quantity > buyable || order.quantity % offer.lot !== 0n)
    found.push('has a quantity that the offer did not have')
  const dollarRate = dollarRateIn(feed, currency, acceptedAt)
  const commissionMin = dollarRate === undefined ? undefined : blockCommissionMinIn(dollarRate)
  if (commissionMin !== block.commissionMin)
    found.push(
      `pays at least ${formatMoney(block.commissionMin)}, should be ${commissionMin === undefined ? 'unknown' : formatMoney(commissionMin)}`,
    )
  return found
}

/** What a block reserved, by the quote of its acceptance; undefined where none is known. */
export function reserveOfBlock(order: Order, feed: Feed, instrument: Instrument): Money | undefined {
  const { conversionRate, feeDate, quantity: units, acceptedAt } = order
  const offer = offerOfOrder(feed, order)
  const quote = feed.quote(order.instrument, acceptedAt)
  const dollarRate = dollarRateIn(feed, instrument.currency, acceptedAt)
  if (offer === undefined || quote === undefined || dollarRate === undefined) return undefined
  const rates = { offer: offer.id, conversionRate, dollarRate, feeDate }
  return blockReserve(instrument, units, blockPrice(offer, instrument.ticks, quote.last), rates).reserve.total
}

/** The price of a block at a quote, or what is wrong. */
export function expectedBlockPrice(order: Order, quote: Quote, instrument: Instrument, feed: Feed): Price | string {
  const offer = offerOfOrder(feed, order)
  return offer === undefined ? 'the order is for no block' : blockPrice(offer, instrument.ticks, quote.last)
}

/**
 * A replayed position with the lock-up ended, where the stored one says so and the time has come: nothing else tells when the job
 * came to it.
 */
export const unlockedAsStored = (
  position: Position | undefined,
  stored: Position,
  until: number,
): Position | undefined =>
  position !== undefined && isUnlockDue(position, until) && stored.state !== 'LOCKED'
    ? unlockedPosition(position, until)
    : position

/** Shares of blocks that could not be sold in time, without a public gap that explains it. */
export function missedUnlocks(positions: readonly Position[], pauses: PauseIndex): readonly FillFinding[] {
  const findings: FillFinding[] = []
  for (const position of positions)
    attempt(findings, `position ${position.id}`, () => {
      if (!isUnlockDue(position, pauses.until)) return
      const due = position.expiresAt ?? Infinity
      if (pauses.until > pauses.latestRun(position.instrument, due))
        findings.push({ about: `position ${position.id}`, message: `is locked, its lock-up ended ${instantText(due)}` })
    })
  return findings
}

/** Users who bought more of an offer than one may (rulebook §19). */
export function boughtTooMuch(orders: readonly Order[], feed: Feed): readonly FillFinding[] {
  const byOffer = Map.groupBy(orders, ({ block }) => block?.offer ?? 0)
  byOffer.delete(0)
  return [...byOffer].flatMap(([id, own]) => {
    const offer = offerOfOrder(feed, own[0] as Order)
    const bought = quantity(own.reduce((sum, { filled }) => sum + filled, 0n))
    return offer !== undefined && bought > buyableBlock(offer, offer.total, quantity(0n))
      ? [{ about: `offer ${id}`, message: `user ${own[0]?.user} bought too much of it` }]
      : []
  })
}
