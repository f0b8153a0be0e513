import { markets } from '@mex/core/market/instrument.ts'
import { phases } from '@mex/core/market/quote.ts'
import { transferStatusNumbers } from '@mex/core/wallet/transfer-status.ts'
import * as z from 'zod/mini'

import { auctionNews } from './auctions/shapes.ts'
import { holding } from './bonds/shapes.ts'
import { chatText } from './content/fields.ts'
import { follow } from './follow/shapes.ts'
import { deposit, withdrawal } from './funding/shapes.ts'
import { channelsMax, chatMessage, haltNews, quoteDelta } from './push.ts'
import { priceMode } from './market/shapes.ts'
import { application } from './offerings/shapes.ts'
import { order as quantifyOrder } from './quantify/shapes.ts'
import { robotOrder } from './robots/shapes.ts'
import { order, position } from './trading/shapes.ts'
import { walletBalance } from './wallet/shapes.ts'
import { coded, listOf, named, oneOf, shape, timestamp } from './wire.ts'

/** The messages of the push socket (specification, calls N): client messages, server replies and frames. */

const channels = z.array(z.string().check(z.maxLength(80))).check(z.minLength(1), z.maxLength(channelsMax))
/** The sender's mark of one message, which the reply repeats. */
const mark = z.optional(z.union([z.string().check(z.maxLength(64)), z.number()]))

/** Messages that a client may send. */
export const clientMessage = z.discriminatedUnion('op', [
  z.object({ op: z.literal('auth'), token: z.string().check(z.minLength(1), z.maxLength(200)), cid: mark }),
  z.object({ op: z.literal('sub'), ch: channels, cid: mark }),
  z.object({ op: z.literal('unsub'), ch: channels, cid: mark }),
  z.object({ op: z.literal('ping'), cid: mark }),
  z.object({
    op: z.literal('chat'),
    text: z.optional(chatText),
    image: z.optional(z.string().check(z.maxLength(100))),
    cid: mark,
  }),
])
export type ClientMessage = z.output<typeof clientMessage>

/** The reply to a client's message; `code` is 200, or the code that HTTP would have answered. */
export const serverReply = z.object({
  op: z.string(),
  ok: z.boolean(),
  code: z.number(),
  msg: z.string(),
  cid: mark,
})

const transferChange = shape({ id: z.number(), status: coded(transferStatusNumbers) })

/** What each type of frame carries. */
export const frameData = {
  quote: quoteDelta,
  list: listOf(quoteDelta),
  auction: auctionNews,
  order,
  position,
  wallet: walletBalance,
  transfer: transferChange,
  /** An application for a new issue. */
  sub: application,
  /** A holding of a bond. */
  bond: holding,
  /** Money in a quantitative product. */
  quant: quantifyOrder,
  /** An order that follows a campaign. */
  follow,
  /** A rental of a robot. */
  robot: robotOrder,
  deposit,
  withdrawal,
  message: z.object({ unread: z.number() }),
  chat: chatMessage,
  /** The first frame of the chat: the newest messages, oldest first. */
  chatHistory: listOf(chatMessage),
  /** Where the verification of the identity and the permission for block trades stand. */
  standing: z.object({ realStatus: oneOf([0, 1, 2, 3]), blockStatus: oneOf([0, 1, 2, 3]) }),
  disclosure: z.object({
    mode: priceMode,
    simulated: z.literal(true),
    predictable: z.boolean(),
  }),
  session: shape({ market: z.enum(markets), phase: named('session', z.enum(phases)) }),
  halt: haltNews,
  maintenance: shape({ from: named('startTimestamp', timestamp), to: named('endTimestamp', timestamp) }),
}
export type FrameType = keyof typeof frameData
export type FrameData<Type extends FrameType> = z.output<(typeof frameData)[Type]>

/** A message of a channel. `sequence` counts per channel and socket; a gap means that frames were dropped. */
export type Frame<Type extends FrameType = FrameType> = {
  [Each in Type]: {
    readonly channel: string
    readonly type: Each
    readonly sequence: number
    /** Epoch milliseconds; whole seconds survive the wire. */
    readonly at: number
    readonly data: FrameData<Each>
  }
}[Type]

const wireFrame = z.object({ ch: z.string(), type: z.string(), seq: z.number(), ts: timestamp, data: z.unknown() })
const isFrameType = (type: string): type is FrameType => Object.hasOwn(frameData, type)

/** The data of a frame in its wire form: encoded once for all sockets. */
export const writeFrameData = <Type extends FrameType>(type: Type, data: FrameData<Type>): unknown =>
  z.encode(frameData[type] as z.ZodMiniType, data)

/** A frame in its wire form, ready to be written as JSON. */
export const writeFrame = ({ channel, type, sequence, at, data }: Frame): unknown =>
  z.encode(wireFrame, { ch: channel, type, seq: sequence, ts: at, data: writeFrameData(type, data as never) })

/** Reads a frame; undefined when it is none that this version knows. */
export function readFrame(wire: unknown): Frame | undefined {
  const frame = z.safeDecode(wireFrame, wire as never)
  if (!frame.success || !isFrameType(frame.data.type)) return undefined
  const { ch, type, seq, ts } = frame.data
  const data = z.safeDecode(frameData[type] as z.ZodMiniType, frame.data.data)
  return data.success ? ({ channel: ch, type, sequence: seq, at: ts, data: data.data } as Frame) : undefined
}
