import { isMarket, markets, type Market } from '@mex/core/market/instrument.ts'
import { phases } from '@mex/core/market/quote.ts'
import * as z from 'zod/mini'

import { code } from './market/fields.ts'
import { publicPrice } from './market/public-price.ts'
import { listOf, named, orNull, percent, price, quantity, shape, timestamp } from './wire.ts'

/** The push socket (specification, calls N): a hint that something changed; the client reads the data over HTTP. */
export const pushPath = '/push'
/** Seconds between heartbeats, and of silence after which a socket is closed. */
export const heartbeatSeconds = 25
export const silenceSecondsMax = 60
export const quoteChannelsMax = 100
export const channelsMax = 150

/** The channels that a socket can subscribe to. */
export type Channel =
  | { readonly kind: 'quote'; readonly market: Market; readonly code: string }
  | { readonly kind: 'list'; readonly name: string }
  | { readonly kind: 'auction'; readonly code: string }
  | { readonly kind: 'user' }
  | { readonly kind: 'chat' }
  | { readonly kind: 'system' }

export const quoteChannel = (market: Market, instrument: string): string => `quote.${market}.${instrument}`
export const auctionChannel = (instrument: string): string => `auction.${instrument}`
export const listChannel = (name: string): string => `list.${name}`
export const userChannel = 'user'
export const chatChannel = 'chat'
export const systemChannel = 'system'

const listName = /^[A-Za-z0-9_-]{1,40}$/
const isCode = (text: string): boolean => z.safeParse(code, text).data === text

/** Reads a channel's name; undefined when there is no such channel. Codes may have dots of their own. */
export function parseChannel(text: string): Channel | undefined {
  if (text === userChannel) return { kind: 'user' }
  if (text === chatChannel) return { kind: 'chat' }
  if (text === systemChannel) return { kind: 'system' }
  const [kind = '', first = '', ...rest] = text.split('.')
  if (kind === 'list') return rest.length === 0 && listName.test(first) ? { kind, name: first } : undefined
  if (kind === 'auction') {
    const named = [first, ...rest].join('.')
    return isCode(named) ? { kind, code: named } : undefined
  }
  if (kind !== 'quote' || !isMarket(first)) return undefined
  const named = rest.join('.')
  return isCode(named) ? { kind, market: first, code: named } : undefined
}

/** What changes in a quote from tick to tick: every figure of the day, so that none contradicts another. */
export const quoteDelta = shape({
  code: named('stock_code', z.string()),
  last: named('price_nominal', price),
  change: price,
  changeRatio: named('change_ratio', percent),
  open: orNull(price),
  high: orNull(price),
  low: orNull(price),
  previousClose: named('preClose', orNull(price)),
  volume: quantity,
  bid: orNull(price),
  ask: orNull(price),
  phase: named('session', z.enum(phases)),
  sinceClose: z.boolean(),
  quoteId: z.string(),
  publicPrice,
})
export type QuoteDelta = z.output<typeof quoteDelta>

/** A halt or its end, sent to every socket; no code means the whole market. */
export const haltNews = shape({
  market: z.enum(markets),
  code: named('stock_code', z.string()),
  halted: z.boolean(),
})
export type HaltNews = z.output<typeof haltNews>

/** A message of the chat: by the user, the assistant or an operator. */
export const chatMessage = shape({
  id: z.number(),
  from: z.enum(['user', 'bot', 'operator']),
  text: orNull(z.string()),
  /** The path of a picture that the user sent. */
  image: orNull(z.string()),
  /** Articles that an answer leads to. */
  articles: listOf(z.object({ id: z.number(), title: z.string() })),
  /** Pages that an answer leads to: the path and query of each. */
  links: listOf(z.object({ title: z.string(), page: z.string() })),
  /** Short replies that an answer offers; a tap sends one as a message. */
  choices: listOf(z.string()),
  createdAt: named('createTimestamp', timestamp),
})
export type ChatMessage = z.output<typeof chatMessage>
