/** Where a review stands (rulebook §1.1); the spec's numbers. */
export const reviewNumbers = { pending: 1, refused: 2, approved: 3 } as const
export type Review = keyof typeof reviewNumbers
