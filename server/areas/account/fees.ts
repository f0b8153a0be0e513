import type { FeeRate } from '@mex/contract/account/calls.ts'
import { feeTableOf, inForce, type FeeTable } from '@mex/core/trading/fees.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { isoDate, localDay, type Zone } from '@mex/core/time-zone.ts'

/** The rows of a fee table in force on a market date, as calls show them. */
export function feeRates(table: FeeTable, date: string): readonly FeeRate[] {
  return inForce(table, date).map((row) => ({
    name: row.component,
    basis: row.basis === 'unit' ? 'quantity' : row.basis,
    amount: row.rate,
    least: row.minimum,
    most: row.maximum,
    mostOfValue: row.maximumShare,
    sides: row.sellOnly === true ? 'sell' : 'both',
  }))
}

const tables: readonly { readonly market: string; readonly zone: Zone; readonly table: FeeTable }[] = [
  {
    market: 'US',
    zone: 'America/New_York',
    table: feeTableOf({ source: sources.stock, classify: 'UsStock', key: 'US' }),
  },
  {
    market: 'HK',
    zone: 'Asia/Hong_Kong',
    table: feeTableOf({ source: sources.hongKongStock, classify: 'HK', key: 'HK' }),
  },
  {
    market: 'MX',
    zone: 'America/Mexico_City',
    table: feeTableOf({ source: sources.stock, classify: 'MX', key: 'MX' }),
  },
  {
    market: 'FUT',
    zone: 'America/Chicago',
    table: feeTableOf({ source: sources.future, classify: 'Future', key: 'FUT' }),
  },
  { market: 'FX', zone: 'UTC', table: feeTableOf({ source: sources.forex, classify: 'Forex', key: 'FX' }) },
]

/** What every market charges now; `from` is the market date of the newest row that is in force. */
export function feesInForce(now: number) {
  return tables.map(({ market, zone, table }) => {
    const date = isoDate(localDay(zone, now))
    const from = inForce(table, date).reduce((newest, row) => (row.from > newest ? row.from : newest), '0001-01-01')
    return { market, from, rates: feeRates(table, date) }
  })
}
