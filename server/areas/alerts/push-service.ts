import { createECDH, ECDH } from 'node:crypto'
import type { Device } from './store-devices.ts'

/**
 * The push services of browsers (RFC 8030). They get a message that only the browser can read (RFC 8291), and the mail
 * address of the operator (RFC 8292).
 */
export type PushService = {
  /** The key that a browser needs to accept messages of this server, in base64url. */
  readonly publicKey: string
  /** Whether messages may be sent to this address: only the makers of browsers are, so that nobody can aim the server elsewhere. */
  knows(endpoint: string): boolean
  /** Sends one message. Answers 'gone' for a browser that wants no more of them. Errors: no answer in ten seconds, or a refusal. */
  send(device: Pick<Device, 'endpoint' | 'publicKey' | 'secret'>, text: string): Promise<'sent' | 'gone'>
}

export type PushServiceOptions = {
  readonly secret: Buffer
  readonly contact: string
  /** Hosts of push services; other than the known ones only in tests. */
  readonly isKnownHost?: (url: URL) => boolean
}

const hosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
/** Windows gives every data centre a name of its own. */
const hostEndings = ['.notify.windows.com', '.push.apple.com']

const isKnownPushHost = ({ protocol, hostname, port, username, password }: URL): boolean =>
  protocol === 'https:' &&
  port === '' &&
  username === '' &&
  password === '' &&
  (hosts.includes(hostname) || hostEndings.some((ending) => hostname.endsWith(ending)))

/** Loaded with the first message: it brings forty modules. */
const library = () => import('web-push')

const curve = 'prime256v1'
const answerMilliseconds = 10_000
/** How long a service keeps a message for a phone that is off: a price of yesterday is no news. */
const keptSeconds = 3600
/** The service has deleted the address, or never had it. */
const goneStatuses = [404, 410]

export function openPushService({ secret, contact, isKnownHost = isKnownPushHost }: PushServiceOptions): PushService {
  const key = createECDH(curve)
  key.setPrivateKey(secret)
  const publicKey = key.getPublicKey('base64url')
  const vapidDetails = { subject: `mailto:${contact}`, publicKey, privateKey: secret.toString('base64url') }
  const knows = (endpoint: string): boolean => URL.canParse(endpoint) && isKnownHost(new URL(endpoint))
  return {
    publicKey,
    knows,
    async send(device, text) {
      if (!knows(device.endpoint)) return 'gone'
      const keys = { p256dh: device.publicKey, auth: device.secret }
      const { default: webPush } = await library()
      const { headers, body } = webPush.generateRequestDetails({ endpoint: device.endpoint, keys }, text, {
        vapidDetails,
        TTL: keptSeconds,
        urgency: 'high',
      })
      const response = await fetch(device.endpoint, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMilliseconds),
      })
      await response.body?.cancel()
      if (goneStatuses.includes(response.status)) return 'gone'
      if (response.ok) return 'sent'
      throw new Error(`the push service ${new URL(device.endpoint).host} answered ${response.status}`)
    },
  }
}

/** Whether this is a point of P-256, so that a message can be encrypted for it. */
export function isPublicKey(publicKey: string): boolean {
  try {
    ECDH.convertKey(publicKey, curve, 'base64url')
    return true
  } catch {
    return false
  }
}
