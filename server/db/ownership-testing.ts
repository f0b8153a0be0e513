import { advisoryLocks } from './advisory-locks.ts'
import { sql, type Database } from './sql.ts'

/** The process of the database behind the session that owns its store. */
export async function ownerOf(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where locktype = 'advisory' and objid = ${advisoryLocks.store}
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]?.pid
}

/** Ends that session as a network failure would; returns its process id. */
export async function endOwner(db: Database): Promise<number | undefined> {
  const pid = await ownerOf(db)
  if (pid !== undefined) await sql`select pg_terminate_backend(${pid}::int)`.execute(db)
  return pid
}
