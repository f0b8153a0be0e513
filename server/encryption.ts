import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Randomness } from './randomness.ts'

/**
 * Authenticated encryption (AES-256-GCM) of personal data under a key that is not in the database. `label` is the
 * associated data: it binds a ciphertext to its row.
 */
export type Encryption = {
  encrypt(content: Uint8Array, label: string): Buffer
  /** Throws if the ciphertext was changed, or encrypted under another key or label. */
  decrypt(encrypted: Uint8Array, label: string): Buffer
  /** Keyed hash (HMAC-SHA-256): equal for equal content, and reveals nothing without the key. */
  digest(...content: readonly (Uint8Array | string)[]): Buffer
}

const nonceBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'

/** `purpose` derives separate keys for every area from one secret. */
export function openEncryption(secret: Buffer, purpose: string, randomness: Randomness): Encryption {
  const key = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `${purpose} ${use}`, 32))
  // The label is part of the key of everything that is stored: it stays as it is.
  const encryptionKey = key('seal')
  const digestKey = key('digest')
  return {
    encrypt(content, label) {
      const nonce = randomness.bytes(nonceBytes)
      const cipher = createCipheriv(algorithm, encryptionKey, nonce, { authTagLength: tagBytes }).setAAD(
        Buffer.from(label),
      )
      const encrypted = Buffer.concat([cipher.update(content), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
    },
    decrypt(encrypted, label) {
      const nonce = encrypted.subarray(0, nonceBytes)
      const tag = encrypted.subarray(nonceBytes, nonceBytes + tagBytes)
      const decipher = createDecipheriv(algorithm, encryptionKey, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(label)).setAuthTag(tag)
      return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes + tagBytes)), decipher.final()])
    },
    digest(...content) {
      const hmac = createHmac('sha256', digestKey)
      for (const part of content) hmac.update(part).update('\0')
      return hmac.digest()
    },
  }
}
