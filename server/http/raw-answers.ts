import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Envelope } from './envelope.ts'
import type { ProtectiveHeaders } from './protective-headers.ts'

/** How long a peer may take to read such an answer before its connection is destroyed. */
const goodbyeMilliseconds = 1000

/**
 * Answers on a bare connection and ends it: for a request that cannot be read, and for a socket that is not opened. No
 * framework sees those answers, so their headers are written here.
 */
export function answerRaw(socket: Duplex, status: number, envelope: Envelope, headers: ProtectiveHeaders): void {
  socket.on('error', () => undefined)
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify(envelope)
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), goodbyeMilliseconds).unref()
}
