/** Why rentals and redemptions of robots are refused. */
export type RobotsRefusal = 'robot_unavailable' | 'mining_quota_used' | 'robot_not_redeemable'
