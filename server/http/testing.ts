import { connect, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { systemChance } from '#chance.ts'
import type { CallOutcome } from '#call-outcome.ts'
import { openSeals } from '#seals.ts'
import { openHosts } from './hosts.ts'
import { defaultAllowances } from './limits.ts'
import { openMetrics } from './metrics.ts'
import { protectiveHeaders } from './protective-headers.ts'
import { openHttp, type HttpOptions } from './server.ts'

/** What tests of the HTTP side share: a server with calls of their own and no database, and bytes sent to it by hand. */

const secret = Buffer.alloc(32, 4)

/** The HTTP side alone, on a free port; whoever opens it closes it. */
export async function openTestHttp(options: Partial<HttpOptions> & Pick<HttpOptions, 'calls'>) {
  const happened: CallOutcome[] = []
  const http = await openHttp({
    parts: {} as never,
    clock: { now: () => 0, wall: () => 0 },
    authenticate: () => Promise.resolve({ kind: 'nobody' }),
    hosts: openHosts({ host: '127.0.0.1', publicHost: undefined }),
    headers: protectiveHeaders(undefined),
    doubleTap: () => false,
    keySecret: secret,
    answerSeals: openSeals(secret, 'answers', systemChance),
    traditional: (simplified) => simplified,
    metrics: openMetrics(),
    note: (what) => void happened.push(what),
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
    paper: () => Promise.resolve(undefined),
    ready: () => Promise.resolve({}),
    ...options,
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  return { http, port, happened }
}

export type RawAnswer = {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** Everything that came, of however many answers. */
  readonly text: string
}

/** Sends bytes on a connection of their own and reads until it is closed, or until nothing comes any more. */
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
