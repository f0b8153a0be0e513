import { connect, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { systemRandomness } from '#randomness.ts'
import type { CallOutcome } from '#call-outcome.ts'
import { openEncryption } from '#encryption.ts'
import { openHosts } from './hosts.ts'
import { defaultAllowances } from './limits.ts'
import { openMetrics } from './metrics.ts'
import { protectiveHeaders } from './protective-headers.ts'
import { openHttp, type HttpOptions } from './server.ts'

/** For tests of the HTTP layer: a server with test calls and no database, and raw bytes on a connection. */

const secret = Buffer.alloc(32, 4)

/** The HTTP layer alone, on a free port; the caller closes it. */
export async function openTestHttp(options: Partial<HttpOptions> & Pick<HttpOptions, 'calls'>) {
  const outcomes: CallOutcome[] = []
  const http = await openHttp({
    parts: {} as never,
    clock: { now: () => 0, wall: () => 0 },
    authenticate: () => Promise.resolve({ kind: 'anonymous' }),
    hosts: openHosts({ host: '127.0.0.1', publicHost: undefined }),
    headers: protectiveHeaders(undefined),
    doubleTap: () => false,
    keySecret: secret,
    answerEncryption: openEncryption(secret, 'answers', systemRandomness),
    traditional: (simplified) => simplified,
    metrics: openMetrics(),
    note: (what) => void outcomes.push(what),
    isStorageLow: () => false,
    open: () => true,
    allowances: defaultAllowances,
    logger: pino({ level: 'silent' }),
    webFolder: undefined,
    title: 'UBS MEX',
    openApi: { openapi: '3.1.0', info: { title: 'Calls', version: '1.0.0' }, paths: {} },
    trustProxy: undefined,
    requestId: () => 'request',
    imageOf: () => Promise.resolve(undefined),
    legalDocument: () => Promise.resolve(undefined),
    ready: () => Promise.resolve({}),
    ...options,
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  return { http, port, outcomes }
}

export type RawAnswer = {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** Everything received, possibly several answers. */
  readonly text: string
}

/** Sends bytes on a new connection and reads until it closes or is idle for `quietMilliseconds`. */
export function sendBytes(port: number, bytes: string | Buffer, quietMilliseconds = 1500): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => void socket.write(bytes))
    socket.setTimeout(quietMilliseconds, () => socket.destroy())
    socket.on('data', (piece) => (text += String(piece)))
    socket.on('error', () => undefined).on('close', () => resolve(readAnswer(text)))
  })
}

function readAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(': ')
    return [name.toLowerCase(), value.join(': ')] as const
  })
  return { status: Number(first.split(' ')[1] ?? 0), headers: new Map(headers), body: rest.join('\r\n\r\n'), text }
}
