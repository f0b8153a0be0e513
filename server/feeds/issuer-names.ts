import type { Name, ShareMarket } from '@mex/core/market/instrument.ts'
import { nameIn, readTable } from './catalogue-facts.ts'

/** The two parts of the names of invented issuers: 'Harbour' and 'Cloud'. */
export type IssuerNames = {
  readonly first: (market: ShareMarket) => readonly Name[]
  readonly second: (market: ShareMarket, sector: string) => readonly Name[]
}

/** Reads the parts from the tables in `directory`. */
export function readIssuerNames(directory: string): IssuerNames {
  const rows = readTable(directory, 'instruments/issuer-names.csv', ['market', 'sector', 'en', 'zh']).map((row) => ({
    market: row.cell('market'),
    sector: row.cell('sector'),
    name: nameIn(row),
  }))
  const of = (market: string, sector: string): readonly Name[] =>
    rows.filter((row) => row.market === market && row.sector === sector).map(({ name }) => name)
  return {
    first: (market) => of(market, ''),
    second: (market, sector) => of(market === 'MX' ? 'MX' : '*', sector),
  }
}
