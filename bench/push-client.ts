import { connect, type Socket } from 'node:net'
import { pushPath } from '@mex/contract/push.ts'

/** A client that subscribes to channels and counts frames without parsing their content. */
export type PushClient = { readonly count: () => { readonly frames: number; readonly bytes: number }; close(): void }

const handshake = (port: number): string =>
  [
    `GET ${pushPath} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n')

/** A text frame of a client. The mask is zero, which the protocol allows and which does not change the text. */
function frameOf(text: string): Buffer {
  const data = Buffer.from(text)
  const head = Buffer.alloc(8)
  head[0] = 0x81
  head[1] = 0x80 | 126
  head.writeUInt16BE(data.length, 2)
  return Buffer.concat([head, data])
}

/** End of the frame that begins at `start`; undefined while its header is incomplete. */
function frameEnd(received: Buffer, start: number): number | undefined {
  if (received.length < start + 2) return undefined
  const short = (received[start + 1] ?? 0) & 0x7f
  if (short < 126) return start + 2 + short
  if (short === 127) throw new Error('a frame of more than 64 KB')
  return received.length < start + 4 ? undefined : start + 4 + received.readUInt16BE(start + 2)
}

function opened(socket: Socket, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => socket.write(handshake(port)))
    socket.once('data', (head: Buffer) => {
      if (head.toString('latin1').startsWith('HTTP/1.1 101')) resolve()
      else reject(new Error(head.toString('latin1')))
    })
  })
}

/** Opens a socket and sends the subscription. Resolves before its answer, which is counted as a frame. */
export async function openPushClient(port: number, channels: readonly string[]): Promise<PushClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await opened(socket, port)
  let frames = 0
  let bytes = 0
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    const received = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (
      let end = frameEnd(received, 0);
      end !== undefined && end <= received.length;
      end = frameEnd(received, start)
    ) {
      frames += 1
      start = end
    }
    rest = received.subarray(start)
  })
  socket.write(frameOf(JSON.stringify({ op: 'sub', ch: channels })))
  return { count: () => ({ frames, bytes }), close: () => void socket.destroy() }
}
