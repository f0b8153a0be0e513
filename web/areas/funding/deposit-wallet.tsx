import { useText } from '#text/use-text.ts'
import { WalletDeposit } from './wallet-deposit.tsx'
import { DepositPages } from './method-switch.tsx'

export function DepositWallet() {
  const t = useText()
  return <WalletDeposit title={t('titles.depositWallet')} head={<DepositPages value="coin" />} />
}
