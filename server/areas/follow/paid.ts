import { minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { Context } from '#context.ts'
import { paidByCampaign } from './store.ts'

export type PaidNow = (context: Pick<Context, 'db' | 'now'>) => ReturnType<typeof paidByCampaign>

/** What followers were paid, which is summed over all settled orders: once a minute for all callers, who may be anyone. */
export function openPaid(): PaidNow {
  let summed: { readonly minute: number; readonly paid: ReturnType<PaidNow> } | undefined
  return ({ db, now }) => {
    const minute = Math.floor(now / minuteMilliseconds)
    if (summed?.minute === minute) return summed.paid
    const paid = paidByCampaign(db)
    const current = { minute, paid }
    summed = current
    // The next caller tries again after a failure.
    paid.catch(() => {
      if (summed === current) summed = undefined
    })
    return paid
  }
}
