import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Answer, Input } from '@mex/contract/call.ts'
import type { security } from '@mex/contract/account/security.ts'

type CreationOptions = Answer<typeof security.passkeyCreationOptions>['options']
type RequestOptions = Answer<typeof security.passkeyRequestOptions>['options']
type Created = Input<typeof security.addPasskey>['credential']
type Used = Input<typeof security.loginByPasskey>['credential']

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length)
  if (length < 256) return Buffer.of((major << 5) | 24, length)
  return Buffer.of((major << 5) | 25, length >> 8, length & 255)
}

/** The subset of CBOR (RFC 8949) that an authenticator writes. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as ReadonlyMap<number | string, Cbor>)]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)])])
}

const text = (bytes: Buffer): string => bytes.toString('base64url')
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

const present = 1
const verified = 4
const attested = 64

/** A P-256 public key in COSE format (RFC 9053). */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, x],
      [-3, y],
    ]),
  )

/** An attestation of format "none": it does not identify the manufacturer of the authenticator. */
const unattested = (authenticatorData: Buffer): Buffer =>
  cbor(
    new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authenticatorData],
    ]),
  )

export type AuthenticatorOptions = {
  /** The origin that the browser reports. */
  readonly origin?: string
  /** Whether the user was verified, by fingerprint or PIN. */
  readonly verifies?: boolean
}

/** A software authenticator with one passkey, and the browser around it (WebAuthn Level 3, §6 and §7). */
export function openAuthenticator({ origin = 'http://localhost:8080', verifies = true }: AuthenticatorOptions = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'))
  const credentialId = randomBytes(32)
  const flags = present | (verifies ? verified : 0)
  let counter = 0
  let handle = ''

  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function data(host: string, more: number, attestation = Buffer.alloc(0)): Buffer {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(host), Buffer.of(flags | more), count, attestation])
  }

  return {
    /** Creates the passkey. */
    create({ challenge, rp, user }: CreationOptions): Created {
      handle = user.id
      const attestation = Buffer.concat([Buffer.alloc(16), Buffer.of(0, credentialId.length), credentialId, key])
      const attestationObject = unattested(data(rp.id, attested, attestation))
      return {
        id: text(credentialId),
        rawId: text(credentialId),
        type: 'public-key',
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge)),
          attestationObject: text(attestationObject),
        },
      }
    },
    /** Signs a challenge with the passkey. */
    use({ challenge, rpId }: RequestOptions): Used {
      const client = clientData('webauthn.get', challenge)
      const authenticatorData = data(rpId, 0)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey)
      return {
        id: text(credentialId),
        rawId: text(credentialId),
        type: 'public-key',
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(authenticatorData),
          signature: text(signature),
          userHandle: handle,
        },
      }
    },
    /** Lowers the signature counter, as an older copy of the passkey would have it. */
    turnBack() {
      counter = 0
    },
  }
}
