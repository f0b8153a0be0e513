import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { languages, type Language } from '@mex/contract/language.ts'
import { pushPath } from '@mex/contract/push.ts'
import { hasOneHost, openHosts, type Hosts } from '#http/hosts.ts'
import { openIsProxy } from '#http/proxies.ts'
import { networkOfAddress } from '#network.ts'
import type { PushLimits } from './limits.ts'

/** The network of a request, computed as for the rate limits and the log of calls. */
export type NetworkOf = (request: IncomingMessage) => string

export type AdmissionOptions = {
  readonly limits: PushLimits
  /** Needed behind a proxy; the default is the network of the peer. */
  readonly networkOf?: NetworkOf | undefined
  /** The allow-list of hosts; the default is loopback names. */
  readonly hosts?: Hosts | undefined
  /** False during shutdown or while the database is unavailable. */
  readonly isOpen: () => boolean
}

/** HTTP status of a refused upgrade. */
export type UpgradeRefusal = 400 | 403 | 404 | 421 | 429 | 503

/** Admission of sockets: decides on upgrade requests and counts open sockets. */
export type SocketAdmission = {
  /** Undefined if the request may open a socket. `makesRoom` says whether another one would give up its place. */
  refuses(request: IncomingMessage, makesRoom?: (network: string) => boolean): UpgradeRefusal | undefined
  networkOf(this: void, request: IncomingMessage): string
  /** Counts an opened socket. Returns the function to call when it has closed. */
  enter(request: IncomingMessage): () => void
  /** More sockets are open than there are places. */
  isOverfull(): boolean
}

const socketNetwork: NetworkOf = ({ socket }) => networkOfAddress(socket.remoteAddress ?? '')

/** Trusts `X-Forwarded-For` from these proxies only, with the library that Fastify uses for calls. */
export function openNetworkOf(trustProxy: string | undefined): NetworkOf {
  if (trustProxy === undefined) return socketNetwork
  const isProxy = openIsProxy(trustProxy)
  return (request) => networkOfAddress(proxyAddress(request, isProxy))
}

const ownHosts = openHosts({ host: '127.0.0.1', publicHost: undefined })

export function openAdmission({
  limits,
  networkOf = socketNetwork,
  hosts = ownHosts,
  isOpen,
}: AdmissionOptions): SocketAdmission {
  const networks = new Map<string, number>()
  let inside = 0
  return {
    networkOf,
    isOverfull: () => inside > limits.sockets,
    refuses(request, makesRoom = () => false) {
      if (!hasOneHost(request)) return 400
      if (!hosts.serves(request.headers)) return 421
      if (addressOf(request)?.pathname !== pushPath) return 404
      // Pages of other sites must not open sockets in our users' browsers. Other clients send no origin.
      if (hosts.isForeignPage(request.headers)) return 403
      if (!isOpen()) return 503
      const network = networkOf(request)
      if ((networks.get(network) ?? 0) >= limits.socketsPerNetwork) return 429
      return inside >= limits.sockets && !makesRoom(network) ? 503 : undefined
    },
    enter(request) {
      const network = networkOf(request)
      inside += 1
      networks.set(network, (networks.get(network) ?? 0) + 1)
      return () => {
        inside -= 1
        const left = (networks.get(network) ?? 1) - 1
        if (left === 0) networks.delete(network)
        else networks.set(network, left)
      }
    },
  }
}

function addressOf(request: IncomingMessage): URL | undefined {
  return URL.parse(request.url ?? '', 'http://localhost') ?? undefined
}

/** Browsers cannot send a `lang` header with a WebSocket, so the address has the language: `/push?lang=zh-CN`. */
export function languageOf(request: IncomingMessage): Language | undefined {
  const asked = addressOf(request)?.searchParams.get('lang')
  return languages.find((language) => language === asked)
}
