import { readFile } from 'node:fs/promises'
import { isMarket, type Market } from '@mex/core/market/instrument.ts'
import { BadTable, parseTable } from '#feeds/csv.ts'
import { foldedText } from './help-words.ts'

/** What people call an instrument beside its name and code, by word; the market and the code that it means. */
export type InstrumentWords = ReadonlyMap<string, { readonly market: Market; readonly code: string }>

/** Reads the table of such words: several in a cell, separated by semicolons. */
export async function openInstrumentWords(file: string): Promise<InstrumentWords> {
  const rows = parseTable(await readFile(file, 'utf8'), file, ['words', 'key'])
  return new Map(
    rows.flatMap(({ place, cell }) => {
      const [market = '', code = ''] = cell('key').split(':')
      if (!isMarket(market)) throw new BadTable(place, `${market} is not a market`)
      return cell('words')
        .split(';')
        .map((word) => [foldedText(word.trim()), { market, code }] as const)
    }),
  )
}
