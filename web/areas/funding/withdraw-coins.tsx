import { WithdrawScreen } from './withdraw-screen.tsx'
import { useText } from '#text/use-text.ts'

export function WithdrawCoins() {
  const t = useText()
  return <WithdrawScreen title={t('titles.withdrawCoins')} method="coin" />
}
