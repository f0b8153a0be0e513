import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Chance } from './chance.ts'

/**
 * Seals what people hand in under a key that is not in the database (AES-256-GCM). What is sealed is bound to its
 * place: under another label it does not open.
 */
export type Seals = {
  seal(content: Uint8Array, label: string): Buffer
  /** Throws when it was changed, or sealed under another key or label. */
  open(sealed: Uint8Array, label: string): Buffer
  /** Says the same for the same content, and nothing about it to whoever has no key. */
  digest(...content: readonly (Uint8Array | string)[]): Buffer
}

const nonceBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'

/** `purpose` gives every area keys of its own from the one secret. */
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
