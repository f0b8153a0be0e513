import { FiatDeposit } from './fiat-deposit.tsx'
import { useText } from '#text/use-text.ts'

export function DepositFiat() {
  const t = useText()
  return <FiatDeposit title={t('titles.depositFiat')} />
}
