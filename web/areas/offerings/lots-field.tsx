import { moneyText, quantityText } from '#components/figures.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { paidFrom, paidIn, sharesIn, type Terms } from './figures.ts'
import type { Plan } from './plan.ts'

export function MoneyNotice({ plan }: { plan: Plan }) {
  const t = useText()
  const href = hrefOf('transfer', { from: 'BALANCE', to: paidFrom })
  return (
    <Notice
      tone="warn"
      action={<Button text={t('offerings.transferMoney')} size="small" kind="secondary" href={href} />}
    >
      {t('offerings.overMoney', { amount: moneyText(plan.available, paidIn) })}
    </Notice>
  )
}

export function faultText(t: ReturnType<typeof useText>, plan: Plan): string | undefined {
  switch (plan.fault) {
    case 'nothing':
      return t('offerings.enterLots')
    case 'over_limit':
      return t('offerings.overLimit', { lots: plan.lotsMax.toLocaleString('en-US') })
    case 'over_money':
      return t('offerings.overMoney', { amount: moneyText(plan.available, paidIn) })
    case undefined:
      return undefined
  }
}

type LotsProps = {
  issue: Terms
  plan: Plan
  value: string
  onChange: (value: string) => void
  /** What the money suffices for. */
  most: number | undefined
  error: string | undefined
}

export function LotsField({ issue, plan, value, onChange, most, error }: LotsProps) {
  const t = useText()
  const all = Math.min(most ?? plan.lotsMax, plan.lotsMax)
  const parts = [
    { text: t('offerings.oneLotButton'), lots: 1 },
    { text: t('offerings.quarter'), lots: Math.floor(all / 4) },
    { text: t('offerings.half'), lots: Math.floor(all / 2) },
    { text: t('offerings.full'), lots: all },
  ]
  return (
    <Stack gap={8}>
      <NumberField
        label={t('offerings.lots')}
        aside={t('offerings.maxLots', { lots: all.toLocaleString('en-US') })}
        value={value}
        onChange={onChange}
        decimals={0}
        step="1"
        placeholder="0"
        hint={t('offerings.sharesCount', { shares: quantityText(sharesIn(issue, plan.lots)) })}
        error={error}
      />
      <Line gap={8} spread="even">
        {parts.map(({ text, lots }) => (
          <Button key={text} text={text} kind="secondary" disabled={lots < 1} onPress={() => onChange(String(lots))} />
        ))}
      </Line>
    </Stack>
  )
}
