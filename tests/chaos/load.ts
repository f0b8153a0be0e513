import { calls } from '@mex/contract/calls.ts'
import type { Call } from '@mex/contract/call.ts'
import { refusalOfCode } from '@mex/contract/refusals.ts'
import { newKey, openPerson, type Person, type Reply } from '@mex/world/person.ts'
import { setTimeout as rest } from 'node:timers/promises'

/** One thing that somebody wanted, and what became of it as far as they were told. */
export type Wish = {
  readonly writer: number
  readonly call: Call
  readonly fields: Readonly<Record<string, unknown>>
  readonly key: string
  /** Undefined while nobody knows: no answer came, or one that settles nothing. */
  outcome:
    | { readonly kind: 'done'; readonly id: number }
    | { readonly kind: 'refused'; readonly code: number }
    | undefined
}

/** People who send orders and transfers one after the other, and remember what they were told. */
export type Load = {
  readonly wishes: readonly Wish[]
  readonly people: readonly Person[]
  /** Sends until `stop`; resolves when the last answer is in. */
  run(this: void): Promise<void>
  stop(this: void): void
  /** The same people in front of a server that was started again. */
  moveTo(this: void, url: string): void
  /** Sends everything whose outcome is unknown again, under its key, until it is known. */
  settle(this: void): Promise<void>
}

/** Answers after which the same key is sent again (specification, calls A). */
const passing = new Set(['too_many_requests', 'duplicate_request', 'unavailable', 'try_again'])
/** Within the allowance of 300 calls that move money per minute and person. */
const paceMilliseconds = 220
const settleSeconds = 30

function outcomeOf({ status, envelope }: Reply): Wish['outcome'] {
  if (status !== 200) return undefined
  if (envelope.code === 200) return { kind: 'done', id: (envelope.data as { readonly id: number }).id }
  const word = refusalOfCode(envelope.code)
  return word === undefined || passing.has(word) ? undefined : { kind: 'refused', code: envelope.code }
}

const stocks = ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'JPM']

function nextWish(writer: number, count: number): Wish {
  const key = newKey()
  if (count % 4 === 3) {
    const fields = { fromWalletType: 1, toWalletType: 8, amount: `${1 + (count % 7)}.25` }
    return { writer, call: calls.wallet.transfer, fields, key, outcome: undefined }
  }
  const stockCode = stocks[(writer + count) % stocks.length]
  const order = { stockCode, market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '1', leverage: 2 }
  return { writer, call: calls.trading.createStock, fields: order, key, outcome: undefined }
}

export async function openLoad(url: string, size: number): Promise<Load> {
  let people = await Promise.all(Array.from({ length: size }, () => openGuest(url)))
  const wishes: Wish[] = []
  let running = false

  async function send(wish: Wish): Promise<void> {
    const person = people[wish.writer]
    if (person === undefined) throw new Error('Nobody writes this')
    // No answer at all is the commonest unknown outcome of these tests.
    const reply = await person.askWire(wish.call, wish.fields, { key: wish.key }).catch(() => undefined)
    if (reply !== undefined) wish.outcome = outcomeOf(reply)
  }

  async function write(writer: number): Promise<void> {
    for (let count = 0; running; count += 1) {
      const wish = nextWish(writer, count)
      wishes.push(wish)
      await send(wish)
      await rest(paceMilliseconds)
    }
  }

  return {
    wishes,
    get people() {
      return people
    },
    async run() {
      running = true
      await Promise.all(people.map((_, writer) => write(writer)))
    },
    stop() {
      running = false
    },
    moveTo(other) {
      people = people.map(({ token }) => {
        const person = openPerson(other)
        person.token = token
        return person
      })
    },
    async settle() {
      const latest = performance.now() + settleSeconds * 1000
      const unknown = (): Wish[] => wishes.filter(({ outcome }) => outcome === undefined)
      while (unknown().length > 0) {
        if (performance.now() > latest) throw new Error(`${unknown().length} wishes have no outcome`)
        await Promise.all(unknown().map(send))
        await rest(100)
      }
    },
  }
}

async function openGuest(url: string): Promise<Person> {
  const person = openPerson(url)
  person.token = (await person.call(calls.account.guest, {})).token
  return person
}
