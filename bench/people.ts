import { randomUUID } from 'node:crypto'
import { present } from '@mex/core/assert.ts'
import { orderTypeNumbers, sideNumbers } from '@mex/core/trading/orders.ts'
import { openHttpConnection, requestText, type HttpConnection } from './http-connection.ts'
import type { MeasuredServer, Ticket } from './measured-server.ts'

const atOnce = 16

const triesMost = 20

/** A server that has just started on a busy machine asks to try again. */
async function openGuest(connection: HttpConnection): Promise<string> {
  const request = requestText({ path: '/guest', key: randomUUID() })
  for (let tries = 0; ; tries += 1) {
    const { body } = await connection.send(request)
    const { data } = JSON.parse(body) as { data: { token: string } | null }
    if (data !== null) return data.token
    if (tries === triesMost) throw new Error(`no guest was opened: ${body}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Opens guest accounts with the usual starting balance; returns their session tokens. */
export async function openPeople({ port }: MeasuredServer, count: number): Promise<readonly string[]> {
  const tokens: string[] = []
  let asked = 0
  async function openSome(): Promise<void> {
    const connection = await openHttpConnection(port)
    while (asked < count) {
      asked += 1
      tokens.push(await openGuest(connection))
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: atOnce }, openSome))
  return tokens
}

/** A limit order that no price reaches, or a market order that the next tick fills. */
export type OrderKind = 'resting' | 'market'

/** Generates requests for orders of one share each, by each user in turn, with a new idempotency key each. */
export async function orderRequests(
  server: MeasuredServer,
  tokens: readonly string[],
  kind: OrderKind,
): Promise<() => string> {
  const tickets = await server.ask<readonly Ticket[]>('tickets')
  let sent = 0
  return () => {
    sent += 1
    const { restingPrice, ...share } = present(tickets[sent % tickets.length], 'a share')
    const limit = kind === 'resting' ? restingPrice : undefined
    const orderType = orderTypeNumbers[kind === 'resting' ? 'limit' : 'market']
    return requestText({
      path: '/stock/create',
      token: present(tokens[sent % tokens.length], 'a person'),
      key: randomUUID(),
      body: { ...share, direction: sideNumbers.buy, quantity: '1', orderType, limitPrice: limit },
    })
  }
}
