import { formatQuantity, type Quantity } from '@mex/core/money/money.ts'

import { quantityText } from '#components/figures.ts'
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
  /** The state of the half and full buttons. */
  onPart: (part: 'half' | 'full') => void
  busy: 'half' | 'full' | undefined
  /** Whether a higher leverage is available. */
  hasMoreLeverage: boolean
  error: string | undefined
}

/** The quantity, in steps of a lot or as a share of the affordable quantity. */
export function QuantityField(props: Props) {
  const { fields, value, onChange, affordable, onPart, busy, hasMoreLeverage, error } = props
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
      <Line gap={8}>
        <Part text={t('ticket.quarter')} of={affordable.quarter} onChoose={choose} />
        <Part
          text={t('spec.controls.halfPosition')}
          of={affordable.half}
          busy={busy === 'half'}
          wide
          onChoose={() => onPart('half')}
        />
        <Part text={t('ticket.threeQuarters')} of={affordable.threeQuarters} onChoose={choose} />
        <Part
          text={t('spec.controls.fullPosition')}
          of={affordable.full}
          busy={busy === 'full'}
          wide
          onChoose={() => onPart('full')}
        />
      </Line>
    </Stack>
  )
}

type PartProps = { text: string; of: Quantity; busy?: boolean; wide?: boolean; onChoose: (of: Quantity) => void }

function Part({ of, onChoose, ...button }: PartProps) {
  return <Button {...button} kind="secondary" disabled={of === 0n} onPress={() => onChoose(of)} />
}
