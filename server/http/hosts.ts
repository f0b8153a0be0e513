import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/**
 * The allow-list of hosts (decision 011). It stops DNS rebinding: a page of evil.example, whose name resolves to this
 * machine, has the origin evil.example and sends `Host: evil.example`, so the two match as they do for our own pages.
 * `X-Forwarded-Host` is ignored.
 */
export type Hosts = {
  /** Whether the `Host` header is on the allow-list. */
  serves(this: void, headers: IncomingHttpHeaders): boolean
  /** Whether the `Origin` header names another host. Clients other than browsers send none. */
  isForeignPage(this: void, headers: IncomingHttpHeaders): boolean
  /** The host in the browser's address bar, with its port. */
  visible(this: void, headers: IncomingHttpHeaders): string
}

const hostPattern = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/

/** The host of a header without its port, normalised; undefined if it is not a name or address. */
function hostName(header: string | undefined): string | undefined {
  const [, name] = hostPattern.exec(header?.toLowerCase() ?? '') ?? []
  // A browser writes an IPv6 address in its shortest form, and so does URL.
  return name === undefined ? undefined : URL.parse(`http://${name}`)?.hostname
}

const loopbackName = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** Enough for the output of `URL`: only an IPv4 address ends in a number, and only an IPv6 address is in brackets. */
const isAddress = (name: string): boolean => /^(?:\d+(?:\.\d+){3}|\[.+\])$/.test(name)
const inBrackets = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/**
 * Allows loopback names, `HOST` and `PUBLIC_HOST`. A server that listens on every address allows any address too, because
 * DNS rebinding needs a name.
 */
export function openHosts({
  host,
  publicHost,
}: {
  readonly host: string
  readonly publicHost: string | undefined
}): Hosts {
  const listening = hostName(inBrackets(host))
  const isEveryAddress = listening === '0.0.0.0' || listening === '[::]'
  const allowed = new Set([listening, hostName(publicHost)])
  return {
    serves({ host: given }) {
      const name = hostName(given)
      if (name === undefined) return false
      return loopbackName.test(name) || allowed.has(name) || (isEveryAddress && isAddress(name))
    },
    isForeignPage({ origin, host: given }) {
      if (origin === undefined) return false
      const from = URL.parse(origin)?.host
      return from === undefined || (from !== given?.toLowerCase() && from !== publicHost)
    },
    visible: ({ host: given }) => publicHost ?? given?.toLowerCase() ?? '',
  }
}

/** Exactly one `Host` (RFC 9112 §3.2): with two, a proxy and this server could use different ones. */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count === 1
}

const loopbackPeer = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/
/** Headers that proxies and tunnels add. */
const forwardingHeader =
  /^(?:forwarded|via|x-real-ip|x-forwarded-.*|x-original-.*|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*|fly-.*|fastly-.*|ngrok-.*)$/

/** Whether the client runs on this machine and connects without a proxy or tunnel. */
export function isFromThisMachine({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const isLoopback = (name: string | undefined): boolean => name !== undefined && loopbackName.test(name)
  const { origin } = headers
  return (
    loopbackPeer.test(socket.remoteAddress ?? '') &&
    isLoopback(hostName(headers.host)) &&
    // A page with another name reached this server through a proxy or tunnel.
    (origin === undefined || isLoopback(URL.parse(origin)?.hostname)) &&
    !Object.keys(headers).some((header) => forwardingHeader.test(header))
  )
}
