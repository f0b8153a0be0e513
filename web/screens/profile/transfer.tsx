import { account } from '@mex/contract/account.ts'
import { money as amountField } from '@mex/contract/fields.ts'
import type { WalletBalance } from '@mex/contract/shapes.ts'
import { trading } from '@mex/contract/trading.ts'
import { wallet as calls } from '@mex/contract/wallet.ts'
import { nothing, formatMoney, type Money } from '@mex/core/money.ts'
import { refusal } from '@mex/core/refusal.ts'
import { canTransfer, transferable, walletCurrency, type Wallet } from '@mex/core/wallets.ts'
import { useState } from 'react'
import * as z from 'zod/mini'

import { refresh, useCall, useSend } from '#data/call.ts'
import { isFinal } from '#data/failure.ts'
import { useIsConnected } from '#data/live.ts'
import { buzz } from '#data/preferences.ts'
import { useParameters } from '#data/use-navigation.ts'
import { CallForm, FormField, useCallForm } from '#parts/call-form.tsx'
import { moneyText } from '#parts/figures.ts'
import { readWallet, useWalletWords } from '#parts/wallet/names.ts'
import { useRates } from '#parts/wallet/rates.ts'
import { TransferFields } from '#parts/wallet/transfer-fields.tsx'
import { chooseWallet, transferFigures, type TransferFigures } from '#parts/wallet/transfer-figures.ts'
import type { Accepted } from '#parts/wallet/transfer-plan.ts'
import { TransferSheet } from '#parts/wallet/transfer-sheet.tsx'
import { useWording } from '#parts/wording.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { Words } from '#ui/words.tsx'

type Ways = { readonly from: Wallet; readonly to: Wallet }

/** The two wallets that the address asks for; the funding account stands in for what it leaves open. */
function useAskedWays(): Ways {
  const asked = useParameters('/pages/profile/transfer')
  const read = (text: string | undefined): Wallet | undefined => {
    const wallet = readWallet(text)
    return wallet === 'OVERVIEW' ? undefined : wallet
  }
  const [from, to] = [read(asked.from), read(asked.to)]
  if (from !== undefined && to !== undefined && canTransfer(from, to)) return { from, to }
  if (from !== undefined && from !== 'BALANCE') return { from, to: 'BALANCE' }
  return { from: 'BALANCE', to: to === undefined || to === 'BALANCE' ? 'US_STOCK' : to }
}

export function Transfer() {
  const t = useText()
  const overview = useCall(account.overview, { wallet: 'OVERVIEW' }, { everySeconds: 15 })
  const { data, failure } = overview
  if (data === undefined) {
    return (
      <Screen title={t('titles.profileTransfer')} waiting={failure === undefined}>
        {failure === undefined ? (
          <SkeletonCard height={340} />
        ) : (
          <ErrorState
            title={t('wallet.failed')}
            text={failure.message || t('wallet.failedText')}
            code={failure.code}
            onRetry={() => void overview.retry()}
          />
        )}
      </Screen>
    )
  }
  return <TransferPage balances={data.wallets} />
}

/** The amount that a text says, or undefined when it is none. */
function readAmount(text: string): Money | undefined {
  const read = z.safeDecode(amountField, text as never)
  return read.success ? read.data : undefined
}

function useTransfer() {
  const [accepted, setAccepted] = useState<Accepted>()
  const transfer = useSend(calls.transfer, {
    stale: [account.overview, calls.balance, calls.bills, trading.bills],
    showsRefusals: true,
    onAnswer: (answer) => {
      buzz()
      setAccepted({ answer, at: Date.now() })
    },
  })
  return { transfer, accepted, forget: () => setAccepted(undefined) }
}

