import { refusal } from '@mex/core/refusal.ts'
import { checkPayPassword, securityChangedAt, type Passwords } from '#areas/account/actions.ts'
import type { FundingDoors } from '#areas/funding/actions.ts'
import { sql } from '#db/sql.ts'
import type { Clock } from './clock.ts'

/** What withdrawals ask about a person: verification, the transaction password, and when a password was reset. */
export const fundingDoors = ({ clock, passwords }: { clock: Clock; passwords: Passwords }): FundingDoors => ({
  async verificationRefusal(tx, user) {
    const { rows } = await sql<{
      status: number
    }>`select real_status as status from app_user where id = ${user}`.execute(tx)
    const status = rows[0]?.status
    return status === 3 ? undefined : refusal(status === 1 ? 'verification_pending' : 'verification_missing')
  },
  // Tries are counted by the wall clock, as everything about people is.
  checkPayPassword: (tx, user, payPassword) => checkPayPassword(tx, user, payPassword, clock.wall(), passwords),
  securityChangedAt,
})
