import type { Answer } from '@mex/contract/call.ts'
import type { funding } from '@mex/contract/funding/calls.ts'
import type { Card as CardRow } from '@mex/contract/funding/shapes.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { fundingCurrency } from '@mex/core/funding/postings.ts'
import { withdrawalFee } from '@mex/core/funding/withdrawals.ts'
import { formatMoney, formatRate, walletCurrencies } from '@mex/core/money/money.ts'
import { refusal } from '@mex/core/refusal.ts'

import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { CallForm, FormField, type FieldBinding } from '#components/call-form.tsx'
import { moneyText } from '#components/figures.ts'
import { useWording } from '#components/refusal-text.ts'
import { unknown } from '#text/format.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { Typography } from '#ui/typography.tsx'
import { cardTitle } from './card-title.ts'
import type { Method } from './method-switch.tsx'
import type { WithdrawalForm, WithdrawalPlan } from './use-withdrawal-form.ts'

type Props = {
  withdrawal: WithdrawalForm
  method: Method
  cards: readonly CardRow[]
  usable: Answer<typeof funding.usable>
  isTooMuch: boolean
  onSubmit: () => void
}

/** Amount, destination and the amount that will arrive. */
export function WithdrawFields({ withdrawal, method, cards, usable, isTooMuch, onSubmit }: Props) {
  const t = useText()
  const say = useWording()
  const { form, plan, currency, setCurrency } = withdrawal
  const isBank = method === 'bank'
  return (
    <Card>
      <Stack gap={16}>
        <CallForm onSubmit={onSubmit}>
          <FormField control={form.control} name="amount">
            {(field) => (
              <NumberField
                {...field}
                onChange={(next) => {
                  field.onChange(next)
                  form.clearErrors('amount')
                }}
                label={t('funding.withdrawAmount')}
                decimals={2}
                placeholder="0.00"
                unit={fundingCurrency}
                error={isTooMuch ? say.refusal(refusal('insufficient_balance')) : field.error}
                aside={
                  usable.reasonCode === undefined ? (
                    <TextButton
                      text={t('funding.max', { amount: moneyText(usable.amount, usable.currency) })}
                      onPress={() => field.onChange(formatMoney(usable.amount))}
                    />
                  ) : (
                    <Available />
                  )
                }
              />
            )}
          </FormField>
          <FormField control={form.control} name="cardId">
            {(field) => <CardSelect field={field} isBank={isBank} cards={cards} />}
          </FormField>
          {isBank ? (
            <Segmented
              label={t('funding.paidIn')}
              caption
              options={walletCurrencies.map((value) => ({ value, text: value }))}
              value={currency}
              onChange={setCurrency}
            />
          ) : undefined}
        </CallForm>
        <KeyValues rows={usePlanRows(plan, isBank)} />
      </Stack>
    </Card>
  )
}

/** What the funding account holds, also while nothing of it can be withdrawn. */
function Available() {
  const t = useText()
  const { data } = useCall(wallet.balance, { wallet: 'BALANCE' }, { everySeconds: 10 })
  if (data === undefined) return undefined
  return (
    <Typography size={13} tone="second">
      {t('funding.availableNow', { amount: moneyText(data.available, data.currency) })}
    </Typography>
  )
}

type CardProps = { field: FieldBinding<string>; isBank: boolean; cards: readonly CardRow[] }

/** The destination. Without a card or an account: the text of the spec and a link to add one. */
function CardSelect({ field, isBank, cards }: CardProps) {
  const t = useText()
  const hasNone = cards.length === 0
  const missing = isBank ? field.error : t('spec.messages.enterYourWalletAddress')
  return (
    <Select
      {...field}
      label={t('funding.toCard')}
      options={cards.map((card) => ({ value: String(card.id), text: cardTitle(card) }))}
      value={field.value === '' ? undefined : field.value}
      placeholder={
        hasNone
          ? t(isBank ? 'funding.noCards' : 'funding.noCoins')
          : t(isBank ? 'funding.chooseCard' : 'funding.chooseCoin')
      }
      hint={hasNone ? t(isBank ? 'funding.noCardsText' : 'funding.noCoinsText') : undefined}
      error={field.error === undefined ? undefined : missing}
      aside={
        hasNone ? (
          <TextButton
            text={t(isBank ? 'funding.addCard' : 'funding.addCoin')}
            href={hrefOf(isBank ? 'editBankCard' : 'editCoinAccount')}
          />
        ) : (
          <TextButton text={t('funding.manageCards')} href={hrefOf('cards', isBank ? {} : { tab: 'coins' })} />
        )
      }
      required
    />
  )
}

/** Rate, fee and arriving amount: in the form and in the review. */
export function usePlanRows({ card, payout, asset }: WithdrawalPlan, isBank: boolean): readonly KeyValue[] {
  const t = useText()
  const fee = payout?.fee ?? withdrawalFee(asset)
  // The fee is in the coin of the account.
  const isUnknown = card === undefined && !isBank
  return [
    ...(payout?.conversion === undefined
      ? []
      : [
          {
            label: t('funding.rate'),
            value: t('funding.rateOf', { asset, rate: formatRate(payout.conversion.rate, 4) }),
          },
        ]),
    { label: t('funding.fee'), value: isUnknown ? unknown : fee === 0n ? t('funding.noFee') : moneyText(fee, asset) },
    { label: t('funding.reviewed'), value: t('funding.twoMinutes') },
    {
      label: t('funding.arrives'),
      value: payout === undefined || payout.receive <= 0n ? unknown : moneyText(payout.receive, asset),
      strong: true,
    },
  ]
}
