import type { ShareMarket, TickBand } from '#market/instrument.ts'
import { tickDown } from '#market/ticks.ts'
import { divide, greatest, least } from '#money/decimal.ts'
import { price, quantity, quantityOf, type Price, type Quantity, type Rate } from '#money/money.ts'

/**
 * An offer of a block of shares below the price of the market (rulebook §22). It is published whole, opens at once and never
 * changes; how much is left follows a schedule that is fixed with it and shown as it happens.
 */
export type BlockOffer = {
  readonly id: number
  /** Key of the share. */
  readonly instrument: string
  readonly market: ShareMarket
  /** How far below the last price it is sold, as a share of it. */
  readonly discount: Rate
  readonly total: Quantity
  /** Of the share when it was published; it divides the least quantity. */
  readonly lot: Quantity
  /** Trading days from the end of the offer to the end of the lock-up. */
  readonly lockDays: number
  /** Epoch milliseconds: published and open, closed, and the end of the lock-up for everybody who bought. */
  readonly publishedAt: number
  readonly endsAt: number
  readonly unlocksAt: number
  /** SHA-256 of the schedule, hexadecimal (`scheduleText`). */
  readonly scheduleHash: string
}

/** A sale to the invented counterparties of an offer: what is left falls by it. */
export type BlockSale = { readonly at: number; readonly shares: Quantity }

/** The least quantity of a block (rulebook §22 `block.minQty`). */
export const blockQuantityMin = quantityOf('10000')
/** The counterparty confirms so long after the acceptance (`block.confirmSec`). */
export const confirmMilliseconds = 60_000
/** One user may get at most this part of an offer (rulebook §19 `offer.maxUserPct`). */
const userPartMax = 10n
const whole = 10n ** 12n

/** The most that one user may buy of an offer, in whole lots. */
export const blockQuantityMax = ({ total, lot }: Pick<BlockOffer, 'total' | 'lot'>): Quantity =>
  quantity(divide(total, userPartMax * lot, 'floor') * lot)

export const isOpenBlock = (
  { publishedAt, endsAt }: Pick<BlockOffer, 'publishedAt' | 'endsAt'>,
  now: number,
): boolean => publishedAt <= now && now < endsAt

/** Whether new shorts are refused in the share (rulebook §21): from the publication until the lock-up has ended. */
export const forbidsShorts = (
  { publishedAt, unlocksAt }: Pick<BlockOffer, 'publishedAt' | 'unlocksAt'>,
  now: number,
): boolean => publishedAt <= now && now < unlocksAt

/** The price of a block at a last price (rulebook §22): tickDn(last × (1 − discount)). */
export const blockPrice = (
  { discount }: Pick<BlockOffer, 'discount'>,
  ticks: readonly TickBand[],
  last: Price,
): Price => tickDown(ticks, price(divide(last * (whole - discount), whole, 'floor')))

/** What is left at an instant, by the sales that have happened by then. */
export const remainingAt = ({ total }: Pick<BlockOffer, 'total'>, sales: readonly BlockSale[], at: number): Quantity =>
  quantity(greatest(0n, total - sales.reduce((sum, sale) => (sale.at <= at ? sum + sale.shares : sum), 0n)))

/**
 * The most that a user may still buy, who has bought so much of the offer already. The schedule leaves out what users buy, so
 * their own blocks count against what is left: several small ones never come to more than one that takes the rest.
 */
export const buyableBlock = (offer: BlockOffer, remaining: Quantity, bought: Quantity): Quantity =>
  quantity(greatest(0n, least(remaining, blockQuantityMax(offer)) - bought))

/**
 * The schedule as text, whose SHA-256 is published with the offer: the nonce, then a line for each sale with its epoch milliseconds
 * and its shares. Without the nonce somebody could try all likely schedules.
 */
export const scheduleText = (nonce: string, sales: readonly BlockSale[]): string =>
  [nonce, ...sales.map(({ at, shares }) => `${at}:${shares / 10n ** 8n}`)].map((line) => `${line}\n`).join('')

/** The public facts of offers that orders need, as of an instant. */
export type BlockMarket = {
  readonly offer: (id: number) => BlockOffer | undefined
  /** What was left of an offer at an instant that is not in the future. */
  readonly remaining: (offer: BlockOffer, at: number) => Quantity
}

/** Where nothing is sold in blocks: futures, and the market of a replay. */
export const noBlocks: BlockMarket = { offer: () => undefined, remaining: () => quantity(0n) }
