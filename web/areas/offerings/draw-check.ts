import type { Draw } from '@mex/contract/offerings/shapes.ts'
import { bookText, keyMessage, ticketClassOf, type Keyed } from '@mex/core/offerings/ballot.ts'
import { basisByClass, basisOf, drawApplication, rankBook, type DrawnApplication } from '@mex/core/offerings/draw.ts'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Recomputes a draw on this device, with the code that the server draws with. The hashes are those of a library, because
 * browsers have none on pages that come over plain HTTP.
 */

const keyedBy = (key: string): Keyed => {
  const bytes = hexToBytes(key)
  return (message) => bytesToHex(hmac(sha256, bytes, utf8ToBytes(message)))
}

/** What came of the check of a result. */
export type CheckedDraw = {
  readonly seedMatches: boolean
  readonly bookMatches: boolean
  readonly keyMatches: boolean
  /** The application, drawn again; undefined when no application was given. */
  readonly own: DrawnApplication | undefined
}

export type MadeDraw = Draw & { readonly seed: string; readonly beacon: string; readonly key: string }

/** Whether the draw has been made, so that it can be checked. */
export const isMade = (draw: Draw): draw is MadeDraw =>
  draw.seed !== undefined && draw.beacon !== undefined && draw.key !== undefined

/** Checks a draw in steps, and draws one application again: `lots` of the application with this number. */
export function* checkDraw(
  draw: MadeDraw,
  offer: number,
  application: { readonly id: number; readonly lots: number } | undefined,
): Generator<void, CheckedDraw> {
  const { seed, commitment, beacon, key, book, bookHash } = draw
  const message = keyMessage({ bookHash, offer, beacon })
  const keyed = keyedBy(key)
  const ranked = application === undefined ? undefined : yield* rankBook(draw, book, keyed)
  yield
  return {
    seedMatches: bytesToHex(sha256(hexToBytes(seed))) === commitment,
    bookMatches: bytesToHex(sha256(utf8ToBytes(bookText(book)))) === bookHash,
    keyMatches: keyedBy(seed)(message) === key,
    own:
      application === undefined || ranked === undefined
        ? undefined
        : drawApplication(ranked, { id: `p${application.id}`, lots: application.lots }, keyed),
  }
}

/** In steps, the part of the applications of each class that get a lot in a sample draw: its key is the public hash of the book. */
export function* sampleChances(draw: Draw): Generator<void, ReadonlyMap<number, number>> {
  const ranked = yield* rankBook(draw, draw.book, keyedBy(draw.bookHash))
  yield
  const basis = basisOf(ranked)
  return new Map(
    basisByClass(basis).map(({ lots, served, applications }) => [ticketClassOf(lots), served / applications]),
  )
}
