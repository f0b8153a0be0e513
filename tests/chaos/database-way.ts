import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net'

/** The way from a server to its database, on which a test loses things. */
export type DatabaseWay = AsyncDisposable & {
  readonly port: number
  /** It leads to another server of the database from now on. */
  leadTo(this: void, port: number): void
  /** From now on nothing passes, and nobody is told: the machine at the end has lost its power, or a cable is out. */
  fallSilent(this: void): void
  /** Ends all connections: new ones are made. */
  cut(this: void): void
  /** The next commit is done, and its connection ends before the answer has come through. Resolves when that has happened. */
  loseCommit(this: void): Promise<void>
}

/** Finds the message that commits: it has the statement, or the name of the plan that an earlier message has given to it. */
function openCommitFinder(): (chunk: Buffer) => boolean {
  const plans = new Set<string>()
  return (chunk) => {
    const text = chunk.toString('latin1')
    for (const [, plan] of text.matchAll(/(\w+)\0commit\0/g)) if (plan !== undefined) plans.add(plan)
    // The settings of a new connection contain "committed".
    return text.includes('commit\0') || [...plans].some((plan) => text.includes(`\0${plan}\0`))
  }
}

export async function openDatabaseWay(first: number): Promise<DatabaseWay> {
  let to = first
  const isCommit = openCommitFinder()
  const sockets = new Set<Socket>()
  let isSilent = false
  let lost: (() => void) | undefined

  function join(client: Socket): void {
    if (isSilent) return
    const database = connectSocket(to, '127.0.0.1')
    let isLosing = false
    client.on('data', (chunk: Buffer) => {
      if (isSilent) return
      if (isCommit(chunk) && lost !== undefined) isLosing = true
      database.write(chunk)
    })
    database.on('data', (chunk: Buffer) => {
      if (isSilent) return
      if (!isLosing) return void client.write(chunk)
      lost?.()
      lost = undefined
      client.destroy()
    })
    client.on('close', () => isSilent || database.destroy())
    database.on('error', () => undefined).on('close', () => isSilent || client.destroy())
  }

  const way = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined).on('close', () => sockets.delete(client))
    join(client)
  })
  await new Promise<void>((done) => way.listen(0, '127.0.0.1', done))
  return {
    port: (way.address() as AddressInfo).port,
    leadTo(port) {
      to = port
      isSilent = false
    },
    fallSilent: () => void (isSilent = true),
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    loseCommit: () => new Promise((done) => (lost = done)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => way.close(done))
    },
  }
}
