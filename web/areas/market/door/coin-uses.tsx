import { crypto } from '@mex/contract/market/crypto.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'
import { Bot } from 'lucide-react'

import { CoinRobots } from '#areas/robots/door/coin-robots.tsx'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { List, Row } from '#ui/list.tsx'
import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'

/** Why the page of a coin exists, and what uses its price. */
export function CoinUses({ quote: { code, name, last } }: { quote: Quote }) {
  const t = useText()
  const { data } = useCall(crypto.coins, {}, { freshSeconds: 60 })
  const uses = data?.find((coin) => coin.code === code)?.usedBy ?? []
  return (
    <Stack gap={20}>
      <Stack gap={4}>
        <Typography as="h2" size={15} weight="bold">
          {t('quote.coinTitle', { name })}
        </Typography>
        <Typography as="p" size={13} tone="second">
          {t('quote.noCoinOrders', { name })}
        </Typography>
      </Stack>
      <CoinRobots code={code} last={last} />
      {uses.length === 0 ? undefined : (
        <List label={t('quote.usedBy')}>
          <Row
            height={62}
            icon={<Bot aria-hidden="true" />}
            title={t('quote.usedBy')}
            subtitle={uses.join(' · ')}
            href={hrefOf('robots')}
          />
        </List>
      )}
    </Stack>
  )
}
