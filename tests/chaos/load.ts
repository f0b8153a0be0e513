import assert from 'node:assert/strict'
import { calls } from '@mex/contract/areas.ts'
import type { Call } from '@mex/contract/call.ts'
import { refusalOfCode } from '@mex/contract/refusals.ts'
import { newKey, openPerson, type Person, type Reply } from '@mex/world/person.ts'
import { setTimeout as rest } from 'node:timers/promises'
import { answered } from './waiting.ts'

/** One command of a user, and its outcome as far as the user knows. */
export type Command = {
  readonly writer: number
  readonly call: Call
  readonly fields: Readonly<Record<string, unknown>>
  readonly key: string
  /** Undefined while unknown: no answer arrived, or the answer asks for a retry. */
  outcome:
    | { readonly kind: 'done'; readonly id: number }
    | { readonly kind: 'refused'; readonly code: number }
    | undefined
  /** When it was sent, how long its last answer took, in milliseconds of the process, and the status of that. */
  answered?: { readonly sent: number; readonly took: number; readonly status: number }
}

/** Users who each send orders and transfers in sequence, and keep the answers. */
export type Load = {
  readonly commands: readonly Command[]
  readonly people: readonly Person[]
  /** Sends until `stop`; resolves when the last answer has arrived. */
  run(this: void): Promise<void>
  stop(this: void): void
  /** Sends one command, for the first time or again; returns the status of its answer, or undefined if none arrived. */
  send(this: void, command: Command): Promise<number | undefined>
  /** Points the same users at a restarted server, or at several, of which each command goes to the next one. */
  moveTo(this: void, ...urls: readonly string[]): void
  /** Retries every command with an unknown outcome under its idempotency key, until the outcome is known. */
  settle(this: void): Promise<void>
}

/** Refusals after which a client retries with the same key (specification, calls A). */
const retryable = new Set(['too_many_requests', 'duplicate_request', 'unavailable', 'try_again'])
/** Stays below the rate limit of 300 money calls per minute and user. */
const paceMilliseconds = 220
const settleSeconds = 30

function outcomeOf({ status, envelope }: Reply): Command['outcome'] {
  if (status !== 200) return undefined
  if (envelope.code === 200) return { kind: 'done', id: (envelope.data as { readonly id: number }).id }
  const word = refusalOfCode(envelope.code)
  return word === undefined || retryable.has(word) ? undefined : { kind: 'refused', code: envelope.code }
}

const stocks = ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'JPM']

export function nextCommand(writer: number, count: number): Command {
  const key = newKey()
  if (count % 4 === 3) {
    const fields = { fromWalletType: 1, toWalletType: 8, amount: `${1 + (count % 7)}.25` }
    return { writer, call: calls.wallet.transfer, fields, key, outcome: undefined }
  }
  const stockCode = stocks[(writer + count) % stocks.length]
  const order = { stockCode, market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '1', leverage: 2 }
  return { writer, call: calls.trading.createStock, fields: order, key, outcome: undefined }
}

/** The next command of a writer, who has sent some before; undefined when there is nothing to send. */
export type NextCommand = (writer: number, count: number, sent: readonly Command[]) => Command | undefined

export async function openLoad(url: string, size: number, next: NextCommand = nextCommand): Promise<Load> {
  const guests = await Promise.all(Array.from({ length: size }, () => openGuest(url)))
  /** The same people at each server. */
  let servers: readonly (readonly Person[])[] = [guests]
  const commands: Command[] = []
  let running = false
  let sent = 0

  async function send(command: Command): Promise<number | undefined> {
    sent += 1
    const person = servers[sent % servers.length]?.[command.writer]
    if (person === undefined) throw new Error(`The load has no writer ${command.writer}`)
    const begin = performance.now()
    // A killed server usually gives no answer at all.
    const reply = await person.askWire(command.call, command.fields, { key: command.key }).catch(() => undefined)
    if (reply === undefined) return undefined
    command.outcome = outcomeOf(reply)
    command.answered = { sent: begin, took: performance.now() - begin, status: reply.status }
    return reply.status
  }

  async function write(writer: number): Promise<void> {
    for (let count = 0; running; count += 1) {
      const command = next(writer, count, commands)
      if (command !== undefined) {
        commands.push(command)
        await send(command)
      }
      await rest(paceMilliseconds)
    }
  }

  return {
    commands,
    get people() {
      return servers[0] ?? []
    },
    async run() {
      running = true
      await Promise.all(guests.map((_, writer) => write(writer)))
    },
    stop() {
      running = false
    },
    send(command) {
      if (!commands.includes(command)) commands.push(command)
      return send(command)
    },
    moveTo(...urls) {
      assert(urls.length > 0, 'a load goes to a server')
      servers = urls.map((other) =>
        guests.map(({ token }) => {
          const person = openPerson(other)
          person.token = token
          return person
        }),
      )
    },
    async settle() {
      const latest = performance.now() + settleSeconds * 1000
      const unknown = (): Command[] => commands.filter(({ outcome }) => outcome === undefined)
      while (unknown().length > 0) {
        if (performance.now() > latest) throw new Error(`${unknown().length} commands have no outcome`)
        await Promise.all(unknown().map(send))
        await rest(100)
      }
    },
  }
}

async function openGuest(url: string): Promise<Person> {
  const person = openPerson(url)
  // A server that has just started, or whose database is busy, may ask to come again.
  person.token = (await answered(() => person.call(calls.account.guest, {}))).token
  return person
}
