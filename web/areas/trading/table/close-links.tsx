import type { Position } from '@mex/contract/trading/shapes.ts'

import { closeHrefOf } from '#areas/trading/position/links.ts'
import { useText } from '#text/use-text.ts'
import styles from './table.module.css'

type Props = { position: Position; hasKey?: boolean }

/** The links that open the forms to close half or all of a position; a locked or ended position has neither. */
export function CloseLinks({ position, hasKey = false }: Props) {
  const t = useText()
  const { name, closable, settlesAt, state } = position
  if (closable <= 0n || settlesAt !== undefined || state !== 'OPEN') return undefined
  return (
    <>
      <a
        className={styles['spareAction']}
        href={closeHrefOf(position, 'half')}
        aria-label={t('workspace.halfOf', { name })}
      >
        {t('workspace.half')}
      </a>
      <a
        href={closeHrefOf(position, 'full')}
        aria-label={t('workspace.closeOf', { name })}
        aria-keyshortcuts={hasKey ? 'C' : undefined}
      >
        {t('workspace.close')}
      </a>
    </>
  )
}
