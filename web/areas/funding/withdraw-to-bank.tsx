import { WithdrawScreen } from './withdraw-screen.tsx'
import { useText } from '#text/use-text.ts'

export function WithdrawToBank() {
  const t = useText()
  return <WithdrawScreen title={t('titles.withdrawToBank')} method="bank" />
}
