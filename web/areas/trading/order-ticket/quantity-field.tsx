import { formatQuantity, type Quantity } from '@mex/core/money/money.ts'

import { quantityText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { FieldProblem } from './field-errors.ts'
import type { Fields, Unit } from './fields.ts'
import { AmountField } from './amount-field.tsx'
import type { LiveQuote } from './instrument.ts'
import type { Affordable, TicketPreview } from './preview.ts'
import type { Ticket } from './ticket.ts'

const labels = {
  shares: 'ticket.quantityShares',
  contracts: 'ticket.quantityContracts',
  lots: 'ticket.quantityLots',
} as const satisfies Record<Unit, string>

type Props = {
  fields: Fields
  quote: LiveQuote
  ticket: Ticket
  ticketPreview: TicketPreview
  onChange: (change: Partial<Ticket>) => void
  /** The state of the half and full buttons. */
  onPart: (part: 'half' | 'full') => void
  busy: 'half' | 'full' | undefined
  /** What is said when not even the smallest order can be paid. */
  none: string | undefined
  problem: FieldProblem
}

/** The quantity, in steps of a lot or as a share of the affordable quantity; of shares also what they may be worth. */
export function QuantityField(props: Props) {
  const { fields, quote, ticket, ticketPreview, onChange, onPart, busy, none, problem } = props
  const t = useText()
  const { unit, lot, quantityDecimals } = fields
  const { affordable } = ticketPreview
  const choose = (quantity: Quantity) => onChange({ by: 'quantity', quantity: formatQuantity(quantity) })
  return (
    <Stack gap={8}>
      {ticket.by === 'amount' ? (
        <AmountField
          {...{ fields, quote, ticketPreview, problem }}
          value={ticket.amount}
          onChange={(amount) => onChange({ amount })}
          onByQuantity={() => onChange({ by: 'quantity' })}
        />
      ) : (
        <NumberField
          name="quantity"
          label={t(labels[unit])}
          aside={
            <Line gap={12}>
              {affordable.full > 0n ? t('ticket.most', { quantity: quantityText(affordable.full) }) : undefined}
              {unit === 'shares' ? (
                <TextButton text={t('orderMoney.byAmount')} onPress={() => onChange({ by: 'amount' })} />
              ) : undefined}
            </Line>
          }
          value={ticket.quantity}
          onChange={(quantity) => onChange({ quantity })}
          decimals={quantityDecimals}
          step={lot}
          placeholder="0"
          hint={problem.hint ?? none}
          error={problem.error}
        />
      )}
      <Line gap={8} spread="even">
        <Part part="quarter" of={affordable.quarter} onChoose={choose} />
        <Part part="half" of={affordable.half} busy={busy === 'half'} onChoose={() => onPart('half')} />
        <Part part="threeQuarters" of={affordable.threeQuarters} onChoose={choose} />
        <Part part="full" of={affordable.full} busy={busy === 'full'} onChoose={() => onPart('full')} />
      </Line>
    </Stack>
  )
}

type PartProps = { part: keyof Affordable; of: Quantity; busy?: boolean; onChoose: (of: Quantity) => void }

function Part({ part, of, busy = false, onChoose }: PartProps) {
  const t = useText()
  const words = { text: t(`ticket.${part}`), label: t(`ticket.parts.${part}`) }
  return <Button {...words} kind="secondary" busy={busy} disabled={of === 0n} onPress={() => onChoose(of)} />
}
