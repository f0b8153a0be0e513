import { formatQuantity, type Quantity } from '@mex/core/money.ts'

import { quantityText } from '#parts/figures.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { NumberField } from '#ui/number-field.tsx'
import type { Fields, Unit } from './fields.ts'
import type { Affordable } from './preview.ts'

const labels = {
  shares: 'ticket.quantityShares',
  contracts: 'ticket.quantityContracts',
  lots: 'ticket.quantityLots',
} as const satisfies Record<Unit, string>

type Props = {
  fields: Fields
  value: string
  onChange: (value: string) => void
  affordable: Affordable
  /** Whether a higher leverage could be chosen. */
  hasMoreLeverage: boolean
  error: string | undefined
}

/** How many, by the step of a lot or as a share of what the money buys. */
export function QuantityField({ fields, value, onChange, affordable, hasMoreLeverage, error }: Props) {
  const t = useText()
  const { unit, lot, quantityDecimals } = fields
  const choose = (quantity: Quantity) => onChange(formatQuantity(quantity))
  const none = hasMoreLeverage ? t('ticket.noneAtLeverage') : t('ticket.none')
  return (
    <Stack gap={8}>
      <NumberField
        label={t(labels[unit])}
        aside={t('ticket.most', { quantity: quantityText(affordable.full) })}
        value={value}
        onChange={onChange}
        decimals={quantityDecimals}
        step={lot}
        placeholder="0"
        hint={affordable.full === 0n ? none : undefined}
        error={error}
      />
      <Line gap={8} spread="even">
        <Part text={t('ticket.quarter')} of={affordable.quarter} onChoose={choose} />
        <Part text={t('ticket.half')} of={affordable.half} onChoose={choose} />
        <Part text={t('ticket.threeQuarters')} of={affordable.threeQuarters} onChoose={choose} />
        <Part text={t('ticket.full')} of={affordable.full} onChoose={choose} />
      </Line>
    </Stack>
  )
}

function Part({ text, of, onChoose }: { text: string; of: Quantity; onChoose: (quantity: Quantity) => void }) {
  return <Button text={text} kind="secondary" wide disabled={of === 0n} onPress={() => onChoose(of)} />
}
