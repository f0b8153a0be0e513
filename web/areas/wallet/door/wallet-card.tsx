import type { WalletChoice } from '@mex/contract/wallet/fields.ts'
import type { AnyBalance } from '@mex/contract/wallet/shapes.ts'
import { wallet as calls } from '@mex/contract/wallet/calls.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'
import type { ReactNode } from 'react'

import { hrefOf } from '#data/links.ts'
import { useCall } from '#data/call.ts'
import { useAmountsHidden } from '#data/preferences.ts'
import { moneyText, profitText } from '#components/figures.ts'
import { formatTime } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { StaleMark } from '#ui/notice.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { useWalletLabels } from './names.ts'

type Props = {
  wallet: Wallet
  /** Data from another answer, shown until the wallet's own answer arrives. */
  known: AnyBalance | undefined
}

/** The balances of one wallet. */
export function WalletCard({ wallet, known }: Props) {
  const { data, isStale, receivedAt } = useCall(calls.balance, { wallet }, { everySeconds: 5 })
  return <BalanceCard wallet={wallet} balance={data ?? known} staleSince={isStale ? receivedAt : undefined} />
}

type CardProps = {
  wallet: WalletChoice
  balance: Omit<AnyBalance, 'wallet'> | undefined
  /** When stale figures were received; epoch milliseconds. */
  staleSince?: number | undefined
}

/** Balance, used margin, equity and profit of one wallet or of all together, in its currency. */
export function BalanceCard({ wallet, balance, staleSince }: CardProps) {
  const t = useText()
  const labels = useWalletLabels()
  const isHidden = useAmountsHidden()
  const shown = (content: ReactNode) => (isHidden ? '••••' : content)
  const money = (figure: 'available' | 'used' | 'total' | 'equity' | 'unsettled') =>
    balance === undefined ? '—' : shown(moneyText(balance[figure], balance.currency))
  const isOverview = wallet === 'OVERVIEW'
  const rows: KeyValue[] = [
    { label: t('wallet.balance'), value: money('available') },
    ...(balance === undefined || balance.unsettled === 0n
      ? []
      : [{ label: t('wallet.ofItUnsettled'), value: money('unsettled') }]),
    { label: t('wallet.used'), value: money('used') },
    {
      label: t('wallet.profit'),
      value: shown(
        <Change
          change={balance === undefined ? undefined : profitText(balance.profit, balance.currency)}
          glyph={false}
        />,
      ),
    },
    // The total of all wallets is the headline of the page.
    ...(isOverview ? [] : [{ label: t('wallet.equity'), value: money('equity'), strong: true }]),
  ]
  return (
    <Card>
      <Stack gap={12}>
        <Line spread="apart" gap={12}>
          <Typography as="h2" size={17} weight="bold" cut>
            {labels.name(wallet)}
          </Typography>
          <Line gap={8}>
            {staleSince === undefined ? undefined : (
              <StaleMark time={formatTime(staleSince)} text={t('wallet.staleBalance')} />
            )}
            {balance === undefined ? undefined : <Tag text={balance.currency} />}
          </Line>
        </Line>
        <Typography as="p" size={12} tone="third">
          {labels.role(wallet)}
        </Typography>
        <KeyValues rows={rows} />
        {isOverview ? undefined : (
          <Line gap={8} spread="even">
            <Button
              text={t('wallet.transfer')}
              kind="secondary"
              wide
              href={hrefOf('transfer', wallet === 'BALANCE' ? {} : { to: wallet })}
            />
            <Button text={t('wallet.history')} kind="secondary" wide href={hrefOf('history', { wallet })} />
          </Line>
        )}
      </Stack>
    </Card>
  )
}
