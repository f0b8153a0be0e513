/** User IDs that look like the platform's own (rulebook §4.2). */
const reserved: ReadonlySet<string> = new Set(['admin', 'root', 'system', 'operator', 'support'])

/** Whether a user ID is reserved, whatever its case. */
export const isReservedUserId = (name: string): boolean => reserved.has(name.toLowerCase())
