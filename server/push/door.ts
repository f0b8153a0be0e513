import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { languages, type Language } from '@mex/contract/language.ts'
import { pushPath } from '@mex/contract/push.ts'
import type { PushLimits } from './limits.ts'

/** The address that a request comes from, as the limits and the log of calls count it too. */
export type NetworkOf = (request: IncomingMessage) => string

export type DoorOptions = {
  readonly limits: PushLimits
  /** Needed when proxies stand before us. */
  readonly networkOf?: NetworkOf | undefined
  /** False while the process stops or its database is away. */
  readonly isOpen: () => boolean
}

/** The line of HTTP that turns a request away. */
export type DoorAnswer = '403 Forbidden' | '404 Not Found' | '429 Too Many Requests' | '503 Service Unavailable'

/** Who may open a socket: counts them in and out. */
export type Door = {
  /** Undefined when the request may come in. */
  refuses(request: IncomingMessage): DoorAnswer | undefined
  networkOf(this: void, request: IncomingMessage): string
  /** Returns what must be called when the socket has closed. */
  enter(request: IncomingMessage): () => void
}

const socketAddress: NetworkOf = ({ socket }) => socket.remoteAddress ?? ''

/** Takes the word of these proxies about who asks, and of nobody else: as Fastify does for calls, with the same library. */
export function openNetworkOf(trustProxy: string | undefined): NetworkOf {
  if (trustProxy === undefined) return socketAddress
  const isProxy = proxyAddress.compile(trustProxy.split(',').map((address) => address.trim()))
  return (request) => proxyAddress(request, isProxy)
}

export function openDoor({ limits, networkOf = socketAddress, isOpen }: DoorOptions): Door {
  const networks = new Map<string, number>()
  let inside = 0
  return {
    networkOf,
    refuses(request) {
      if (addressOf(request)?.pathname !== pushPath) return '404 Not Found'
      if (!isSameOrigin(request)) return '403 Forbidden'
      if (!isOpen() || inside >= limits.sockets) return '503 Service Unavailable'
      if ((networks.get(networkOf(request)) ?? 0) >= limits.socketsPerNetwork) return '429 Too Many Requests'
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

/** Pages of other sites may not listen with our visitors' browsers; programs send no origin. */
function isSameOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin === undefined || (host !== undefined && URL.parse(origin)?.host === host)
}

/** A socket cannot send a `lang` header from a browser, so the address says the language: `/push?lang=zh-CN`. */
export function languageOf(request: IncomingMessage): Language | undefined {
  const asked = addressOf(request)?.searchParams.get('lang')
  return languages.find((language) => language === asked)
}
