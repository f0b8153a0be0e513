import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/**
 * Under which hosts the server answers. A page of evil.example whose name is made to lead to this machine (DNS
 * rebinding) has evil.example as its origin and sends `Host: evil.example`, so it looks like one of our own pages. The
 * list of allowed hosts is what stops it (decision 011). `X-Forwarded-Host` is never looked at.
 */
export type Hosts = {
  /** Whether a request asks for a host of ours. */
  serves(this: void, headers: IncomingHttpHeaders): boolean
  /** Whether a browser says that a page of another host sends this; programs send no origin. */
  isForeignPage(this: void, headers: IncomingHttpHeaders): boolean
  /** The host that the browser sees, with its port. */
  visible(this: void, headers: IncomingHttpHeaders): string
}

const hostPattern = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/

/** The host of a header without its port, in the one form that a name or address has; undefined when it is none. */
function hostName(header: string | undefined): string | undefined {
  const [, name] = hostPattern.exec(header?.toLowerCase() ?? '') ?? []
  // A browser writes an IPv6 address in its shortest form, and so does URL.
  return name === undefined ? undefined : URL.parse(`http://${name}`)?.hostname
}

const loopbackName = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** URL takes whatever ends in a number for an IPv4 address, and nothing else than an IPv6 address in brackets. */
const isAddress = (name: string): boolean => /^(?:\d+(?:\.\d+){3}|\[.+\])$/.test(name)
const inBrackets = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/**
 * Loopback names, `HOST` and `PUBLIC_HOST`. A server that listens on every address is also reached by each of them: then
 * any address is allowed, because only names can be made to lead somewhere else.
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

/** Exactly one `Host` (RFC 9112 §3.2): with two, a proxy and this server could each look at another one. */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count === 1
}

const loopbackPeer = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/
/** What proxies and tunnels add to what they pass on. */
const forwardingHeader =
  /^(?:forwarded|via|x-real-ip|x-forwarded-.*|x-original-.*|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*|fly-.*|fastly-.*|ngrok-.*)$/

/** Whether somebody at this machine asks, through nothing in between. */
export function isFromThisMachine({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const isLoopback = (name: string | undefined): boolean => name !== undefined && loopbackName.test(name)
  const { origin } = headers
  return (
    loopbackPeer.test(socket.remoteAddress ?? '') &&
    isLoopback(hostName(headers.host)) &&
    // A page of another name that comes here came through something.
    (origin === undefined || isLoopback(URL.parse(origin)?.hostname)) &&
    !Object.keys(headers).some((header) => forwardingHeader.test(header))
  )
}
