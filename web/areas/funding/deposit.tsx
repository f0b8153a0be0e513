import { useState } from 'react'

import { FiatDeposit } from './fiat-deposit.tsx'
import { DepositSwitch, type Method } from './method-switch.tsx'
import { WalletDeposit } from './wallet-deposit.tsx'
import { useText } from '#text/use-text.ts'

/** Both ways to deposit, with a switch between them. */
export function Deposit() {
  const t = useText()
  const [method, setMethod] = useState<Method>('coin')
  const Way = method === 'coin' ? WalletDeposit : FiatDeposit
  return <Way title={t('titles.deposit')} head={<DepositSwitch value={method} onChange={setMethod} />} />
}
