import { bonds as calls } from '@mex/contract/bonds/calls.ts'
import type { BondTotal, Holding } from '@mex/contract/bonds/shapes.ts'
import { addMoney } from '@mex/core/money/money.ts'
import { useState, type ReactNode } from 'react'

import { LoadedRows, MoreRows } from '#components/loaded-rows.tsx'
import { moneyText, profitText } from '#components/figures.ts'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { usePages } from '#data/pages.ts'
import { capitalize } from '#text/capitalize.ts'
import { unknown } from '#text/format.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { paidIn, stateTag } from '#areas/bonds/figures.ts'
import { shortName } from '#areas/bonds/names.ts'
import { labelledRows, PeriodBar, periodOfHolding } from '#areas/bonds/holding-cards.tsx'

/** The bonds of the person (list 6), newest first, under what they are worth together. */
export function HoldingList({ empty }: { empty: ReactNode }) {
  const t = useText()
  const total = useCall(calls.total, {}, { everySeconds: 30 })
  const pages = usePages(calls.holdings, { pageNum: 1, pageSize: 20 }, { everySeconds: 30 })
  return (
    <LoadedRows
      called={pages}
      failed={{ title: t('bonds.failed'), text: t('bonds.failedText') }}
      waitingCards={[200, 200]}
      empty={empty}
    >
      {(rows) => (
        <Stack>
          <TotalCard total={total.data} />
          {rows.map((holding) => (
            <HoldingCard key={holding.id} holding={holding} />
          ))}
          <MoreRows pages={pages} />
        </Stack>
      )}
    </LoadedRows>
  )
}

function TotalCard({ total }: { total: BondTotal | undefined }) {
  const t = useText()
  const said = (amount: BondTotal['total'] | undefined): string => moneyText(amount, paidIn)
  const next = total?.nextCoupon
  return (
    <Card>
      <KeyValues
        rows={[
          { label: t('bonds.value'), value: said(total?.total), strong: true },
          { label: t('bonds.totalInterest'), value: said(total?.accrued) },
          {
            label: t('bonds.nextCoupon'),
            value:
              next === undefined
                ? unknown
                : t('bonds.nextCouponOn', {
                    amount: moneyText(next.amount, next.currency),
                    date: formatCalendarDate(next.date),
                  }),
          },
        ]}
      />
    </Card>
  )
}

function HoldingCard({ holding }: { holding: Holding }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { id, name, matures, face, currency, cost, marketValue, profit, status } = holding
  const tag = stateTag(t, holding)
  const href = hrefOf('sellBond', { id })
  return (
    <Card>
      <Stack gap={8}>
        <Line spread="apart" align="start" wrap>
          <Stack gap={0}>
            <a href={href}>
              <Typography as="h2" size={17} weight="bold">
                {shortName(name)}
              </Typography>
            </a>
            <Typography size={12} tone="second">
              {`${formatCalendarDate(matures)} · ${t('bonds.faceRow')} ${moneyText(face, currency)}`}
            </Typography>
          </Stack>
          <Stack gap={0} align="end">
            <Typography size={15} weight="bold">
              {moneyText(status === 'redeemed' ? addMoney(cost, profit) : marketValue, paidIn)}
            </Typography>
            <Change change={profitText(profit, paidIn)} />
          </Stack>
        </Line>
        <Line spread="apart" wrap>
          <Tag text={capitalize(tag.text)} tone={tag.tone} />
          <Coming holding={holding} />
        </Line>
        {status === 'bought' ? <PeriodBar holding={holding} /> : undefined}
        {isOpen ? <KeyValues rows={labelledRows(t, holding)} /> : undefined}
        <Line spread="even">
          <Button text={t(isOpen ? 'bonds.less' : 'bonds.more')} kind="secondary" onPress={() => setOpen(!isOpen)} />
          <Button text={t(status === 'bought' ? 'bonds.sell' : 'bonds.openPage')} href={href} />
        </Line>
      </Stack>
    </Card>
  )
}

/** What a holding brings next. */
function Coming({ holding }: { holding: Holding }) {
  const t = useText()
  const { nextCoupon, currency, face, status, settles } = holding
  const period = periodOfHolding(holding)
  const text =
    status === 'redeeming'
      ? `${t('bonds.comes')} ${formatCalendarDate(settles)}`
      : status === 'redeemed'
        ? ''
        : nextCoupon === undefined
          ? t('bonds.paysOn', { amount: moneyText(face, currency) })
          : t('bonds.couponIn', {
              amount: moneyText(nextCoupon.amount, currency),
              days: String(period?.left ?? 0),
            })
  return (
    <Typography size={12} tone="second">
      {text}
    </Typography>
  )
}
