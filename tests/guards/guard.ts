/**
 * A guard of the product, and the mutation that removes it: one replacement in one file, after which the named test must
 * fail. This shows that the test proves what `docs/security.md` claims.
 */
export type Guard = {
  /** The guarantee that the mutation removes. */
  readonly name: string
  /** The rows of `docs/security.md` that it proves; none for a guard of money or the market. */
  readonly rows: readonly string[]
  readonly file: string
  /** Must occur in the file exactly once. */
  readonly find: string
  readonly replace: string
  /** The test file to run. */
  readonly test: string
  /** A part of the title of the test that must fail. */
  readonly fails: string
}
