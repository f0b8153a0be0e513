import type { WalletBalance } from '@mex/contract/shapes.ts'
import { transferable, walletCurrency, wallets, type Wallet } from '@mex/core/wallets.ts'
import { ArrowUpDown } from 'lucide-react'

import { moneyText } from '#parts/figures.ts'
import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { useWalletWords } from './names.ts'
import styles from './transfer-fields.module.css'

type Props = {
  from: Wallet
  to: Wallet
  balances: readonly WalletBalance[] | undefined
  onChoose: (side: 'from' | 'to', wallet: Wallet) => void
  onSwap: () => void
}

/** Which wallet the money leaves and which it goes to, each with what can be moved. */
export function TransferFields({ from, to, balances, onChoose, onSwap }: Props) {
  const t = useText()
  const words = useWalletWords()
  const options = wallets.map((wallet) => {
    const balance = balances?.find((row) => row.wallet === wallet)
    const amount = balance === undefined ? undefined : transferable(balance.available, balance.unsettled)
    return {
      value: wallet,
      text: t('wallet.option', { name: words.name(wallet), amount: moneyText(amount, walletCurrency[wallet]) }),
    }
  })
  return (
    <div className={styles['fields']}>
      <Select
        label={t('wallet.from')}
        name="fromWalletType"
        options={options}
        value={from}
        onChange={(wallet) => onChoose('from', wallet)}
      />
      <div className={styles['swap']}>
        <IconButton icon={<ArrowUpDown aria-hidden="true" />} label={t('wallet.swap')} tone="sunken" onPress={onSwap} />
      </div>
      <Select
        label={t('wallet.to')}
        name="toWalletType"
        options={options}
        value={to}
        onChange={(wallet) => onChoose('to', wallet)}
      />
    </div>
  )
}
