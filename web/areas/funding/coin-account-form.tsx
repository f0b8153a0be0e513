import { funding } from '@mex/contract/funding/calls.ts'
import type { Card as CardRow } from '@mex/contract/funding/shapes.ts'
import { isRealAddress } from '@mex/core/funding/coin-addresses.ts'
import { coins, type Coin } from '@mex/core/funding/coins.ts'

import { useCall } from '#data/call.ts'
import { FormMessage } from '#components/form-message.tsx'
import { CallForm, FormField } from '#components/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { CurrencyField } from './currency-field.tsx'
import { CardFormScreen } from './card-form-screen.tsx'
import { RemoveCard } from './remove-card.tsx'
import { useCardForm } from './use-card-form.ts'

type Values = { id: number | string; type: 2; currency: Coin | ''; network: 'SIMCHAIN'; address: string }

/** Adds a virtual-coin account or changes one: a coin and an address of the simulated chain. */
export function CoinAccountForm({ title, card, onDone }: { title: string; card?: CardRow; onDone: () => void }) {
  const t = useText()
  const values: Values = {
    id: card?.id ?? '',
    type: 2,
    currency: card?.coin ?? '',
    network: 'SIMCHAIN',
    address: card?.address ?? '',
  }
  const { form, submit, isBusy } = useCardForm<Values>(card, values, onDone)
  return (
    <CardFormScreen title={title} isBusy={isBusy} onSave={() => void submit()}>
      <Card>
        <Fields form={form} onSubmit={() => void submit()} />
      </Card>
      <Notice>{t('funding.coinRule')}</Notice>
      {card === undefined ? undefined : <RemoveCard id={card.id} text={t('funding.removeCoin')} onRemoved={onDone} />}
    </CardFormScreen>
  )
}

type FieldsProps = { form: ReturnType<typeof useCardForm<Values>>['form']; onSubmit: () => void }

function Fields({ form, onSubmit }: FieldsProps) {
  const t = useText()
  const { control, message, watch } = form
  const { data: options } = useCall(funding.depositOptions, { kind: 'coin' })
  const own = options?.find(({ asset }) => asset === watch('currency'))?.address
  return (
    <CallForm onSubmit={onSubmit}>
      <FormField control={control} name="currency">
        {(field) => <CurrencyField field={field} currencies={coins} />}
      </FormField>
      <KeyValues rows={[{ label: t('funding.network'), value: t('funding.simulatedChain') }]} />
      <FormField control={control} name="address">
        {(field) => (
          <Stack gap={4}>
            <TextField
              {...field}
              label={t('funding.coinAddress')}
              hint={t('funding.faucetHint')}
              autoComplete="off"
              autoCapitalize="none"
              maxLength={100}
              required
              error={isRealAddress(field.value) ? t('funding.coinReal') : field.error}
              onChange={(value) => field.onChange(value.replaceAll(/\s/g, ''))}
            />
            {own === undefined ? undefined : (
              <TextButton text={t('funding.fillOwn')} onPress={() => field.onChange(own)} />
            )}
          </Stack>
        )}
      </FormField>
      <FormMessage message={message} />
    </CallForm>
  )
}
