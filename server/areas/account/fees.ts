import type { FeeRate } from '@mex/contract/account/disclosure.ts'
import { feeTableOf, inForce, type FeeTable } from '@mex/core/trading/fees.ts'
import type { Market } from '@mex/core/market/instrument.ts'
import { isoDate, localDay, type Zone } from '@mex/core/time-zone.ts'

/** The rows of a fee table in force on a market date, in the shape of the API. */
export function feeRates(table: FeeTable, date: string): readonly FeeRate[] {
  return inForce(table, date).map((row) => ({
    name: row.component,
    basis: row.basis === 'unit' ? 'quantity' : row.basis,
    amount: row.rate,
    least: row.min,
    most: row.max,
    mostOfValue: row.shareMax,
    sides: row.sellOnly === true ? 'sell' : 'both',
  }))
}

/** The markets whose fees are published, each with the time zone of its dates. */
const zones: readonly (readonly [Market, Zone])[] = [
  ['US', 'America/New_York'],
  ['HK', 'Asia/Hong_Kong'],
  ['MX', 'America/Mexico_City'],
  ['FUT', 'America/Chicago'],
  ['FX', 'UTC'],
]

/** The current fees of every market; `from` is the market date of the newest row in force. */
export function feesInForce(now: number) {
  return zones.map(([market, zone]) => {
    const table = feeTableOf({ market })
    const date = isoDate(localDay(zone, now))
    const from = inForce(table, date).reduce((newest, row) => (row.from > newest ? row.from : newest), '0001-01-01')
    return { market, from, rates: feeRates(table, date) }
  })
}
