/** Why a group of the watchlist is refused. */
export type WatchlistRefusal = 'group_exists' | 'too_many_groups'
