/**
 * A guard of the product and how to take it away: one replacement in one file, after which a named test must fail. It
 * shows that the test proves what `docs/security.md` says it proves.
 */
export type Guard = {
  /** What is taken away. */
  readonly name: string
  /** The rows of `docs/security.md` for which it is a proof, or none where it guards money or the market. */
  readonly rows: readonly string[]
  readonly file: string
  /** Stands in the file exactly once. */
  readonly find: string
  readonly replace: string
  /** The file of tests that is run. */
  readonly test: string
  /** The beginning of the title of a test that must fail. */
  readonly fails: string
}
