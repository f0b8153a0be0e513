import type { Duplex } from 'node:stream'
import type { Envelope } from './envelope.ts'
import type { ProtectiveHeaders } from './protective-headers.ts'

const reasons = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
} as const

/** Time for the client to read the answer before its connection is destroyed. */
const closeMilliseconds = 1000

/**
 * Answers on a raw connection and ends it: for an unreadable request and for a refused socket upgrade. Fastify does not
 * handle these, so the headers are written here.
 */
export function answerRaw(
  socket: Duplex,
  status: keyof typeof reasons,
  envelope: Envelope,
  headers: ProtectiveHeaders,
): void {
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
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${lines.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), closeMilliseconds).unref()
}
