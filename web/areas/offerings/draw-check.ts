import type { Draw } from '@mex/contract/offerings/shapes.ts'
import { bookText, keyMessage, ticketClassOf, type Keyed } from '@mex/core/offerings/ballot.ts'
import {
  basisByClass,
  basisOf,
  drawApplication,
  rankWholeBook,
  type DrawnApplication,
} from '@mex/core/offerings/draw.ts'
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

type Made = Draw & { readonly seed: string; readonly beacon: string; readonly key: string }

/** Whether the draw has been made, so that it can be checked. */
export const isMade = (draw: Draw): draw is Made =>
  draw.seed !== undefined && draw.beacon !== undefined && draw.key !== undefined

/** Checks a draw, and draws one application again: `lots` of the application with this number. */
export function checkDraw(
  draw: Made,
  offer: number,
  application: { readonly id: number; readonly lots: number } | undefined,
): CheckedDraw {
  const { seed, commitment, beacon, key, book, bookHash } = draw
  const message = keyMessage({ bookHash, offer, beacon })
  const keyed = keyedBy(key)
  return {
    seedMatches: bytesToHex(sha256(hexToBytes(seed))) === commitment,
    bookMatches: bytesToHex(sha256(utf8ToBytes(bookText(book)))) === bookHash,
    keyMatches: keyedBy(seed)(message) === key,
    own:
      application === undefined
        ? undefined
        : drawApplication(
            rankWholeBook(draw, book, keyed),
            { id: `p${application.id}`, lots: application.lots },
            keyed,
          ),
  }
}

/** The part of the applications of each class that get a lot in a sample draw: its key is the public hash of the book. */
export function sampleChances(draw: Draw): ReadonlyMap<number, number> {
  const basis = basisOf(rankWholeBook(draw, draw.book, keyedBy(draw.bookHash)))
  return new Map(
    basisByClass(basis).map(({ lots, served, applications }) => [ticketClassOf(lots), served / applications]),
  )
}
