import { useText } from '#text/use-text.ts'
import { FiatDeposit } from './fiat-deposit.tsx'
import { DepositPages } from './method-switch.tsx'

export function DepositFiat() {
  const t = useText()
  return <FiatDeposit title={t('titles.depositFiat')} head={<DepositPages value="bank" />} />
}
