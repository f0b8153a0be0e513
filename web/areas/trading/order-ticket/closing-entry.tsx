import type { Position as PositionView } from '@mex/contract/trading/shapes.ts'
import type { TradedInstrument } from '@mex/core/market/instrument.ts'
import { orderRulesOf } from '@mex/core/market/products.ts'
import { formatQuantity, subtractQuantity, type Quantity } from '@mex/core/money/money.ts'
import { closingSide } from '@mex/core/trading/orders.ts'
import { use } from 'react'

import { moneyText, priceText, profitText, quantityText } from '#components/figures.ts'
import { PriceNotice } from '#areas/market/door/price-notice.tsx'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { ScreenFrameContext } from '#ui/screen-frame.ts'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import type { ClosingTicketPreview, ClosingTicketState } from './closing.ts'
import { useFieldProblem } from './field-errors.ts'
import { fieldsOf } from './fields.ts'
import { usePortion } from './use-portion.ts'
import type { LiveQuote } from './instrument.ts'
import { quantityWithUnit } from './quantity-with-unit.ts'
import type { OrderProblem } from './order-problem.ts'
import { priceOfText, quantityOfText } from './ticket.ts'
import { PracticeNote } from './practice-note.tsx'
import { TypeAndLimit } from './type-and-limit.tsx'

type Props = {
  instrument: TradedInstrument
  quote: LiveQuote
  position: PositionView
  ticket: ClosingTicketState
  onChange: (change: (now: ClosingTicketState) => ClosingTicketState) => void
  ticketPreview: ClosingTicketPreview
  problem: OrderProblem | undefined
  locked: Quantity
  max: Quantity
}

/** Quantity and price of a close. */
export function ClosingEntry(props: Props) {
  const { instrument, quote, position, ticket, onChange, ticketPreview, problem, locked, max } = props
  const t = useText()
  const unit = orderRulesOf(position.source).unit
  const fields = fieldsOf(instrument, ticket.type, priceOfText(ticket.limit) ?? quote.last)
  const set = (change: Partial<ClosingTicketState>) => onChange((now) => ({ ...now, ...change }))
  const parts = usePortion()
  const choose = async (part: 'half' | 'full') => {
    const { source, code, market, direction, leverage, id: positionId } = position
    const side = closingSide(direction)
    const query = { source, code, market, side, leverage, type: 'market', purpose: 'close', positionId } as const
    const quantity = formatQuantity(await parts.ask(part, query, ticketPreview[part]))
    // What was typed meanwhile stays.
    onChange((now) => (now.quantity === ticket.quantity ? { ...now, quantity } : now))
  }
  const { last, tick } = quote
  const problemAt = useFieldProblem(problem, { instrument, last, tick, max: undefined })
  return (
    <>
      <PriceNotice quote={quote} />
      <Held position={position} quote={quote} />
      <TypeAndLimit {...{ ticket, quote, fields }} onChange={set} problem={problemAt('limitPrice')} />
      <Stack gap={8}>
        <NumberField
          label={t('ticket.closeQuantity')}
          aside={t('ticket.ofClosable', { quantity: quantityText(max) })}
          value={ticket.quantity}
          onChange={(quantity) => set({ quantity })}
          decimals={fields.quantityDecimals}
          step={fields.lot}
          max={formatQuantity(max)}
          placeholder="0"
          hint={locked > 0n ? t('ticket.lockedInOrders', { quantity: quantityWithUnit(t, locked, unit) }) : undefined}
          error={ticket.quantity === '' ? undefined : problemAt('quantity').error}
        />
        <Line gap={8} spread="even">
          <Button
            text={t('spec.controls.halfPosition')}
            kind="secondary"
            wide
            busy={parts.busy === 'half'}
            onPress={() => void choose('half')}
          />
          <Button
            text={t('spec.controls.fullPosition')}
            kind="secondary"
            wide
            busy={parts.busy === 'full'}
            onPress={() => void choose('full')}
          />
        </Line>
      </Stack>
      <ClosingFigures {...{ ticketPreview, position, ticket }} />
      {ticketPreview.accepted?.queued ? (
        <Notice>{t(quote.phase === 'lunch' ? 'ticket.queuedLunch' : 'ticket.queued')}</Notice>
      ) : undefined}
      <PracticeNote quote={quote} />
    </>
  )
}

/** The position in one line. */
function Held({ position, quote }: { position: PositionView; quote: LiveQuote }) {
  const t = useText()
  const leverage = String(position.leverage)
  const isLong = position.direction === 'long'
  const { isOver = false } = use(ScreenFrameContext)
  return (
    <Line gap={8} wrap>
      {/* A page has it in its bar. */}
      {isOver ? (
        <Typography size={15} weight="semibold">
          {t('titles.closePosition')}
        </Typography>
      ) : undefined}
      <Tag text={t(isLong ? 'trade.long' : 'trade.short', { leverage })} tone={isLong ? 'up' : 'down'} />
      <Typography size={13} tone="second">
        {t('trade.at', {
          quantity: quantityText(position.quantity),
          price: priceText(position.openPrice, quote.tick),
        })}
      </Typography>
    </Line>
  )
}

type FiguresProps = { ticketPreview: ClosingTicketPreview; position: PositionView; ticket: ClosingTicketState }

function ClosingFigures({ ticketPreview: { preview }, position, ticket }: FiguresProps) {
  const t = useText()
  const { currency } = position
  const wanted = quantityOfText(ticket.quantity)
  const remains = wanted === undefined ? undefined : subtractQuantity(position.quantity, wanted)
  return (
    <KeyValues
      rows={[
        {
          label: t('ticket.estimatedProfit'),
          value: <Change change={profitText(preview?.profit, currency)} />,
        },
        { label: t('ticket.fee'), value: moneyText(preview?.fee, currency) },
        { label: t('ticket.comesBack'), value: moneyText(preview?.received, currency) },
        {
          label: t('ticket.remains'),
          value:
            remains === undefined || remains < 0n
              ? '—'
              : quantityWithUnit(t, remains, orderRulesOf(position.source).unit),
        },
      ]}
    />
  )
}
