import { connect } from 'node:net'

export type HttpAnswer = { readonly status: number; readonly body: string }

/** One kept-alive connection, one request at a time. */
export type HttpConnection = {
  /** `request` is the whole text of an HTTP request. */
  send(request: string): Promise<HttpAnswer>
  close(): void
}

/**
 * A minimal HTTP client: it shares the machine's cores with the measured server, so it only reads the length and the
 * body of an answer. Bodies are decoded as Latin-1; the inspected parts are ASCII.
 */
export async function openHttpConnection(port: number): Promise<HttpConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  let received = ''
  let waiting: { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void } | undefined
  const failed = (error: Error): void => {
    waiting?.reject(error)
    waiting = undefined
  }
  socket.setEncoding('latin1')
  socket.on('error', failed)
  socket.on('close', () => failed(new Error('the server closed the connection')))
  socket.on('data', (chunk: string) => {
    received += chunk
    const bodyStart = received.indexOf('\r\n\r\n') + 4
    if (bodyStart === 3) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, bodyStart))?.[1])
    if (Number.isNaN(length)) return failed(new Error(`an answer without length: ${received.slice(0, 200)}`))
    if (received.length < bodyStart + length) return
    const answer = { status: Number(received.slice(9, 12)), body: received.slice(bodyStart, bodyStart + length) }
    received = received.slice(bodyStart + length)
    const { resolve } = waiting ?? {}
    waiting = undefined
    resolve?.(answer)
  })
  return {
    send(request) {
      if (socket.destroyed) return Promise.reject(new Error('the server closed the connection'))
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request, 'latin1')
      })
    },
    close: () => void socket.destroy(),
  }
}

export type HttpRequest = {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly token?: string | undefined
  readonly key?: string | undefined
  readonly body?: unknown
}

/** The text of a request; its body is ASCII. */
export function requestText({ method = 'POST', path, token, key, body }: HttpRequest): string {
  const content = method === 'GET' ? '' : JSON.stringify(body ?? {})
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token === undefined ? [] : [`authorization: ${token}`]),
    ...(key === undefined ? [] : [`idempotency-key: ${key}`]),
    ...(method === 'GET' ? [] : ['content-type: application/json', `content-length: ${content.length}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${content}`
}
