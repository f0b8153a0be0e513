import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { languages, type Language } from '@mex/contract/language.ts'
import { pushPath } from '@mex/contract/push.ts'
import { hasOneHost, openHosts, type Hosts } from '#http/hosts.ts'
import { openIsProxy } from '#http/proxies.ts'
import { networkOfAddress } from '#network.ts'
import type { PushLimits } from './limits.ts'

/** The network that a request comes from, as the limits and the log of calls count it too. */
export type NetworkOf = (request: IncomingMessage) => string

export type DoorOptions = {
  readonly limits: PushLimits
  /** Needed when proxies stand before us. */
  readonly networkOf?: NetworkOf | undefined
  /** Under which hosts sockets are opened; without it under those of this machine alone. */
  readonly hosts?: Hosts | undefined
  /** False while the process stops or its database is away. */
  readonly isOpen: () => boolean
}

/** Why a request is turned away, by its HTTP status. */
export type DoorAnswer = 400 | 403 | 404 | 421 | 429 | 503

/** Who may open a socket: counts them in and out. */
export type Door = {
  /** Undefined when the request may come in. */
  refuses(request: IncomingMessage): DoorAnswer | undefined
  networkOf(this: void, request: IncomingMessage): string
  /** Returns what must be called when the socket has closed. */
  enter(request: IncomingMessage): () => void
}

const socketNetwork: NetworkOf = ({ socket }) => networkOfAddress(socket.remoteAddress ?? '')

/** Takes the word of these proxies about who asks, and of nobody else: as Fastify does for calls, with the same library. */
export function openNetworkOf(trustProxy: string | undefined): NetworkOf {
  if (trustProxy === undefined) return socketNetwork
  const isProxy = openIsProxy(trustProxy)
  return (request) => networkOfAddress(proxyAddress(request, isProxy))
}

const ownHosts = openHosts({ host: '127.0.0.1', publicHost: undefined })

export function openDoor({ limits, networkOf = socketNetwork, hosts = ownHosts, isOpen }: DoorOptions): Door {
  const networks = new Map<string, number>()
  let inside = 0
  return {
    networkOf,
    refuses(request) {
      if (!hasOneHost(request)) return 400
      if (!hosts.serves(request.headers)) return 421
      if (addressOf(request)?.pathname !== pushPath) return 404
      // Pages of other sites may not listen with our visitors' browsers; programs send no origin.
      if (hosts.isForeignPage(request.headers)) return 403
      if (!isOpen() || inside >= limits.sockets) return 503
      if ((networks.get(networkOf(request)) ?? 0) >= limits.socketsPerNetwork) return 429
      return undefined
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

/** A socket cannot send a `lang` header from a browser, so the address says the language: `/push?lang=zh-CN`. */
export function languageOf(request: IncomingMessage): Language | undefined {
  const asked = addressOf(request)?.searchParams.get('lang')
  return languages.find((language) => language === asked)
}
