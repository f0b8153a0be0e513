import type { MarketSource, SourceSettings } from '#market-source.ts'

/** The installation that a command works on. */
export type Installation = {
  readonly connectionString: string
  /** Folder of the secrets and uploads. */
  readonly dataFolder: string
  /** From which another thread opens the same market source. */
  readonly settings: SourceSettings
  /** Opens the market source on demand. */
  market(): Promise<MarketSource>
}
