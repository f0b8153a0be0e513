import type { OfferingsRefusal } from '@mex/core/offerings/refusals.ts'

import { refusal, type RefusalText } from '#text.ts'

/** The numbers and texts of refusals about applications for offers (specification, calls B). */
export const offeringsRefusals: Readonly<Record<OfferingsRefusal, RefusalText>> = {
  subscription_closed: refusal(2200, 'Subscription closed', '认购已结束'),
  already_subscribed: refusal(2201, 'Already subscribed', '已认购'),
  above_maximum: refusal(2202, 'Above the maximum', '超过最高认购数量'),
  subscription_step: refusal(2203, 'Wrong quantity step', '认购数量必须为整手'),
  nothing_to_pay: refusal(2204, 'Nothing to pay', '没有待付款项'),
  placing_closed: refusal(2210, 'Placing closed', '配售已结束'),
}
