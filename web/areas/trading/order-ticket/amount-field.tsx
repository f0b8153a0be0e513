import { valueOf } from '@mex/core/money/money.ts'
import { notionalPrice } from '@mex/core/trading/order-check.ts'

import { moneyText, valueText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { NumberField } from '#ui/number-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { FieldProblem } from './field-errors.ts'
import type { Fields } from './fields.ts'
import { quoteOf, type LiveQuote } from './instrument.ts'
import type { TicketPreview } from './preview.ts'
import { quantityWithUnit } from './quantity-with-unit.ts'

type Props = {
  fields: Fields
  quote: LiveQuote
  ticketPreview: Pick<TicketPreview, 'request' | 'rest'>
  value: string
  onChange: (value: string) => void
  onByQuantity: () => void
  problem: FieldProblem
}

/** What the order may be worth, in the instrument's currency; below it what that buys, and what is left over. */
export function AmountField({ fields, quote, ticketPreview, value, onChange, onByQuantity, problem }: Props) {
  const t = useText()
  const { request, rest } = ticketPreview
  const { currency, lot, multiplier } = quote
  const isTooSmall = rest !== undefined && request.quantity === 0n
  const smallest = {
    quantity: quantityWithUnit(t, lot, fields.unit),
    worth: valueText(valueOf(notionalPrice(request, quoteOf(quote)), lot, multiplier), currency),
  }
  const hint =
    rest === undefined || request.quantity === undefined || isTooSmall
      ? t('orderMoney.wholeLots', smallest)
      : t(request.direction === 'long' ? 'orderMoney.buys' : 'orderMoney.sells', {
          quantity: quantityWithUnit(t, request.quantity, fields.unit),
          rest: moneyText(rest, currency),
        })
  return (
    <NumberField
      name="amount"
      label={t('orderMoney.amount')}
      aside={<TextButton text={t('orderMoney.byQuantity')} onPress={onByQuantity} />}
      value={value}
      onChange={onChange}
      decimals={2}
      placeholder="0.00"
      unit={currency}
      hint={problem.hint ?? hint}
      error={isTooSmall ? t('orderMoney.tooSmall') : problem.error}
    />
  )
}
