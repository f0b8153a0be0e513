import type { RobotsRefusal } from '@mex/core/robots/refusals.ts'

import { refusal, type RefusalText } from '#text.ts'

/** The numbers and texts of refusals about robots (specification, calls B). */
export const robotsRefusals: Readonly<Record<RobotsRefusal, RefusalText>> = {
  robot_unavailable: refusal(2600, 'Robot not available', '该机器人不可用'),
  mining_quota_used: refusal(2601, 'Mining quota used up', '挖矿名额已用完'),
  robot_not_redeemable: refusal(2602, 'Robot cannot be redeemed now', '该机器人现在不能赎回'),
}
