import { centsAsText, unitsAsText, type OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** Personal data of offerings. It does not identify a user. */
export const ownData: OwnData = {
  tables: ['application', 'application_step'],
  copy: {
    applications: (userId) => sql`
      select id, source, offer_id, status, ${unitsAsText('quantity')} as quantity, ${centsAsText('paid')} as paid, drawn_lots, rank,
        ${unitsAsText('allotted')} as allotted, ${centsAsText('cost')} as cost, ${centsAsText('refund')} as refund, lapsed, applied_at,
        changed_at, allotted_at, settled_at
      from application where user_id = ${userId} order by id`,
    applicationSteps: (userId) => sql`
      select application_id, ${unitsAsText('quantity')} as quantity, ${centsAsText('paid')} as paid, at
      from application_step where user_id = ${userId} order by application_id, quantity`,
  },
  erase: () => [],
}
