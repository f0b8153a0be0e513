import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Chance } from './chance.ts'

/**
 * Authenticated encryption (AES-256-GCM) of personal data under a key that is not in the database. `label` is the
 * associated data: it binds a ciphertext to its row.
 */
export type Seals = {
  seal(content: Uint8Array, label: string): Buffer
  /** Throws if the ciphertext was changed, or sealed under another key or label. */
  open(sealed: Uint8Array, label: string): Buffer
  /** Keyed hash (HMAC-SHA-256): equal for equal content, and reveals nothing without the key. */
  digest(...content: readonly (Uint8Array | string)[]): Buffer
}

const nonceBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'

/** `purpose` derives separate keys for every area from one secret. */
export function openSeals(secret: Buffer, purpose: string, chance: Chance): Seals {
  const key = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `${purpose} ${use}`, 32))
  const sealKey = key('seal')
  const digestKey = key('digest')
  return {
    seal(content, label) {
      const nonce = chance.bytes(nonceBytes)
      const cipher = createCipheriv(algorithm, sealKey, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(label))
      const sealed = Buffer.concat([cipher.update(content), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, label) {
      const nonce = sealed.subarray(0, nonceBytes)
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
      const opener = createDecipheriv(algorithm, sealKey, nonce, { authTagLength: tagBytes })
      opener.setAAD(Buffer.from(label)).setAuthTag(tag)
      return Buffer.concat([opener.update(sealed.subarray(nonceBytes + tagBytes)), opener.final()])
    },
    digest(...content) {
      const hmac = createHmac('sha256', digestKey)
      for (const part of content) hmac.update(part).update('\0')
      return hmac.digest()
    },
  }
}
