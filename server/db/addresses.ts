import pg from 'pg'

/**
 * The database servers of a store, of which one takes writes and the others are its standbys: `postgres://role@one:5432,two:5432/mex`,
 * as libpq writes it with `target_session_attrs=read-write`. All connections of the process go to the one that took writes last, and
 * to the next one when it does not answer or has become a standby.
 */
export type Addresses = {
  readonly count: number
  /** The address that is tried next. */
  current(): string
  /** No connection could be made there: the next one is tried elsewhere. */
  leave(address: string): void
  /** Notes the timeline of a server that takes writes. Answers whether it may: none with a later one has taken any before. */
  isLatest(timeline: number): boolean
}

/** The time to connect where another server may take writes. With one address the bound of the system holds. */
const connectMilliseconds = 5000

const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s

/** One connection string for each server. */
export function eachAddress(connectionString: string): readonly [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = parts.exec(connectionString) ?? []
  const [first, ...others] = hosts.split(',').map((host) => before + host + after)
  return first === undefined || others.length === 0 ? [connectionString] : [first, ...others]
}

/**
 * The place of the server that took writes last, by the names of all: roles of one database share it. A standby that takes over begins a
 * timeline: the server before it may come back and take writes too.
 */
const lastPlaces = new Map<string, { place: number; timeline: number }>()

export function addressesOf(connectionString: string): Addresses {
  const all = eachAddress(connectionString)
  const [, , hosts = ''] = parts.exec(connectionString) ?? []
  const last = lastPlaces.get(hosts) ?? { place: 0, timeline: 0 }
  lastPlaces.set(hosts, last)
  return {
    count: all.length,
    current: () => all[last.place] ?? all[0],
    leave(address) {
      // Of several connections that fail at a time only the first moves on.
      if (all[last.place] === address) last.place = (last.place + 1) % all.length
    },
    isLatest(timeline) {
      last.timeline = Math.max(last.timeline, timeline)
      return timeline === last.timeline
    },
  }
}

/** Connects to the server that takes writes: each failure leaves an address, so that the next try is at the next one. */
export async function tryEach<Connected>(servers: number, connect: () => Promise<Connected>): Promise<Connected> {
  for (let tries = 1; ; tries += 1)
    try {
      return await connect()
    } catch (error) {
      if (tries >= servers) throw error
    }
}

/** A database server that takes no writes. To people it is the same as one that is away. */
class TakesNoWrites extends Error {
  override readonly name = 'TakesNoWrites'
  /** SQLSTATE cannot_connect_now. */
  readonly code = '57P03'
}

/** The name of the log file that a server writes begins with its timeline; a standby writes none. */
const timelineOf = 'select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as file'

/** The client of one connection: to the server that takes writes, where there are several. */
export function clientFor(addresses: Addresses): typeof pg.Client {
  if (addresses.count === 1) return pg.Client
  return class extends pg.Client {
    readonly #address: string

    constructor(config?: string | pg.ClientConfig) {
      const address = addresses.current()
      super({
        ...(typeof config === 'string' ? {} : config),
        connectionString: address,
        connectionTimeoutMillis: connectMilliseconds,
      })
      this.#address = address
      // Its statements get the error of a broken connection. Until the pool listens nobody else does, and the event would end the process.
      this.on('error', () => undefined)
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      if (callback === undefined) return this.#connect()
      void this.#tell(callback)
    }

    /** The pool takes no error for a connection. */
    async #tell(callback: (error: Error) => void): Promise<void> {
      let failed: unknown
      await this.#connect().catch((error: unknown) => (failed = error))
      callback(failed as Error)
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect()
        const { rows } = await this.query<{ file: string | null }>(timelineOf)
        const file = rows[0]?.file ?? undefined
        if (file === undefined) throw new TakesNoWrites('This server of the database is a standby')
        if (!addresses.isLatest(Number.parseInt(file.slice(0, 8), 16)))
          throw new TakesNoWrites(
            'A standby of this server of the database has taken over: it must come back as a standby',
          )
        return this
      } catch (error) {
        addresses.leave(this.#address)
        this.end().catch(() => undefined)
        throw error
      }
    }
  }
}
