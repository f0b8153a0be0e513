import { encode } from 'uqr'

import { VisuallyHidden } from './layout.tsx'
import styles from './qr-code.module.css'

/** The dark squares as one path: 'M3 0h1v1h-1z'. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}

export function QrDrawing({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  return (
    <>
      <VisuallyHidden>{label}</VisuallyHidden>
      <svg className={styles['code']} viewBox={`0 0 ${size} ${size}`} aria-hidden="true" shapeRendering="crispEdges">
        <path d={pathOf(data)} />
      </svg>
    </>
  )
}
