import type { Card as CardRow } from '@mex/contract/funding-shapes.ts'
import { isPracticeNumber, practiceCard } from '@mex/core/cards.ts'
import { useState } from 'react'

import { useIsConnected } from '#data/live.ts'
import { FormMessage } from '#parts/account/form-message.tsx'
import { CallForm, FormField } from '#parts/call-form.tsx'
import { ImageField } from '#parts/upload/image-field.tsx'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { RemoveCard } from './remove-card.tsx'
import { useCardForm } from './use-card-form.ts'

const textNames = [
  'bankName',
  'accountName',
  'cardholderName',
  'region',
  'city',
  'swiftCode',
  'branchCode',
  'postalCode',
  'bankAddress',
  'personalAddress',
] as const
type TextName = (typeof textNames)[number]
type Values = Record<TextName | 'cardNumber' | 'account' | 'abaRoutingNumber' | 'frontImage' | 'backImage', string> & {
  id: number | string
  type: 1
}

const labelOf = (t: Text): Readonly<Record<TextName, string>> => ({
  bankName: t('spec.cardLabels.bankName'),
  accountName: t('spec.cardLabels.accountName'),
  cardholderName: t('spec.cardLabels.cardholderName'),
  region: t('spec.cardLabels.region'),
  city: t('spec.cardLabels.city'),
  swiftCode: t('spec.cardLabels.swiftCode'),
  branchCode: t('spec.cardLabels.branchCode'),
  postalCode: t('spec.cardLabels.postalCode'),
  bankAddress: t('spec.cardLabels.bankAddress'),
  personalAddress: t('spec.cardLabels.personalAddress'),
})

/** What the form starts from; numbers are shown masked and never come back whole. */
const valuesOf = (card: CardRow | undefined): Values => ({
  id: card?.id ?? '',
  type: 1,
  cardNumber: '',
  account: '',
  abaRoutingNumber: card?.routingNumber ?? '',
  frontImage: card?.frontImage ?? '',
  backImage: card?.backImage ?? '',
  ...(Object.fromEntries(textNames.map((name) => [name, card?.[name] ?? ''])) as Record<TextName, string>),
})

/** Whether a number could be somebody's: said while it is typed, with what to do instead. */
const looksReal = (number: string): boolean => /^\d{8,19}$/.test(number) && !isPracticeNumber(number)

/** Adds a bank card or changes one; what looks real is refused with the reason. */
export function BankCardForm({ title, card, onDone }: { title: string; card?: CardRow; onDone: () => void }) {
  const t = useText()
  const isConnected = useIsConnected()
  const { form, submit, isBusy } = useCardForm<Values>(card, valuesOf(card), onDone)
  const { control, message, setValue, clearErrors } = form
  const fill = () => {
    const { bankName, accountName, cardNumber, cardholderName, region, city } = practiceCard
    const filled = { bankName, accountName, cardNumber, cardholderName, region, city }
    for (const [name, value] of Object.entries(filled)) setValue(name as keyof typeof filled, value)
    setValue('swiftCode', practiceCard.swiftCode ?? '')
    setValue('postalCode', practiceCard.postalCode ?? '')
    clearErrors()
  }
  return (
    <Screen
      title={title}
      footer={
        <Button
          text={t('funding.save')}
          size="large"
          wide
          busy={isBusy}
          disabled={!isConnected}
          reason={t('funding.offline')}
          onPress={() => void submit()}
        />
      }
    >
      <Notice action={<TextButton text={t('funding.fillPractice')} onPress={fill} />}>{t('funding.cardRule')}</Notice>
      <CallForm onSubmit={() => void submit()}>
        <Card>
          <Stack gap={16}>
            <TextRow form={form} name="bankName" required />
            <TextRow form={form} name="accountName" required />
            <FormField control={control} name="cardNumber">
              {(field) => (
                <NumberText
                  field={field}
                  label={t('spec.cardLabels.cardNumber')}
                  hint={card === undefined ? t('funding.cardHint') : keptHint(t, card.cardNumber)}
                  required={card === undefined}
                />
              )}
            </FormField>
            <TextRow form={form} name="cardholderName" required />
            <TextRow form={form} name="region" required />
            <TextRow form={form} name="city" required />
          </Stack>
        </Card>
        <MoreFields form={form} card={card} />
        <FormMessage message={message} />
      </CallForm>
      {card === undefined ? undefined : <RemoveCard id={card.id} text={t('funding.remove')} onRemoved={onDone} />}
    </Screen>
  )
}

type Form = ReturnType<typeof useCardForm<Values>>['form']
type Field = {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  error: string | undefined
}

const keptHint = (t: Text, number: string | undefined): string =>
  number === undefined ? t('funding.accountHint') : t('funding.cardKept', { number })

function TextRow({ form, name, hint, required }: { form: Form; name: TextName; hint?: string; required?: boolean }) {
  const t = useText()
  return (
    <FormField control={form.control} name={name}>
      {(field) => (
        <TextField
          {...field}
          label={labelOf(t)[name]}
          hint={hint}
          autoComplete="off"
          maxLength={50}
          required={required ?? false}
        />
      )}
    </FormField>
  )
}

type NumberProps = { field: Field; label: string; hint: string; required?: boolean }

function NumberText({ field, label, hint, required = false }: NumberProps) {
  const t = useText()
  return (
    <TextField
      {...field}
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      maxLength={23}
      required={required}
      error={looksReal(field.value) ? t('funding.cardReal') : field.error}
      // Pasted numbers come in groups.
      onChange={(value) => field.onChange(value.replaceAll(/[\s-]/g, ''))}
    />
  )
}

/** What banks abroad ask for as well; none of it is needed here. */
function MoreFields({ form, card }: { form: Form; card: CardRow | undefined }) {
  const t = useText()
  const [isOpen, setOpen] = useState(card !== undefined)
  const { control } = form
  if (!isOpen) return <Button text={t('funding.moreFields')} kind="secondary" wide onPress={() => setOpen(true)} />
  return (
    <Card>
      <Stack gap={16}>
        <TextRow form={form} name="swiftCode" hint={t('funding.swiftHint')} />
        <TextRow form={form} name="branchCode" hint={t('funding.optional')} />
        <FormField control={control} name="account">
          {(field) => (
            <NumberText field={field} label={t('spec.cardLabels.account')} hint={keptHint(t, card?.account)} />
          )}
        </FormField>
        <FormField control={control} name="abaRoutingNumber">
          {(field) => (
            <TextField
              {...field}
              label={t('spec.cardLabels.abaRoutingNumber')}
              hint={t('funding.routingHint')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
            />
          )}
        </FormField>
        <TextRow form={form} name="postalCode" hint={t('funding.optional')} />
        <TextRow form={form} name="bankAddress" hint={t('funding.optional')} />
        <TextRow form={form} name="personalAddress" hint={t('funding.optional')} />
        {(['frontImage', 'backImage'] as const).map((name) => (
          <FormField key={name} control={control} name={name}>
            {(field) => (
              <ImageField
                {...field}
                label={t(name === 'frontImage' ? 'spec.cardLabels.frontCardImage' : 'spec.cardLabels.backCardImage')}
                purpose={t('funding.imagesOptional')}
              />
            )}
          </FormField>
        ))}
      </Stack>
    </Card>
  )
}
