/** Why an order to follow a campaign is refused. */
export type FollowRefusal = 'follow_amount' | 'subscription_ended' | 'capacity_reached'
