/** An inconsistency of the ledger: the broken invariant of rulebook §8.5 (or 'guard', or 'row') and a description. */
export type Finding = { readonly invariant: string; readonly message: string }
