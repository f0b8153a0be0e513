import type { Campaign } from '@mex/contract/follow/shapes.ts'
import { moneyOf, rate, type Money } from '@mex/core/money/money.ts'

import { moneyText, profitText } from '#components/figures.ts'
import { currencySymbol, unknown } from '#text/format.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import { dayOf, paidIn, shareText, wholePercent } from './figures.ts'
import { scenariosOf, type Scenario } from './scenarios.ts'
import { WideTable } from '#ui/wide-table.tsx'
import styles from './follow.module.css'

/** The title names the currency once, so that four columns fit a narrow phone. */
const withoutSymbol = (text: string): string => text.replace(currencySymbol(paidIn), '')
const amountText = (amount: Money): string => withoutSymbol(moneyText(amount, paidIn))

/** What an amount becomes by where the price goes, always with no move, the stop, and a gap that passes it. */
export function Outcomes({ campaign, amount }: { campaign: Campaign; amount: Money | undefined }) {
  const t = useText()
  const { name, closesAt, leverage, cost, stop } = campaign
  const rows = scenariosOf(campaign, amount ?? moneyOf('1000'))
  return (
    <Card>
      <Stack gap={8}>
        <Typography as="h2" size={13} weight="bold">
          {t('follow.ifMoves', { name, date: dayOf(closesAt) })}
        </Typography>
        <WideTable className={styles['outcomes']}>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              <th scope="col">{t('follow.value')}</th>
              <th scope="col">{t('follow.fee')}</th>
              <th scope="col">{t('follow.gainOrLoss')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <OutcomeRow key={row.kind + String(row.move)} row={row} t={t} />
            ))}
          </tbody>
        </WideTable>
        <Typography as="p" size={12} tone="second">
          {t('follow.scenarioText', {
            leverage: String(leverage),
            cost: shareText(cost),
            loss: shareText(rate(stop * BigInt(leverage) + cost)).replace('.00', ''),
          })}
        </Typography>
      </Stack>
    </Card>
  )
}

function OutcomeRow({ row: { move, kind, value, fee, profit }, t }: { row: Scenario; t: Text }) {
  const sign = move > 0n ? '+' : move < 0n ? '−' : ''
  const size = `${sign}${wholePercent(move < 0n ? rate(-BigInt(move)) : move)}`
  const gained = profitText(profit, paidIn)
  return (
    <tr>
      <th scope="row">
        {size}
        {kind === 'move' ? undefined : (
          <span className={styles['small']}>{t(kind === 'stop' ? 'follow.moveStop' : 'follow.moveGap')}</span>
        )}
      </th>
      <td>{amountText(value)}</td>
      <td>{fee === 0n ? unknown : amountText(fee)}</td>
      <td data-trend={gained?.trend}>{gained === undefined ? unknown : withoutSymbol(gained.text)}</td>
    </tr>
  )
}
