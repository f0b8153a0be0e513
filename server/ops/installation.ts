import type { MarketSource } from '#market-source.ts'

/** What belongs to the installation whose database is looked after; opened when a command needs it. */
export type Installation = {
  readonly connectionString: string
  /** Where secrets and uploads are. */
  readonly dataFolder: string
  market(): Promise<MarketSource>
}
