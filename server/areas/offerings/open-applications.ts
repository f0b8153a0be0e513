import { sql, type Tx } from '#db/sql.ts'

/** How many applications of a person wait for something: for the draw, for a payment, or for the day on which the shares can be sold. */
export async function countOpenApplications(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from application
    left join position on position.user_id = application.user_id and position.id = application.id
    where application.user_id = ${userId}
      and (status in ('applied', 'unpaid') or (status = 'allotted' and position.state = 'LOCKED'))`.execute(tx)
  return rows[0]?.total ?? 0
}
