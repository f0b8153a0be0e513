import type { Position } from '@mex/contract/trading/shapes.ts'
import { isFullyPaid } from '@mex/core/trading/liquidation.ts'

import { PriceAge } from '#areas/market/door/price-age.tsx'
import { changePercentText, averageText, profitText, quantityText } from '#components/figures.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { resultOfOpen } from '#areas/trading/share/result.ts'
import { ShareButton } from '#areas/trading/share/share-button.tsx'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Line, VisuallyHidden } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Tag } from '#ui/tag.tsx'
import { closeHrefOf } from './links.ts'
import { useLiveFigures } from './live-figures.ts'
import { positionRows } from './rows.tsx'
import { RowCard, type CardState } from './row-card.tsx'

type Props = {
  position: Position
  state: CardState
  onAddMargin: (position: Position) => void
}

/** An open position with its live profit; expanded: all figures and the actions. */
export function PositionCard({ position, state, onAddMargin }: Props) {
  const t = useText()
  const figures = useLiveFigures(position)
  return (
    <RowCard
      row={position}
      state={state}
      under={
        <>
          <SideTag position={position} />
          <span>
            {t('trade.at', {
              quantity: quantityText(position.quantity),
              price: averageText(position.openPrice, position.tick),
            })}
          </span>
        </>
      }
      right={
        <>
          <VisuallyHidden>{t('spec.positionLabels.floatingProfitAndLoss')}</VisuallyHidden>
          <Change change={profitText(figures.profit, position.currency)} size={15} />
          <VisuallyHidden>{t('trade.favour')}</VisuallyHidden>
          <span>
            {changePercentText(figures.favour)?.text ?? '—'}
            <PriceAge price={figures.publicPrice} />
          </span>
        </>
      }
    >
      <PositionActions position={position} onAddMargin={onAddMargin} />
      <KeyValues columns="tablet" rows={positionRows(t, position, figures)} />
      <ShareButton resultOf={() => resultOfOpen(position, figures)} />
    </RowCard>
  )
}

/** The side and the leverage. */
export function SideTag({ position }: { position: Pick<Position, 'direction' | 'leverage'> }) {
  const t = useText()
  const isLong = position.direction === 'long'
  const leverage = String(position.leverage)
  return <Tag text={t(isLong ? 'trade.long' : 'trade.short', { leverage })} tone={isLong ? 'up' : 'down'} />
}

type ActionsProps = Pick<Props, 'position' | 'onAddMargin'>

/**
 * The actions of a position. A fully paid one accepts no margin (rulebook §16.3), and one whose contract has ended waits
 * for its settlement.
 */
export function PositionActions({ position, onAddMargin }: ActionsProps) {
  const t = useText()
  const { settlesAt } = position
  if (settlesAt !== undefined) return <Notice>{t('trade.endedText', { time: formatTimestamp(settlesAt) })}</Notice>
  const { state, block } = position
  if (state === 'LOCKED' && block !== undefined)
    return <Notice tone="warn">{t('blocks.locked', { date: formatTimestamp(block.unlocksAt) })}</Notice>
  const isClosable = position.closable > 0n
  return (
    <Line gap={8} spread="even" wrap>
      {isFullyPaid(position) ? undefined : (
        <Button
          text={t('spec.actions.addPositionMargin')}
          kind="secondary"
          wide
          onPress={() => onAddMargin(position)}
        />
      )}
      <Button
        text={t('spec.controls.halfPosition')}
        kind="secondary"
        wide
        disabled={!isClosable}
        href={closeHrefOf(position, 'half')}
      />
      <Button text={t('spec.actions.closePosition')} wide disabled={!isClosable} href={closeHrefOf(position, 'full')} />
    </Line>
  )
}
