import { funding } from '@mex/contract/funding/calls.ts'
import { account } from '@mex/contract/account/calls.ts'
import { fiatMax } from '@mex/core/funding/deposits.ts'
import { walletCurrencies, type WalletCurrency } from '@mex/core/money/money.ts'
import { Inbox } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { hrefOf } from '#data/links.ts'
import { useSend } from '#data/call.ts'
import { LegalLine } from '#areas/account/door/legal-links.tsx'
import { FormMessage } from '#components/form-message.tsx'
import { CallForm, FormField, SubmitButton, useCallForm } from '#components/call-form.tsx'
import { moneyText } from '#components/figures.ts'
import { ImageField } from '#areas/files/door/image-field.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Line } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Notice } from '#ui/notice.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Screen } from '#ui/screen.tsx'
import { CurrencyField } from './currency-field.tsx'
import { FiatProgress, type SentFiat } from './fiat-progress.tsx'
import { drawSpecimen } from './specimen.ts'
import { useIsTablet } from './use-is-tablet.ts'

type Values = { type: 2; currency: WalletCurrency | ''; amount: string; proofImage: string }
const empty: Values = { type: 2, currency: '', amount: '', proofImage: '' }

function useFiatForm(onSent: (sent: SentFiat) => void) {
  const deposit = useSend(funding.createDeposit, {
    stale: [funding.deposits, account.overview],
    showsRefusals: true,
    done: true,
    onAnswer: (answer) => onSent({ deposit: answer, at: Date.now() }),
  })
  const form = useCallForm(funding.createDeposit, empty, deposit.failure, { draft: 'fiat' })
  return { form, deposit, submit: form.submitTo((input) => deposit.send(input)) }
}

/** A deposit from the simulated bank: an amount and any picture as proof. */
export function FiatDeposit({ title, head }: { title: string; head?: ReactNode }) {
  const t = useText()
  const [sent, setSent] = useState<SentFiat>()
  const { form, deposit, submit } = useFiatForm(setSent)
  const again = () => {
    form.reset(empty)
    deposit.reset()
    setSent(undefined)
  }
  const isTablet = useIsTablet()
  const button =
    sent === undefined ? (
      <SubmitButton
        text={t('funding.fiatSubmit')}
        offline={t('funding.offline')}
        busy={deposit.isBusy}
        onPress={() => void submit()}
      />
    ) : (
      <Button text={t('funding.another')} kind="secondary" size="large" wide onPress={again} />
    )
  return (
    <Screen title={title} footer={isTablet ? undefined : button}>
      {head}
      <Notice tone="info">{t('funding.fiatText')}</Notice>
      {sent === undefined ? (
        <Card>
          <Fields form={form} onSubmit={() => void submit()} />
        </Card>
      ) : (
        <FiatProgress sent={sent} />
      )}
      {isTablet ? <Line>{button}</Line> : undefined}
      <List>
        <Row icon={<Inbox />} title={t('funding.records')} href={hrefOf('depositRecords')} />
      </List>
      <LegalLine />
    </Screen>
  )
}

type FieldsProps = { form: ReturnType<typeof useFiatForm>['form']; onSubmit: () => void }

function Fields({ form, onSubmit }: FieldsProps) {
  const t = useText()
  const { control, message, watch } = form
  const currency = watch('currency')
  return (
    <CallForm onSubmit={onSubmit}>
      <FormField control={control} name="currency">
        {(field) => <CurrencyField field={field} currencies={walletCurrencies} />}
      </FormField>
      <FormField control={control} name="amount">
        {(field) => (
          <NumberField
            {...field}
            label={t('funding.amount')}
            decimals={2}
            placeholder="0.00"
            {...(currency === ''
              ? {}
              : {
                  unit: currency,
                  hint: t('funding.fiatMost', { amount: moneyText(fiatMax[currency], currency) }),
                })}
            required
          />
        )}
      </FormField>
      <FormField control={control} name="proofImage">
        {(field) => (
          <ImageField
            {...field}
            label={t('funding.proof')}
            required
            sample={{
              text: t('funding.specimen'),
              draw: () =>
                drawSpecimen({
                  title: t('funding.specimenTitle'),
                  text: t('funding.specimenText'),
                  amount: `${form.getValues('amount') || '0.00'} ${currency}`,
                }),
            }}
          />
        )}
      </FormField>
      <FormMessage message={message} />
    </CallForm>
  )
}
