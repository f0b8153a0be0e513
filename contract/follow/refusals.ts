import type { FollowRefusal } from '@mex/core/follow/refusals.ts'

import { refusal, type RefusalText } from '#text.ts'

/** The numbers and texts of refusals about following (specification, calls B). */
export const followRefusals: Readonly<Record<FollowRefusal, RefusalText>> = {
  follow_amount: refusal(2400, 'Amount must be between {min} and {max}', '金额须在 {min} 至 {max} 之间'),
  subscription_ended: refusal(2401, 'Subscription ended', '认购已结束'),
  capacity_reached: refusal(2402, 'Capacity reached', '额度已满'),
}
