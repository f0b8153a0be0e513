import type { FieldBinding } from '#components/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { Segmented } from '#ui/segmented.tsx'

type Props<Currency extends string> = { field: FieldBinding<Currency | ''>; currencies: readonly Currency[] }

/** The currency of a deposit or an account; '' means that none is chosen. */
export function CurrencyField<Currency extends string>({ field, currencies }: Props<Currency>) {
  const t = useText()
  return (
    <Segmented
      label={t('funding.currency')}
      caption
      options={currencies.map((value) => ({ value, text: value }))}
      value={currencies.find((value) => value === field.value)}
      onChange={field.onChange}
      error={field.error}
    />
  )
}
