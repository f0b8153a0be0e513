import { loadTradedQuotes } from '#areas/market/live-quotes.ts'
import type { Database } from '#db/sql.ts'
import { openMarketSource, type MarketSource, type SourceSettings } from '#market-source.ts'
import { systemRandomness } from '#randomness.ts'
import { openSecrets } from '#secrets.ts'

/** The market source of an installation with all quotes of its past. */
export async function openMarket(db: Database, settings: SourceSettings, dataFolder: string): Promise<MarketSource> {
  const secrets = await openSecrets(dataFolder, systemRandomness)
  const source = await openMarketSource(settings, secrets.market, { db, keepMilliseconds: Infinity })
  if (source.live !== undefined) await loadTradedQuotes(db, source.live.tape, source.live.actions)
  return source
}
