import { robots as calls } from '@mex/contract/robots/calls.ts'
import type { RobotView } from '@mex/contract/robots/shapes.ts'
import type { Price } from '@mex/core/money/money.ts'

import { moneyText } from '#components/figures.ts'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { unknown } from '#text/format.ts'
import { useText } from '#text/use-text.ts'
import { Line, Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Typography } from '#ui/typography.tsx'
import { coinText, difficultyText, distanceText, isRunning, paidIn } from '#areas/robots/figures.ts'
import { Net } from '#areas/robots/net.tsx'

type Props = {
  /** The coin, and its price now. */
  code: string
  last: Price
}

/** The robots that mine a coin: those of the person, with the price at which each nets nothing, and some on offer. */
export function CoinRobots({ code, last }: Props) {
  const isSignedIn = useSession() !== undefined
  const { data } = useCall(calls.orders, { pageNum: 1, pageSize: 20 }, { when: isSignedIn, everySeconds: 60 })
  const offers = useCall(calls.list, { pageNum: 1, pageSize: 50 }, { everySeconds: 60 }).data?.rows ?? []
  const own = (data?.rows ?? []).filter((order) => order.coin === code && isRunning(order))
  return (
    <>
      {own.length === 0 ? undefined : <Own orders={own} last={last} />}
      <Offers robots={offers.filter(({ coin }) => coin === code)} code={code} />
    </>
  )
}

type OwnProps = { orders: readonly Order[]; last: Price }
type Order = NonNullable<ReturnType<typeof useCall<typeof calls.orders>>['data']>['rows'][number]

function Own({ orders, last }: OwnProps) {
  const t = useText()
  return (
    <Stack gap={8}>
      <Typography as="h2" size={15} weight="bold">
        {t('robots.onThisCoin')}
      </Typography>
      <List label={t('robots.onThisCoin')}>
        {orders.map(({ id, name, number, breakEvenPrice }) => (
          <Row
            key={id}
            height={62}
            title={`${name} · ${number}`}
            subtitle={t('robots.breakEvenAt', { price: coinText(breakEvenPrice) })}
            value={breakEvenPrice === undefined ? unknown : distanceText(last, breakEvenPrice)}
            note={t('robots.roomDown')}
            href={hrefOf('robotRental', { id })}
          />
        ))}
      </List>
    </Stack>
  )
}

const offersShown = 4

function Offers({ robots, code }: { robots: readonly RobotView[]; code: string }) {
  const t = useText()
  const [first] = robots
  if (first === undefined) return undefined
  return (
    <Stack gap={8}>
      <Line spread="apart" align="baseline" wrap>
        <Typography as="h2" size={15} weight="bold">
          {t('robots.miners', { coin: code })}
        </Typography>
        <Typography size={12} tone="second">
          {t('robots.difficultyNow', { difficulty: difficultyText(first.difficulty) })}
        </Typography>
      </Line>
      <List label={t('robots.miners', { coin: code })}>
        {robots.slice(0, offersShown).map(({ id, name, cycle, hashRate, price, expectedNet }) => (
          <Row
            key={id}
            height={62}
            title={name}
            subtitle={`${t('robots.cycle', { count: String(cycle) })} · ${hashRate}`}
            value={moneyText(price, paidIn)}
            note={
              <>
                {t('robots.expectedNet')} <Net amount={expectedNet} />
              </>
            }
            href={hrefOf('robotProduct', { id })}
          />
        ))}
        <Row title={t('robots.seeAll', { count: String(robots.length) })} href={hrefOf('robots')} />
      </List>
    </Stack>
  )
}
