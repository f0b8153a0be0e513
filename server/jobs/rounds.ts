/** Rows in lists that are handled one after the other: each list has one row of a user at most, and a user's rows keep their order. */
export function roundsByUser<Row extends { readonly userId: number }>(
  rows: readonly Row[],
): readonly (readonly Row[])[] {
  const rounds: Row[][] = []
  const handled = new Map<number, number>()
  for (const row of rows) {
    const round = handled.get(row.userId) ?? 0
    handled.set(row.userId, round + 1)
    ;(rounds[round] ??= []).push(row)
  }
  return rounds
}
