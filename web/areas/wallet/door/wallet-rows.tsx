import type { WalletBalance } from '@mex/contract/wallet/shapes.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'

import { useAmountsHidden } from '#data/preferences.ts'
import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { List, Row } from '#ui/list.tsx'
import { useWalletLabels } from './names.ts'

/** All wallets with their net worth in their own currencies. */
export function WalletRows({
  wallets,
  onChoose,
}: {
  wallets: readonly WalletBalance[]
  onChoose: (wallet: Wallet) => void
}) {
  const t = useText()
  const labels = useWalletLabels()
  const isHidden = useAmountsHidden()
  return (
    <List label={t('profile.wallets')}>
      {wallets.map(({ wallet, currency, equity, available }) => (
        <Row
          key={wallet}
          height={62}
          title={labels.name(wallet)}
          subtitle={labels.role(wallet)}
          value={isHidden ? '••••••' : moneyText(equity, currency)}
          note={
            isHidden || available === equity
              ? undefined
              : t('wallet.rowBalance', { balance: moneyText(available, currency) })
          }
          arrow
          onPress={() => onChoose(wallet)}
        />
      ))}
    </List>
  )
}
