import { inTransaction, sql, type Database } from '#db/sql.ts'

/** Adds copies of a row that names its user, with ids that the server does not give out. Nothing else knows of them. */
export const copyRows = (db: Database, table: string, userId: number, count: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into ${sql.id(table)} overriding system value
      select (jsonb_populate_record(own, jsonb_build_object('id', 1000000000 + n))).*
      from ${sql.id(table)} as own, generate_series(1, ${count}) as numbers (n)
      where own.id = (select min(id) from ${sql.id(table)} where user_id = ${userId}) and own.user_id = ${userId}`.execute(
      tx,
    )
  })
