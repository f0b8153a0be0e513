import { isPracticeNumber } from '@mex/core/funding/cards.ts'
import { isImageField, type Holder, type IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'

import { FormMessage } from '#components/form-message.tsx'
import { PersonaButton } from '#areas/account/door/persona-button.tsx'
import { CallForm, SubmitButton } from '#components/call-form.tsx'
import { useFailureText } from '#components/failure-text.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './kyc.module.css'
import { inNameOrder, useDocumentLabels } from './names.ts'
import { DocumentInput, useCountries } from './document-input.tsx'
import { deviceDraw, drawCompany, drawPersona } from './door/persona.ts'
import type { DocumentForm } from './use-document-form.ts'

type Props = { form: DocumentForm; holder: Holder }

/** The current page of the form: its fields, or the review before submitting. */
export function DocumentPages({ form, holder }: Props) {
  const { step, at } = form
  const language = useLanguage()
  const say = useFailureText()
  return (
    <>
      <LostPictures form={form} />
      {at === 0 && step?.name !== 'redo' ? <WhyWeAsk form={form} holder={holder} /> : undefined}
      {step === undefined ? (
        <LookOver form={form} />
      ) : (
        <CallForm onSubmit={() => form.next()}>
          {inNameOrder(step.fields, language).map((field) => (
            <DocumentInput key={field} form={form} field={field} />
          ))}
        </CallForm>
      )}
      <FormMessage message={say(form.failure)} />
    </>
  )
}

/** Lists the pictures that were lost at a reload and must be chosen again. */
function LostPictures({ form: { lost, step } }: { form: DocumentForm }) {
  const t = useText()
  const names = useDocumentLabels()
  // The page of a refused attempt already explains which fields to submit again.
  if (lost.length === 0 || step?.name === 'redo') return undefined
  return (
    <Notice tone="warn">
      {t('kyc.chooseAgain')}
      <ul className={styles['lost']}>
        {lost.map((field) => (
          <li key={field}>{names.field(field)}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** Explains the purpose of the form, and asks users not to enter real data. */
function WhyWeAsk({ form, holder }: Props) {
  const t = useText()
  const persona = (): IdentityDocuments =>
    holder === 'company' ? drawCompany(deviceDraw, isPracticeNumber) : drawPersona(deviceDraw)
  return (
    <Card>
      <Stack gap={12}>
        <Typography as="h2" size={15} weight="semibold">
          {t('kyc.whyTitle')}
        </Typography>
        <Typography as="p" size={13} tone="second">
          {t('kyc.whyText')}
        </Typography>
        <Notice tone="warn">{t('kyc.nothingReal')}</Notice>
        <PersonaButton holder={holder} onPress={() => form.fill(persona())} />
      </Stack>
    </Card>
  )
}

/** The review: all entered values by page, each with a link back to its page. */
function LookOver({ form }: { form: DocumentForm }) {
  const t = useText()
  const language = useLanguage()
  const names = useDocumentLabels()
  const countries = useCountries().data ?? []
  const textOf = (field: Parameters<typeof names.field>[0]): string => {
    const value = form.papers[field] ?? ''
    if (isImageField(field)) return value === '' ? '—' : t('upload.done')
    if (field === 'documentType' || field === 'officerCertificateType') return names.type(value)
    if (field === 'country') return countries.find(({ code }) => code === value)?.name ?? value
    return value
  }
  return (
    <>
      {form.steps.map((step, index) => (
        <Card key={step.name}>
          <Stack gap={12}>
            <KeyValues
              rows={inNameOrder(step.fields, language).map((field) => ({
                label: names.field(field),
                value: textOf(field),
              }))}
            />
            <TextButton text={t('kyc.change')} onPress={() => form.goTo(index)} />
          </Stack>
        </Card>
      ))}
      <Notice>{t('kyc.whatHappens')}</Notice>
    </>
  )
}

/** The buttons: next page, or submit. */
export function DocumentButtons({ form }: { form: DocumentForm }) {
  const t = useText()
  const isLast = form.step === undefined || form.step.name === 'redo'
  if (!isLast) return <Button text={t('kyc.continue')} size="large" wide onPress={() => form.next()} />
  return (
    <SubmitButton
      text={t('kyc.submit')}
      offline={t('kyc.offline')}
      busy={form.isBusy}
      onPress={() => void form.submit()}
    />
  )
}
