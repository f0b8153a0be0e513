/** User IDs that would pass for the house's own (rulebook §4.2). */
const reserved: ReadonlySet<string> = new Set(['admin', 'root', 'system', 'operator', 'support'])

/** Whether nobody may choose a user ID, whatever its letters. */
export const isReservedUserId = (name: string): boolean => reserved.has(name.toLowerCase())
