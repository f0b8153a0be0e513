import type { Card as CardRow } from '@mex/contract/funding/shapes.ts'
import { isPracticeNumber, practiceCard } from '@mex/core/funding/cards.ts'

import { FormMessage } from '#components/form-message.tsx'
import { CallForm, FormField } from '#components/call-form.tsx'
import { ImageField } from '#areas/files/door/image-field.tsx'
import { useText, type Text } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { CardFormScreen } from './card-form-screen.tsx'
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

/** Fields with special input attributes. */
const inputOf: Readonly<Partial<Record<TextName, { max: number; autoCapitalize?: 'characters' }>>> = {
  swiftCode: { max: 11, autoCapitalize: 'characters' },
}

/** The initial values of the form; the server sends numbers masked only, so they start empty. */
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

const numberNames = ['cardNumber', 'account'] as const

/** Errors of malformed numbers. Well-formed numbers of possible real cards are refused by the server. */
const malformedNumbers =
  (text: string) =>
  (values: Values): Record<string, string> =>
    Object.fromEntries(
      numberNames.filter((name) => values[name] !== '' && !/^\d{8,19}$/.test(values[name])).map((name) => [name, text]),
    )

/** Whether a number could belong to a real card: the form warns while typing. */
const looksReal = (number: string): boolean => /^\d{8,19}$/.test(number) && !isPracticeNumber(number)

/** Adds or changes a bank card; refuses numbers that look real. */
export function BankCardForm({ title, card, onDone }: { title: string; card?: CardRow; onDone: () => void }) {
  const t = useText()
  const { form, submit, isBusy } = useCardForm<Values>(
    card,
    valuesOf(card),
    onDone,
    malformedNumbers(t('funding.cardDigits')),
  )
  const { message, setValue, clearErrors } = form
  const fill = () => {
    const { bankName, accountName, cardNumber, cardholderName, region, city } = practiceCard
    const filled = { bankName, accountName, cardNumber, cardholderName, region, city }
    for (const [name, value] of Object.entries(filled)) setValue(name as keyof typeof filled, value)
    setValue('swiftCode', practiceCard.swiftCode ?? '')
    setValue('postalCode', practiceCard.postalCode ?? '')
    clearErrors()
  }
  return (
    <CardFormScreen title={title} isBusy={isBusy} onSave={() => void submit()}>
      <Notice
        // A card that is changed has its own data already.
        action={card === undefined ? <TextButton text={t('funding.fillPractice')} onPress={fill} /> : undefined}
      >
        {t('funding.cardRule')}
      </Notice>
      <CallForm onSubmit={() => void submit()}>
        <Card>
          <Stack gap={16}>
            <Fields form={form} card={card} />
          </Stack>
        </Card>
        <FormMessage message={message} />
      </CallForm>
      {card === undefined ? undefined : <RemoveCard id={card.id} text={t('funding.remove')} onRemoved={onDone} />}
    </CardFormScreen>
  )
}

type Form = ReturnType<typeof useCardForm<Values>>['form']

/** All fields in the order of the specification (§3); the fields for foreign banks are optional. */
function Fields({ form, card }: { form: Form; card: CardRow | undefined }) {
  const t = useText()
  return (
    <>
      <TextRow form={form} name="bankName" required />
      <TextRow form={form} name="accountName" required />
      <NumberRow
        form={form}
        name="cardNumber"
        hint={card === undefined ? t('funding.cardHint') : keptHint(t, card.cardNumber)}
        required={card === undefined}
      />
      <TextRow form={form} name="swiftCode" hint={t('funding.swiftHint')} />
      <TextRow form={form} name="branchCode" />
      <TextRow form={form} name="cardholderName" required />
      <NumberRow form={form} name="account" hint={keptHint(t, card?.account)} />
      <TextRow form={form} name="region" required />
      <TextRow form={form} name="city" required />
      <TextRow form={form} name="postalCode" />
      <TextRow form={form} name="bankAddress" />
      <TextRow form={form} name="personalAddress" />
      <RoutingRow form={form} />
      <PictureRow form={form} name="frontImage" label={t('spec.cardLabels.frontCardImage')} />
      <PictureRow form={form} name="backImage" label={t('spec.cardLabels.backCardImage')} />
    </>
  )
}

const keptHint = (t: Text, number: string | undefined): string =>
  number === undefined ? t('funding.accountHint') : t('funding.cardKept', { number })

type RowProps<Name> = { form: Form; name: Name; hint?: string; required?: boolean }

/** The label of an optional field. */
const labelFor = (t: Text, label: string, required: boolean): string =>
  required ? label : t('auth.optional', { label })

function TextRow({ form, name, hint, required = false }: RowProps<TextName>) {
  const t = useText()
  const { max, ...input } = inputOf[name] ?? { max: 50 }
  return (
    <FormField control={form.control} name={name}>
      {(field) => (
        <TextField
          {...field}
          {...input}
          onChange={(value) => field.onChange(input.autoCapitalize === undefined ? value : value.toUpperCase())}
          label={labelFor(t, labelOf(t)[name], required)}
          hint={hint}
          autoComplete="off"
          maxLength={max}
          required={required}
        />
      )}
    </FormField>
  )
}

function NumberRow({ form, name, hint, required = false }: RowProps<(typeof numberNames)[number]>) {
  const t = useText()
  return (
    <FormField control={form.control} name={name}>
      {(field) => (
        <TextField
          {...field}
          label={
            name === 'cardNumber' ? t('spec.cardLabels.cardNumber') : labelFor(t, t('spec.cardLabels.account'), false)
          }
          hint={hint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={23}
          required={required}
          error={looksReal(field.value) ? t('funding.cardReal') : field.error}
          // Pasted numbers contain spaces between groups.
          onChange={(value) => field.onChange(value.replaceAll(/[\s-]/g, ''))}
        />
      )}
    </FormField>
  )
}

function RoutingRow({ form }: { form: Form }) {
  const t = useText()
  return (
    <FormField control={form.control} name="abaRoutingNumber">
      {(field) => (
        <TextField
          {...field}
          label={labelFor(t, t('spec.cardLabels.abaRoutingNumber'), false)}
          hint={t('funding.routingHint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
        />
      )}
    </FormField>
  )
}

function PictureRow({ form, name, label }: { form: Form; name: 'frontImage' | 'backImage'; label: string }) {
  const t = useText()
  return (
    <FormField control={form.control} name={name}>
      {(field) => <ImageField {...field} label={labelFor(t, label, false)} purpose={t('funding.noRealCard')} />}
    </FormField>
  )
}
