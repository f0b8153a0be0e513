import { funding } from '@mex/contract/funding/calls.ts'
import { coins, type Coin } from '@mex/core/funding/coins.ts'
import { formatMoney } from '@mex/core/money/money.ts'
import { useState } from 'react'

import { useCall, useSend } from '#data/call.ts'
import { FormMessage } from '#components/form-message.tsx'
import { CallForm, FormField, SubmitButton, useCallForm } from '#components/call-form.tsx'
import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Typography } from '#ui/typography.tsx'
import { AddressGroups } from './address-groups.tsx'

type Props = { coin?: Coin; onSent?: () => void }

/** The form state: the user's own address until another one is entered. */
function useFaucet({ coin: first = 'SUSD', onSent }: Props) {
  const chain = useCall(funding.chain, {}, { everySeconds: 5 })
  const options = useCall(funding.depositOptions, { kind: 'coin' })
  const send = useSend(funding.sendCoins, {
    stale: [funding.chain, funding.deposits],
    showsRefusals: true,
    done: true,
    ...(onSent === undefined ? {} : { onAnswer: onSent }),
  })
  const form = useCallForm(funding.sendCoins, { asset: first, address: '', amount: '100' }, send.failure)
  const [isChosen, setChosen] = useState(false)
  const coin = form.watch('asset')
  const own = options.data?.find((option) => option.asset === coin)?.address
  const isElsewhere = isChosen || (own === undefined && options.failure !== undefined)
  return {
    form,
    send,
    coin,
    own,
    isElsewhere,
    chooseElsewhere: (elsewhere: boolean) => {
      form.setValue('address', '')
      form.clearErrors('address')
      setChosen(elsewhere)
    },
    /** What was typed stays when the own address, which failed to load, comes later. */
    stayElsewhere: () => setChosen(true),
    left: chain.data?.left.find((row) => row.coin === coin)?.amount,
    submit: () => {
      if (!isElsewhere) {
        if (own === undefined) return undefined
        form.setValue('address', own)
      }
      return form.submitTo((input) => send.send(input))()
    },
  }
}

/** Sends simulated coins to the user's own address, or to another entered one. */
export function FaucetForm(props: Props) {
  const t = useText()
  const faucet = useFaucet(props)
  const { form, send } = faucet
  return (
    <CallForm onSubmit={() => void faucet.submit()}>
      <Typography as="p" size={13} tone="second">
        {t('funding.faucetText')}
      </Typography>
      <Fields faucet={faucet} />
      <FormMessage message={form.message} />
      <Stack gap={8}>
        <SubmitButton text={t('funding.faucetSend')} offline={t('funding.offline')} busy={send.isBusy} />
        {send.answer === undefined ? undefined : <Notice tone="success">{t('funding.faucetSent')}</Notice>}
      </Stack>
    </CallForm>
  )
}

type Faucet = ReturnType<typeof useFaucet>

function Fields({ faucet }: { faucet: Faucet }) {
  const t = useText()
  const { form, coin, left } = faucet
  const { control } = form
  return (
    <>
      <FormField control={control} name="asset">
        {(field) => (
          <Segmented
            label={t('funding.faucetCoin')}
            caption
            options={coins.map((value) => ({ value, text: value }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      </FormField>
      <Address faucet={faucet} />
      <FormField control={control} name="amount">
        {(field) => (
          <NumberField
            {...field}
            label={t('funding.faucetAmount')}
            decimals={2}
            unit={coin}
            aside={
              left === undefined ? undefined : (
                <TextButton
                  text={t('funding.faucetLeft', { amount: moneyText(left, coin) })}
                  onPress={() => field.onChange(formatMoney(left))}
                />
              )
            }
          />
        )}
      </FormField>
    </>
  )
}

/** The own address in full, which a field would cut on a phone; or a field for another one. */
function Address({ faucet: { form, own, isElsewhere, chooseElsewhere, stayElsewhere } }: { faucet: Faucet }) {
  const t = useText()
  if (!isElsewhere)
    return (
      <Stack gap={12}>
        <Line spread="apart" wrap>
          <Typography size={13} tone="second">
            {t('funding.faucetOwn')}
          </Typography>
          <TextButton text={t('funding.faucetElsewhere')} onPress={() => chooseElsewhere(true)} />
        </Line>
        {own === undefined ? <Skeleton height={44} /> : <AddressGroups address={own} />}
      </Stack>
    )
  return (
    <FormField control={form.control} name="address">
      {(field) => (
        <TextField
          {...field}
          onChange={(text) => {
            stayElsewhere()
            field.onChange(text)
          }}
          label={t('funding.faucetAddress')}
          hint={t('funding.faucetHint')}
          autoComplete="off"
          autoCapitalize="none"
          required
          maxLength={100}
          aside={
            own === undefined ? undefined : (
              <TextButton text={t('funding.faucetMine')} onPress={() => chooseElsewhere(false)} />
            )
          }
        />
      )}
    </FormField>
  )
}
