import { follows as calls } from '@mex/contract/follow/calls.ts'
import type { Follow } from '@mex/contract/follow/shapes.ts'
import { useState, type ReactNode } from 'react'

import { LoadedRows, MoreRows } from '#components/loaded-rows.tsx'
import { hrefOf } from '#data/links.ts'
import { usePages } from '#data/pages.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import { FollowHead, followRows } from '#areas/follow/follow-cards.tsx'

/** The campaigns that the person follows (list 5), newest first. */
export function FollowList({ empty }: { empty: ReactNode }) {
  const t = useText()
  const pages = usePages(calls.orders, { pageNum: 1, pageSize: 20 }, { everySeconds: 20 })
  return (
    <LoadedRows
      called={pages}
      failed={{ title: t('follow.failed'), text: t('follow.failedText') }}
      waitingRows={4}
      empty={empty}
    >
      {(rows) => (
        <Stack>
          {rows.map((order, index) => (
            <FollowCard key={order.id} order={order} startsOpen={index === 0} />
          ))}
          <MoreRows pages={pages} />
        </Stack>
      )}
    </LoadedRows>
  )
}

function FollowCard({ order, startsOpen }: { order: Follow; startsOpen: boolean }) {
  const t = useText()
  const [isOpen, setOpen] = useState(startsOpen)
  const { id, agencyId, agencyName, status } = order
  return (
    <Card>
      <Stack gap={8}>
        <FollowHead order={order} href={hrefOf('tradeDetail', { id, type: 5, name: agencyName })} />
        {isOpen ? <KeyValues rows={followRows(t, order)} /> : undefined}
        {isOpen && (status === 'waiting' || status === 'running') ? (
          <Typography as="p" size={12} tone="second">
            {t('follow.cannotSellAfter')}
          </Typography>
        ) : undefined}
        <Line spread="even">
          <Button text={t(isOpen ? 'follow.less' : 'follow.more')} kind="secondary" onPress={() => setOpen(!isOpen)} />
          <Button text={t('follow.agencyPage')} kind="secondary" href={hrefOf('follow', { id: agencyId })} />
        </Line>
      </Stack>
    </Card>
  )
}
