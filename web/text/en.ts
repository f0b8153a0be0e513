import { home } from './en/home.ts'
import { market } from './en/market.ts'
import { quote } from './en/quote.ts'
import { search } from './en/search.ts'
import { shell } from './en/shell.ts'
import { spec } from './en/spec.ts'
import { ticket } from './en/ticket.ts'
import { titles } from './en/titles.ts'
import { trade } from './en/trade.ts'
import { ui } from './en/ui.ts'
import { watchlist } from './en/watchlist.ts'

/** The English catalogue: one file of `en/` for each area. A text is named by its path: 'shell.tryItNow'. */
export const en = { home, market, quote, search, shell, spec, ticket, titles, trade, ui, watchlist } as const

/** The shape that every catalogue has. */
export type Catalogue = typeof en
