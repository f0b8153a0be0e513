import { WalletDeposit } from './wallet-deposit.tsx'
import { useText } from '#text/use-text.ts'

export function DepositWallet() {
  const t = useText()
  return <WalletDeposit title={t('titles.depositWallet')} />
}
