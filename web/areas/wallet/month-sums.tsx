import type { WalletChoice } from '@mex/contract/wallet/fields.ts'
import { wallet as calls } from '@mex/contract/wallet/calls.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import { ChevronDown } from 'lucide-react'

import { useCall } from '#data/call.ts'
import { moneyText } from '#components/figures.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { monthText } from './door/months.ts'
import styles from './month-sums.module.css'

type Props = {
  wallet: WalletChoice
  timeZone: string
  /** YYYY-MM; undefined shows all months. */
  month: string | undefined
  /** The options, newest first. */
  months: readonly string[]
  onMonth: (month: string | undefined) => void
}

/** The month filter with the incoming and outgoing sums of the month. */
export function MonthSums({ wallet, timeZone, month, months, onMonth }: Props) {
  const t = useText()
  const language = useLanguage()
  const { data } = useCall(calls.bills, { wallet, timeZone, month, pageNum: 1, pageSize: 1 }, { keepEarlier: true })
  const currency = wallet === 'OVERVIEW' ? 'MXN' : walletCurrency[wallet]
  return (
    <Card small>
      <div className={styles['sums']}>
        <label className={styles['month']}>
          <select
            aria-label={t('wallet.month')}
            value={month ?? ''}
            onChange={(event) => onMonth(event.target.value === '' ? undefined : event.target.value)}
          >
            <option value="">{t('wallet.allMonths')}</option>
            {months.map((each) => (
              <option key={each} value={each}>
                {monthText(each, language)}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </label>
        <dl className={styles['figures']} aria-label={t('wallet.sums')}>
          <div>
            <dt>{t('wallet.came')}</dt>
            <dd>{moneyText(data?.income, currency)}</dd>
          </div>
          <div>
            <dt>{t('wallet.went')}</dt>
            <dd>{moneyText(data?.outcome, currency)}</dd>
          </div>
        </dl>
      </div>
    </Card>
  )
}
