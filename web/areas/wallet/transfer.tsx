import { account } from '@mex/contract/account/calls.ts'
import type { WalletBalance } from '@mex/contract/wallet/shapes.ts'
import { formatMoney } from '@mex/core/money/money.ts'
import { refusal } from '@mex/core/refusal.ts'
import { canTransfer, transferable, walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'
import { useState } from 'react'

import { refresh, useCall } from '#data/call.ts'
import { useIsConnected } from '#data/live.ts'
import { useParameters } from '#data/use-navigation.ts'
import { CallForm, focusFirstError, FormField } from '#components/call-form.tsx'
import { moneyText } from '#components/figures.ts'
import { readWallet } from './door/names.ts'
import { TransferFields } from './transfer-fields.tsx'
import { chooseWallet } from './transfer-figures.ts'
import { TransferPreview } from './transfer-preview.tsx'
import { TransferSheet } from './transfer-sheet.tsx'
import { useTransferForm } from './use-transfer-form.ts'
import { useWording } from '#components/refusal-text.ts'
import { LoadError } from '#components/load-error.tsx'
import { formatTime } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'

/** The two wallets of the URL; the funding account is the default. */
function useAskedWays(): { readonly from: Wallet; readonly to: Wallet } {
  const requested = useParameters('transfer')
  const read = (text: string | undefined): Wallet | undefined => {
    const wallet = readWallet(text)
    return wallet === 'OVERVIEW' ? undefined : wallet
  }
  const [from, to] = [read(requested.from), read(requested.to)]
  if (from !== undefined && to !== undefined && canTransfer(from, to)) return { from, to }
  if (from !== undefined && from !== 'BALANCE') return { from, to: 'BALANCE' }
  return { from: 'BALANCE', to: to === undefined || to === 'BALANCE' ? 'US_STOCK' : to }
}

export function Transfer() {
  const t = useText()
  const overview = useCall(account.overview, { wallet: 'OVERVIEW' }, { everySeconds: 15 })
  const { data, failure, isStale, receivedAt } = overview
  if (data !== undefined) return <TransferPage balances={data.wallets} knownAt={isStale ? receivedAt : undefined} />
  return (
    <Screen title={t('titles.transfer')} waiting={failure === undefined}>
      {failure === undefined ? (
        <SkeletonCard height={340} />
      ) : (
        <LoadError title={t('wallet.failed')} text={t('wallet.failedText')} answer={overview} />
      )}
    </Screen>
  )
}

type PageProps = {
  balances: readonly WalletBalance[]
  /** When stale balances were received; epoch milliseconds. */
  knownAt: number | undefined
}

function TransferPage({ balances, knownAt }: PageProps) {
  const t = useText()
  const say = useWording()
  const { form, transfer, accepted, plan, hasAmount, ...act } = useTransferForm(useAskedWays())
  const [isOpen, setOpen] = useState(false)
  const { from, to, amount, figures } = plan
  const balance = balances.find(({ wallet }) => wallet === from)
  const isTooMuch = balance !== undefined && amount > balance.available
  const hasNoRate = figures.converts && figures.rate === undefined
  const review = form.submitTo(() => {
    act.beginReview()
    if (isTooMuch) focusFirstError()
    else setOpen(true)
  })
  return (
    <Screen
      title={t('titles.transfer')}
      onRefresh={() => refresh(account.overview)}
      footer={<ReviewButton hasNoRate={hasNoRate} onPress={() => void review()} />}
    >
      {knownAt === undefined ? undefined : (
        <Notice tone="warn">{t('profile.stale', { time: formatTime(knownAt) })}</Notice>
      )}
      <Card>
        <CallForm onSubmit={() => void review()}>
          <FormField control={form.control} name="amount">
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
            onChoose={(side, wallet) => act.chooseWays(chooseWallet(side, wallet, { from, to }))}
            onSwap={() => act.chooseWays({ from: to, to: from })}
          />
        </CallForm>
      </Card>
      <TransferPreview balance={balance} figures={figures} to={to} hasAmount={hasAmount} />
      <TransferSheet
        open={isOpen}
        plan={plan}
        accepted={accepted}
        failure={transfer.failure}
        isBusy={transfer.isBusy}
        onConfirm={act.confirm}
        onClose={() => setOpen(false)}
        onClosed={act.startAnew}
      />
    </Screen>
  )
}

function ReviewButton({ hasNoRate, onPress }: { hasNoRate: boolean; onPress: () => void }) {
  const t = useText()
  const isConnected = useIsConnected()
  return (
    <Button
      text={t('wallet.review')}
      size="large"
      wide
      disabled={!isConnected || hasNoRate}
      reason={isConnected ? t('wallet.noRate') : t('wallet.offline')}
      onPress={onPress}
    />
  )
}

function MaxButton({ balance, onChoose }: { balance: WalletBalance | undefined; onChoose: (text: string) => void }) {
  const t = useText()
  if (balance === undefined) return undefined
  const max = transferable(balance.available, balance.unsettled)
  return (
    <TextButton
      text={t('wallet.max', { amount: moneyText(max, balance.currency) })}
      onPress={() => onChoose(formatMoney(max))}
    />
  )
}
