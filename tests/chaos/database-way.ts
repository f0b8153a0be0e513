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
  /** Nothing passes until it is brought back, but nothing is lost either: what was sent meanwhile comes late, as over a network that was away. */
  hold(this: void): void
  bringBack(this: void): void
  /** Acts once, as soon as the next list of orders, or the next tick, has gone to the database: no answer has come back yet. */
  atNext(this: void, what: 'list' | 'tick', act: () => void): void
  /** The next commit is done, and its connection ends before the answer has come through. Resolves when that has happened. */
  loseCommit(this: void): Promise<void>
}

/** Finds the messages of a statement: they have its text, or the name of the plan that an earlier message has given to it. */
function openFinder(statement: string): (text: string) => boolean {
  const plans = new Set<string>()
  // Before the name stand the letter of the message and its length.
  const planned = new RegExp(`P[^]{4}(\\w+)\0${statement.replaceAll(/[$()]/g, String.raw`\$&`)}\0`, 'g')
  return (text) => {
    for (const [, plan] of text.matchAll(planned)) if (plan !== undefined) plans.add(plan)
    // The settings of a new connection contain "committed".
    return text.includes(`${statement}\0`) || [...plans].some((plan) => text.includes(`\0${plan}\0`))
  }
}

/** Both pass the gate between lists and ticks first. */
const openFinders = () => ({
  commit: openFinder('commit'),
  list: openFinder('select pg_advisory_xact_lock_shared($1)'),
  tick: openFinder('select pg_advisory_xact_lock($1)'),
})

export async function openDatabaseWay(first: number): Promise<DatabaseWay> {
  let to = first
  const finders = openFinders()
  const sockets = new Set<Socket>()
  /** The connections, each with its other half. */
  const pairs = new Map<Socket, Socket>()
  let isSilent = false
  let isHeld = false
  let lost: (() => void) | undefined
  let awaited: { readonly what: 'list' | 'tick'; readonly act: () => void } | undefined

  function join(client: Socket): void {
    if (isSilent) return
    const database = connectSocket(to, '127.0.0.1')
    pairs.set(client, database)
    let isLosing = false
    client.on('data', (chunk: Buffer) => {
      if (isSilent) return
      const text = chunk.toString('latin1')
      const found = { commit: finders.commit(text), list: finders.list(text), tick: finders.tick(text) }
      if (found.commit && lost !== undefined) isLosing = true
      database.write(chunk)
      if (awaited === undefined || !found[awaited.what]) return
      const { act } = awaited
      awaited = undefined
      act()
    })
    database.on('data', (chunk: Buffer) => {
      if (isSilent) return
      if (!isLosing) return void client.write(chunk)
      lost?.()
      lost = undefined
      client.destroy()
    })
    client.on('close', () => isSilent || isHeld || database.destroy())
    database.on('error', () => undefined).on('close', () => isSilent || isHeld || client.destroy())
    if (isHeld) for (const socket of [client, database]) socket.pause()
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
    hold() {
      isHeld = true
      for (const socket of [...pairs].flat()) socket.pause()
    },
    bringBack() {
      isHeld = false
      for (const [client, database] of pairs) {
        if (client.destroyed || database.destroyed) for (const socket of [client, database]) socket.destroy()
        else for (const socket of [client, database]) socket.resume()
      }
    },
    atNext: (what, act) => void (awaited = { what, act }),
    loseCommit: () => new Promise((done) => (lost = done)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => way.close(done))
    },
  }
}