function TransferPage({ balances }: { balances: readonly WalletBalance[] }) {
  const t = useText()
  const say = useWording()
  const isConnected = useIsConnected()
  const { published } = useRates(15)
  const { transfer, accepted, forget } = useTransfer()
  const asked = useAskedWays()
  const [isOpen, setOpen] = useState(false)
  const form = useCallForm(
    calls.transfer,
    { fromWalletType: asked.from, toWalletType: asked.to, amount: '' },
    transfer.failure,
  )
  const { control, setValue, watch } = form
  const [from, to] = [watch('fromWalletType'), watch('toWalletType')]
  const amount = readAmount(watch('amount'))
  const balance = balances.find(({ wallet }) => wallet === from)
  const figures = transferFigures({ from, to, amount: amount ?? nothing }, published)
  const isTooMuch = amount !== undefined && balance !== undefined && amount > balance.available
  const setWays = (ways: Ways) => {
    setValue('fromWalletType', ways.from)
    setValue('toWalletType', ways.to)
    form.clearErrors()
  }
  const review = form.submitTo(() => {
    // Without a final answer the same intent is still open: it keeps its key.
    if (transfer.failure !== undefined && isFinal(transfer.failure)) transfer.reset()
    if (!isTooMuch) setOpen(true)
  })
  const startAnew = () => {
    if (accepted === undefined) return
    setValue('amount', '')
    transfer.reset()
    forget()
  }
  return (
    <Screen
      title={t('titles.profileTransfer')}
      onRefresh={() => refresh(account.overview)}
      footer={
        <Button
          text={t('wallet.review')}
          size="large"
          wide
          disabled={!isConnected || (figures.converts && figures.rate === undefined)}
          reason={isConnected ? t('wallet.noRate') : t('wallet.offline')}
          onPress={() => void review()}
        />
      }
    >
      <Card>
        <CallForm form={form} onSubmit={() => void review()}>
          <FormField control={control} name="amount">
            {(field) => (
              <NumberField
                {...field}
                label={t('wallet.amount')}
                decimals={2}
                placeholder="0.00"
                unit={walletCurrency[from]}
                error={isTooMuch ? say.refusal(refusal('insufficient_balance')) : field.error}
                aside={<MaxButton balance={balance} onChoose={field.onChange} />}
              />
            )}
          </FormField>
          <TransferFields
            from={from}
            to={to}
            balances={balances}
            onChoose={(side, wallet) => setWays(chooseWallet(side, wallet, { from, to }))}
            onSwap={() => setWays({ from: to, to: from })}
          />
        </CallForm>
      </Card>
      <Preview balance={balance} figures={figures} to={to} hasAmount={amount !== undefined} />
      <TransferSheet
        open={isOpen}
        plan={{ from, to, amount: amount ?? nothing, figures }}
        accepted={accepted}
        failure={transfer.failure}
        isBusy={transfer.isBusy}
        isConnected={isConnected}
        onConfirm={() => {
          if (amount !== undefined) void transfer.send({ from, to, amount })
        }}
        onClose={() => setOpen(false)}
        onClosed={startAnew}
      />
    </Screen>
  )
}

function MaxButton({ balance, onChoose }: { balance: WalletBalance | undefined; onChoose: (text: string) => void }) {
  const t = useText()
  if (balance === undefined) return undefined
  const most = transferable(balance.available, balance.unsettled)
  return (
    <TextButton
      text={t('wallet.max', { amount: moneyText(most, balance.currency) })}
      onPress={() => onChoose(formatMoney(most))}
    />
  )
}

type PreviewProps = { balance: WalletBalance | undefined; figures: TransferFigures; to: Wallet; hasAmount: boolean }

/** What the transfer would bring, before it is reviewed. */
function Preview({ balance, figures, to, hasAmount }: PreviewProps) {
  const t = useText()
  const words = useWalletWords()
  const { converts, rate, spread, arrives } = figures
  const currency = walletCurrency[to]
  const shown = (amount: Money | undefined) => moneyText(hasAmount ? amount : undefined, currency)
  const rows: KeyValue[] = [
    {
      label: t('wallet.available'),
      value: balance === undefined ? '—' : moneyText(balance.available, balance.currency),
    },
    ...(balance === undefined || balance.unsettled === 0n
      ? []
      : [{ label: t('wallet.unsettled'), value: moneyText(balance.unsettled, balance.currency) }]),
    ...(rate === undefined
      ? []
      : [{ label: t('wallet.rate'), value: t('wallet.rateText', { ...rate, rate: rate.text }) }]),
    ...(converts ? [{ label: t('wallet.spread'), value: shown(spread) }] : []),
    { label: t('wallet.fee'), value: t('wallet.noFee') },
    { label: converts ? t('wallet.arrives') : t('wallet.arrivesExactly'), value: shown(arrives), strong: true },
  ]
  return (
    <Card>
      <Stack gap={8}>
        <KeyValues rows={rows} />
        {converts && rate === undefined ? <Notice tone="warn">{t('wallet.noRate')}</Notice> : undefined}
        <Words as="p" size={12} tone="third">
          {converts ? t('wallet.rateNote') : words.role(to)}
        </Words>
      </Stack>
    </Card>
  )
}
