import { appendFile } from 'node:fs/promises'
import type { Area } from '#area.ts'
import { haltsOf } from '#areas/desk/store-halts.ts'
import { fillsAtQuote, heldKeys } from '#areas/trading/store-lists.ts'
import { watchedKeys } from '#areas/watchlist/store-keys.ts'
import { anchorJobs } from './anchors.ts'
import { auditHandlers } from './audit.ts'
import { cryptoHandlers } from './crypto.ts'
import { marketHandlers } from './handlers.ts'
import { jobs } from './jobs.ts'

/** Adds a line to the operator's file of anchors. */
const keeperOf = (file: string | undefined) =>
  file === undefined ? undefined : (line: string): Promise<void> => appendFile(file, `${line}\n`, { flush: true })

export const area = {
  name: 'market',
  handlers: ({ market, source }) => ({
    market: marketHandlers({ marketData: market, watchedKeys, heldKeys, haltsOf }),
    crypto: cryptoHandlers({ marketData: market, watchedKeys, heldKeys, haltsOf }),
    audit: auditHandlers({ feed: source.feed, drawn: source.drawn, fillsAt: fillsAtQuote }),
  }),
  jobs: ({ store, source, anchorFile }) => [
    ...jobs({ db: store.db, secrets: source.drawn.secrets }),
    ...anchorJobs({ ...source, db: store.db, keepOutside: keeperOf(anchorFile) }),
  ],
} satisfies Area
