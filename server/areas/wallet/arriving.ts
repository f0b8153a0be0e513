import { walletNumbers, type Wallet } from '@mex/core/wallet/wallets.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Fragment } from '#db/sql.ts'

/** Transfers into a wallet that are due by an instant and not booked: the user, and when the money counts. */
export const arrivingTransfers = (wallet: Wallet, now: number): Fragment => sql`
  select user_id, due_at from transfer where status = 0 and to_wallet = ${walletNumbers[wallet]} and due_at <= ${isoInstant(now)}`
