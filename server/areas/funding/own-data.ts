import { centsAsText, type OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** The personal data of the funding area. The encrypted card details are not exported: the page shows them. */
export const ownData: OwnData = {
  tables: ['card', 'chain_address', 'deposit', 'withdrawal'],
  copy: {
    cards: (userId) => sql`
      select id, kind, created_at, changed_at from card where user_id = ${userId} order by id`,
    chainAddresses: (userId) => sql`select address, coin from chain_address where user_id = ${userId} order by coin`,
    deposits: (userId) => sql`
      select id, asset, address, tx_hash, ${centsAsText('amount')} as amount, ${centsAsText('received')} as received,
        confirmations, status, reason, proof, created_at, ended_at
      from deposit where user_id = ${userId} order by id`,
    withdrawals: (userId) => sql`
      select id, card_id, asset, target, ${centsAsText('amount')} as amount, ${centsAsText('fee')} as fee,
        ${centsAsText('gross')} as gross, status, reason, tx_hash, applied_at, ended_at
      from withdrawal where user_id = ${userId} order by id`,
    coinsSent: (userId) => sql`
      select hash, coin, address, ${centsAsText('amount')} as amount, height, created_at
      from chain_transaction where sender_id = ${userId} order by id`,
  },
  pending: (userId) => sql`
    select id from deposit where user_id = ${userId} and status = 1
    union all select id from withdrawal where user_id = ${userId} and ended_at is null
    union all select id from chain_transaction
      where receiver_id = ${userId} and deposit_id is null and dropped_at is null`,
  erase: (userIds) => [
    sql`update withdrawal set target = '' where user_id = any(${userIds}::bigint[])`,
    sql`update deposit set proof = '' where user_id = any(${userIds}::bigint[]) and proof is not null`,
    sql`delete from card where user_id = any(${userIds}::bigint[])`,
    sql`delete from chain_address where user_id = any(${userIds}::bigint[])`,
  ],
}
