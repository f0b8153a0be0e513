import type { WalletBalance } from '@mex/contract/wallet/shapes.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'

import { useAmountsHidden } from '#data/preferences.ts'
import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { List, Row } from '#ui/list.tsx'
import { useWalletLabels } from './names.ts'

/** All wallets with the net worth of each, in its own currency. */
export function WalletRows({
  wallets,
  onChoose,
}: {
  wallets: readonly WalletBalance[]
  onChoose: (wallet: Wallet) => void
}) {
  const t = useText()
  const words = useWalletLabels()
  const isHidden = useAmountsHidden()
  return (
    <List label={t('profile.wallets')}>
      {wallets.map(({ wallet, currency, equity, available }) => (
        <Row
          key={wallet}
          height={62}
          title={words.name(wallet)}
          subtitle={words.tab(wallet)}
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
