type Movement = { readonly memo: string }

/** Whether several movements of a statement have this memo, such as nights of financing that were paid and received. */
export function repeatedMemos(movements: readonly Movement[]): (memo: string) => boolean {
  const groups = Map.groupBy(movements, ({ memo }) => memo)
  return (memo) => (groups.get(memo)?.length ?? 0) > 1
}
