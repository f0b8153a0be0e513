/** The advisory locks of the program: one table, so that no two parts wait for each other by mistake. */
export const advisoryLocks = {
  /** Held alone by the process that serves a store, shared by several servers of one store. */
  store: 7200,
  /** One process changes the tables at a time. */
  migrations: 7201,
  /** One server joins the others at a time. */
  joining: 7202,
  /** One transaction adds links to the hash chain at a time. */
  chain: 7203,
  /** One version of a setting is added at a time. */
  versions: 7204,
  /** The server that leads the others. */
  leader: 7208,
  /** Shared by lists of commands, held alone while a tick is handled. */
  tick: 7209,
} as const

/** The condition of `pg_locks` under which a session of this database holds a lock. */
export const holdsLock = (lock: number): string =>
  `locktype = 'advisory' and classid = 0 and objid = ${lock} and objsubid = 1 and granted
  and database = (select oid from pg_database where datname = current_database())`
