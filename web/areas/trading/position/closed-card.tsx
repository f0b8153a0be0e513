import type { ClosedPosition } from '@mex/contract/trading/shapes.ts'

import { averageText, priceText, profitText, quantityText } from '#components/figures.ts'
import { useReasons } from '#areas/trading/end-reasons.ts'
import { resultOfClosed } from '#areas/trading/share/result.ts'
import { ShareButton } from '#areas/trading/share/share-button.tsx'
import { formatDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { closedRows } from './order-rows.tsx'
import { SideTag } from './position-card.tsx'
import { RowCard, type CardState } from './row-card.tsx'

type Props = { closed: ClosedPosition; state: CardState }

/** A closed portion of a position with its net result and the reason. */
export function ClosedCard({ closed, state }: Props) {
  const t = useText()
  const reasons = useReasons()
  return (
    <RowCard
      row={closed}
      state={state}
      under={
        <>
          <SideTag position={closed} />
          <span>
            {t('trade.at', {
              quantity: quantityText(closed.closedQuantity),
              price: `${averageText(closed.openPrice, closed.tick)} → ${priceText(closed.closePrice, closed.tick)}`,
            })}
          </span>
        </>
      }
      last={reasons.closeReason(closed.closeReason)}
      right={
        <>
          <Change change={profitText(closed.netProfit, closed.currency)} size={15} />
          <span>{t('trade.afterFees')}</span>
          <span>{formatDate(closed.closedAt)}</span>
        </>
      }
    >
      <KeyValues columns="tablet" rows={closedRows(t, reasons, closed)} />
      <ShareButton resultOf={() => resultOfClosed(closed)} />
    </RowCard>
  )
}
