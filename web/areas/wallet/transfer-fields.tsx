import type { WalletBalance } from '@mex/contract/wallet/shapes.ts'
import { transferable, wallets, type Wallet } from '@mex/core/wallet/wallets.ts'
import { ArrowUpDown } from 'lucide-react'

import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { useWalletLabels } from './door/names.ts'
import styles from './transfer-fields.module.css'

type Props = {
  from: Wallet
  to: Wallet
  balances: readonly WalletBalance[]
  onChoose: (side: 'from' | 'to', wallet: Wallet) => void
  onSwap: () => void
}

/** The source and the destination wallet with their balances. */
export function TransferFields({ from, to, balances, onChoose, onSwap }: Props) {
  const t = useText()
  const labels = useWalletLabels()
  const options = wallets.map((wallet) => ({ value: wallet, text: labels.name(wallet) }))
  const [left, right] = [from, to].map((wallet) => balances.find((row) => row.wallet === wallet))
  return (
    <div className={styles['fields']}>
      <Select
        label={t('wallet.from')}
        name="fromWalletType"
        options={options}
        value={from}
        hint={
          left === undefined
            ? undefined
            : t('wallet.canMove', { amount: moneyText(transferable(left.available, left.unsettled), left.currency) })
        }
        onChange={(wallet) => onChoose('from', wallet)}
      />
      <div className={styles['swap']}>
        <IconButton icon={<ArrowUpDown aria-hidden="true" />} label={t('wallet.swap')} onPress={onSwap} />
      </div>
      <Select
        label={t('wallet.to')}
        name="toWalletType"
        options={options}
        value={to}
        hint={
          right === undefined
            ? undefined
            : t('wallet.rowBalance', { balance: moneyText(right.available, right.currency) })
        }
        onChange={(wallet) => onChoose('to', wallet)}
      />
    </div>
  )
}
