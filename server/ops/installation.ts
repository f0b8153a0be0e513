import type { MarketSource } from '#market-source.ts'

/** The installation that a command works on. */
export type Installation = {
  readonly connectionString: string
  /** Folder of the secrets and uploads. */
  readonly dataFolder: string
  /** Opens the market source on demand. */
  market(): Promise<MarketSource>
}
