import type { Position } from '@mex/contract/trading/shapes.ts'

import { useSession } from '#data/session.ts'
import { keyOfListing } from '#areas/market/door/listing.ts'
import { useLiveFigures } from '#areas/trading/position/live-figures.ts'
import { usePositions } from '#areas/trading/position/lists.tsx'
import { SideTag } from '#areas/trading/position/position-card.tsx'
import { CloseLinks } from '#areas/trading/table/close-links.tsx'
import { DetailsLink } from '#areas/trading/table/table.tsx'
import styles from '#areas/trading/table/table.module.css'
import { averageText, moneyText, profitText, quantityText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { VisuallyHidden } from '#ui/layout.tsx'

/** The open positions in an instrument, of the list that is in view beside it; undefined while it loads. */
export function useHeld(key: string | undefined): readonly Position[] | undefined {
  const isSignedIn = useSession() !== undefined
  const { data, failure } = usePositions(isSignedIn)
  const held = data?.filter((position) => keyOfListing(position) === key)
  return isSignedIn && failure === undefined ? held : (held ?? [])
}

/** What the person holds of the instrument in view, live, over its ticket; nothing without a position. */
export function Held({ positions }: { positions: readonly Position[] }) {
  const t = useText()
  if (positions.length === 0) return undefined
  return (
    <section className={styles['held']} aria-label={t('quote.yourPosition')}>
      <h2>{t('quote.yourPosition')}</h2>
      <ul>
        {positions.map((position) => (
          <HeldRow key={position.id} position={position} />
        ))}
      </ul>
    </section>
  )
}

function HeldRow({ position }: { position: Position }) {
  const t = useText()
  const figures = useLiveFigures(position)
  const { quantity, openPrice, tick, currency } = position
  return (
    <li>
      <div>
        <span>
          <SideTag position={position} />{' '}
          {t('quote.holding', { quantity: quantityText(quantity), price: averageText(openPrice, tick) })}
        </span>
        <VisuallyHidden>{t('spec.positionLabels.floatingProfitAndLoss')}</VisuallyHidden>
        <Change change={profitText(figures.profit, currency)} size={15} />
      </div>
      <div>
        <span>
          {t('orders.value')} <b>{moneyText(figures.marketValue, currency)}</b>
        </span>
        <span className={styles['actions']}>
          <CloseLinks position={position} />
          <DetailsLink row={position} list="holding" />
        </span>
      </div>
    </li>
  )
}
