import type { Order } from '@mex/core/trading/orders.ts'
import type { Position } from '@mex/core/trading/positions.ts'

export type Changeable<Row> = {
  put(row: Row): void
  of(instrument: string): readonly Row[]
}

/** Rows by instrument while they can change. Most rows are final. */
export function changeable<Row extends Order | Position>(canChange: (row: Row) => boolean): Changeable<Row> {
  const byInstrument = new Map<string, Map<number, Row>>()
  return {
    put(row) {
      const rows = byInstrument.get(row.instrument) ?? new Map<number, Row>()
      byInstrument.set(row.instrument, rows)
      if (canChange(row)) rows.set(row.id, row)
      else rows.delete(row.id)
    },
    of: (instrument) => [...(byInstrument.get(instrument)?.values() ?? [])],
  }
}
