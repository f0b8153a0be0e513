const day = 86_400_000

/** Less than a day is left. */
export const isSoon = (until: number, now: number): boolean => until > now && until - now < day
