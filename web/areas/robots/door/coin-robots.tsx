import { robots as calls } from '@mex/contract/robots/calls.ts'
import type { Price } from '@mex/core/money/money.ts'

import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { unknown } from '#text/format.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import { coinText, difficultyText, distanceText, isRunning } from '#areas/robots/figures.ts'

type Props = {
  /** The coin, and its price now. */
  code: string
  last: Price
}

/** The rentals of the person that mine a coin, with the price at which each nets nothing. */
export function CoinRobots({ code, last }: Props) {
  const t = useText()
  const isSignedIn = useSession() !== undefined
  const { data } = useCall(calls.orders, { pageNum: 1, pageSize: 20 }, { when: isSignedIn, everySeconds: 60 })
  const difficulty = useCall(calls.list, { pageNum: 1, pageSize: 1 }, { everySeconds: 60 }).data?.rows[0]?.difficulty
  const orders = (data?.rows ?? []).filter((order) => order.coin === code && isRunning(order))
  if (difficulty === undefined && orders.length === 0) return undefined
  return (
    <Card href={hrefOf(orders.length === 0 ? 'robots' : 'robotRecords')}>
      <Stack gap={8}>
        <Line spread="apart">
          <Typography as="h2" size={17} weight="bold">
            {t('robots.onThisCoin')}
          </Typography>
          <Typography size={13} tone="second">
            {String(orders.length)}
          </Typography>
        </Line>
        <KeyValues
          rows={[
            { label: t('robots.difficulty'), value: difficultyText(difficulty) },
            ...orders.flatMap(({ name, number, breakEvenPrice }) => [
              { label: t('robots.evenOf', { name: `${name} · ${number}` }), value: coinText(breakEvenPrice) },
              {
                label: `${t('robots.roomDown')} · ${number}`,
                value: breakEvenPrice === undefined ? unknown : distanceText(last, breakEvenPrice),
              },
            ]),
          ]}
        />
      </Stack>
    </Card>
  )
}
