import type { Wallet } from '@mex/core/wallet/wallets.ts'

import { useWalletLabels } from '#areas/wallet/door/names.ts'
import { useStore } from '#data/store.ts'
import { useText } from '#text/use-text.ts'
import { Notice } from '#ui/notice.tsx'
import { leftMoney } from './left.ts'

type Props = { wallet: Wallet; isOnItsWay: boolean }

/** In the form: what became of an order whose steps its person left, and of money that is still on its way. */
export function LeftNotice({ wallet, isOnItsWay }: Props) {
  const t = useText()
  const labels = useWalletLabels()
  const money = useStore(leftMoney)
  if (money?.wallet !== wallet) return undefined
  if (money.left === undefined)
    return isOnItsWay ? <Notice tone="warn">{t('moneyFirst.stillMoving')}</Notice> : undefined
  return (
    <Notice tone="warn">
      {money.left === 'unanswered' ? t('moneyFirst.leftSent') : t('moneyFirst.left', { wallet: labels.name(money.at) })}
    </Notice>
  )
}
