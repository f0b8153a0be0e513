import type { Answer } from '@mex/contract/call.ts'
import { portfolio } from '@mex/contract/portfolio/calls.ts'

import { LoadError } from '#components/load-error.tsx'
import { profitText, signedText } from '#components/figures.ts'
import { useCall } from '#data/call.ts'
import { useAmountsHidden } from '#data/preferences.ts'
import { monthText } from '#areas/wallet/door/months.ts'
import { deviceTimeZone } from '#text/format-time.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Stack } from '#ui/layout.tsx'

type Month = Answer<typeof portfolio.months>[number]

const parts = ['realised', 'income', 'fees', 'financing', 'change'] as const

/** The profit of the last months: what was booked of it, and what only changed in value. */
export function ProfitMonths() {
  const t = useText()
  const timeZone = deviceTimeZone()
  const answer = useCall(portfolio.months, { timeZone })
  if (answer.data === undefined)
    return answer.failure === undefined ? (
      <Skeleton height={200} />
    ) : (
      <LoadError title={t('portfolio.failed')} answer={answer} />
    )
  return (
    <Stack gap={16}>
      {answer.data.map((month) => (
        <MonthOfProfit key={month.month} month={month} />
      ))}
    </Stack>
  )
}

function MonthOfProfit({ month }: { month: Month }) {
  const t = useText()
  const language = useLanguage()
  const isHidden = useAmountsHidden()
  const rows = [
    {
      label: monthText(month.month, language),
      value: <Change change={profitText(month.profit, 'MXN')} glyph={false} />,
      strong: true,
    },
    ...parts
      .filter((part) => month[part] !== 0n)
      .map((part) => ({ label: t(`portfolio.parts.${part}`), value: signedText(month[part], 'MXN') })),
  ]
  return <KeyValues rows={isHidden ? rows.map((row) => ({ ...row, value: '••••••' })) : rows} />
}
