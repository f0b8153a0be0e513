import { randomUUID } from 'node:crypto'
import { openHttpConnection, requestText } from './http-connection.ts'
import type { MeasuredServer } from './measured-server.ts'

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

const atOnce = 16

/** Closes every position of these people. */
export async function closeEverything(server: MeasuredServer, tokens: readonly string[]): Promise<void> {
  const left = [...tokens]
  await Promise.all(Array.from({ length: atOnce }, () => closeAllOf(server, () => left.pop())))
}

async function closeAllOf({ port }: MeasuredServer, nextPerson: () => string | undefined): Promise<void> {
  const connection = await openHttpConnection(port)
  const ask = async <Data>(token: string, path: string, body: object): Promise<Data> => {
    const answer = await connection.send(requestText({ path, token, key: randomUUID(), body }))
    return (JSON.parse(answer.body) as { readonly data: Data }).data
  }
  for (let token = nextPerson(); token !== undefined; token = nextPerson())
    for (;;) {
      const { rows } = await ask<{ readonly rows: readonly { readonly id: number }[] }>(token, '/position/me', {
        pageNum: 1,
        pageSize: 50,
      })
      if (rows.length === 0) break
      await ask(token, '/position/flatSeveral', { ids: rows.map(({ id }) => id) })
      await wait(500)
    }
  connection.close()
}
