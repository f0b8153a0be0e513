import type { ReactNode } from 'react'

import { WideTable } from '#ui/wide-table.tsx'
import styles from './table.module.css'

type Props = {
  /** The accessible name. */
  label: string
  columns: readonly string[]
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[]; readonly own?: boolean }[]
}

/** A small table of figures; the row of the person is marked. */
export function FigureTable({ label, columns, rows }: Props) {
  return (
    <WideTable className={styles['table']} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, own }) => (
          <tr key={key} data-own={own === true || undefined}>
            {cells.map((cell, index) => (
              <td key={columns[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}

/** The ends of a hash: '7c1f 9a04 … e2b8'. */
export function Hash({ text }: { text: string }) {
  const short = `${text.slice(0, 4)} ${text.slice(4, 8)} … ${text.slice(-4)}`
  return (
    <span className={styles['hash']} title={text} translate="no">
      {short}
    </span>
  )
}

export const legendClass = styles['legend']
