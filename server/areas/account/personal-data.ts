import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Chance } from '#chance.ts'

/** Keeps short texts of a person so that the database alone tells nothing. */
export type PersonalData = {
  /** Sealed for one place: what is kept for somebody else does not open here. */
  seal(text: string, place: string): Buffer
  open(sealed: Buffer, place: string): string
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** The key is drawn from a secret outside the database. */
export function openPersonalData(secret: Buffer, chance: Chance): PersonalData {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'personal data', 32))
  return {
    seal(text, place) {
      const nonce = chance.bytes(nonceBytes)
      const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
      return Buffer.concat([nonce, sealing.getAuthTag(), sealed])
    },
    open(sealed, place) {
      const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes))
      opening.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      return opening.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + opening.final('utf8')
    },
  }
}
