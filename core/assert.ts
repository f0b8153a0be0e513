/** Throws on a programming error; a user's mistake is a refusal (`refusal.ts`). */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${message}`)
}

/** The value, or a broken program when there is none: for look-ups that cannot fail. */
export function present<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new Error(`Broken invariant: ${what} is present`)
  return value
}
