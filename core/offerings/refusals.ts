/** Why applications for offers are refused. */
export type OfferingsRefusal =
  | 'subscription_closed'
  | 'already_subscribed'
  | 'above_maximum'
  | 'subscription_step'
  | 'nothing_to_pay'
  | 'placing_closed'
