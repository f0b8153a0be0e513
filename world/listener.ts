import { readFrame, type Frame, type FrameType } from '@mex/contract/frames.ts'
import { pushPath } from '@mex/contract/push.ts'

/** A push socket with all frames that it has received. */
export type Listener = AsyncDisposable & {
  readonly frames: readonly Frame[]
  /** Sends a message and waits for its answer; throws when the answer is an error or does not come in time. */
  tell(this: void, message: Message): Promise<void>
  /** The next frame of a type for which `holds` is true; rejects when none has come within `milliseconds`. */
  next<Type extends FrameType>(
    this: void,
    type: Type,
    holds?: (frame: Frame<Type>) => boolean,
    milliseconds?: number,
  ): Promise<Frame<Type>>
}

const timeoutMilliseconds = 5000

type Message = Readonly<Record<string, unknown>>

/** Opens the socket, signs in if there is a token, and subscribes to the channels. */
export async function openListener(
  url: string,
  token: string | undefined,
  channels: readonly string[],
): Promise<Listener> {
  const address = new URL(pushPath, url)
  address.protocol = 'ws:'
  const socket = new WebSocket(address)
  const frames: Frame[] = []
  const replies: Message[] = []
  const waiting = new Set<() => void>()
  /** Frames that `next` has returned. */
  const returned = new Set<Frame>()
  socket.addEventListener('message', ({ data }) => {
    const sent = JSON.parse(String(data)) as Message | readonly Message[]
    for (const message of Array.isArray(sent) ? (sent as readonly Message[]) : [sent as Message]) {
      const frame = readFrame(message)
      if (frame === undefined) replies.push(message)
      else frames.push(frame)
    }
    for (const check of waiting) check()
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`The push socket of ${url} did not open`)))
  })

  function until<Found>(what: string, find: () => Found | undefined, milliseconds: number): Promise<Found> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer)
        waiting.delete(check)
      }
      const check = (): void => {
        const found = find()
        if (found === undefined) return
        end()
        resolve(found)
      }
      const timer = setTimeout(() => {
        end()
        reject(new Error(`No ${what} came in time; received frames: ${frames.map(({ type }) => type).join(', ')}`))
      }, milliseconds)
      waiting.add(check)
      check()
    })
  }

  let asked = 0
  async function tell(message: Message): Promise<void> {
    asked += 1
    const cid = `message ${asked}`
    socket.send(JSON.stringify({ ...message, cid }))
    const reply = await until('answer', () => replies.find((one) => one['cid'] === cid), timeoutMilliseconds)
    if (reply['ok'] !== true)
      throw new Error(`${String(message['op'])}: ${String(reply['code'])} ${String(reply['msg'])}`)
  }

  if (token !== undefined) await tell({ op: 'auth', token })
  if (channels.length > 0) await tell({ op: 'sub', ch: channels })
  return {
    frames,
    tell,
    async next(type, holds = () => true, milliseconds = timeoutMilliseconds) {
      type Wanted = Frame<typeof type>
      const found = await until(
        `frame "${type}"`,
        () => frames.find((frame) => frame.type === type && !returned.has(frame) && holds(frame as Wanted)),
        milliseconds,
      )
      returned.add(found)
      return found as Wanted
    },
    [Symbol.asyncDispose]: async () => {
      if (socket.readyState === WebSocket.CLOSED) return
      const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()))
      socket.close()
      await closed
    },
  }
}
