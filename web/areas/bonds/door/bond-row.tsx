import type { Bond } from '@mex/contract/bonds/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'

import { hrefOf } from '#data/links.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { bondPriceText, isNearDue, lengthText, yieldText } from '#areas/bonds/figures.ts'
import { shortName } from '#areas/bonds/names.ts'
import styles from '#areas/bonds/bonds.module.css'
import { classes } from '#ui/classes.ts'

/** A bond in a list: what it is, what it costs, and what it yields: grey where that says little. */
export function BondRow({ bond, onOpen }: { bond: Bond; onOpen?: () => void }) {
  const t = useText()
  const { id, name, code, matures, buyPrice, buyYield, remaining } = bond
  return (
    <li>
      <a className={styles['row']} href={hrefOf('buyBond', { id, name, code, source: sources.bonds })} onClick={onOpen}>
        <span className={styles['words']}>
          <span className={styles['name']}>{shortName(name)}</span>
          <span className={styles['small']}>{`${formatCalendarDate(matures)} · ${lengthText(t, bond)}`}</span>
        </span>
        <span className={styles['price']}>
          {bondPriceText(bond, buyPrice)}
          {remaining === 0n ? <span className={styles['small']}>{t('bonds.soldOut')}</span> : undefined}
        </span>
        <span className={classes(styles['pill'], isNearDue(bond) && styles['near'])}>{yieldText(buyYield)}</span>
      </a>
    </li>
  )
}
