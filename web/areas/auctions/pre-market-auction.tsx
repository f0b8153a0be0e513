import { auctions } from '@mex/contract/auctions/calls.ts'
import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'

import { dayAndTime, zoneOf } from '#areas/market/door/market-times.ts'
import { LoadedRows } from '#components/loaded-rows.tsx'
import { priceText, quantityText } from '#components/figures.ts'
import { refresh, useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useParameters } from '#data/use-navigation.ts'
import { useText, type Text } from '#text/use-text.ts'
import { ChangePill } from '#ui/amount.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Column, Columns, Line, Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Screen, Section } from '#ui/screen.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { Typography } from '#ui/typography.tsx'
import { CountdownCard } from './countdown-card.tsx'
import { auctionChangePercent, standsAt, useAuction, useRefreshAfterCross, useSecond } from './door/use-auction.ts'
import { timeInNewYork } from './door/times.ts'
import { ShareCard } from './share-card.tsx'
import { whichAuction } from './which-auction.ts'

const rowsShown = 50

/** The auction that takes orders or comes next: one share in full, and the others under it. */
export function PreMarketAuction() {
  const t = useText()
  const { code } = useParameters('preMarketAuction')
  const now = useSecond()
  const list = useCall(
    auctions.shares,
    { pageNum: 1, pageSize: rowsShown },
    { freshSeconds: 2, everySeconds: 20, keepEarlier: true },
  )
  const first = list.data?.rows[0]
  const listed = code === undefined ? first : list.data?.rows.find((row) => row.code === code)
  const chosen = useAuction(code ?? first?.code)
  const share = chosen.share ?? listed
  const known = share ?? first
  useRefreshAfterCross(known?.crossesAt, now)
  const called = { ...list, data: list.data?.rows }
  return (
    <Screen
      wide="desk"
      title={t('titles.preMarketAuction')}
      subtitle={known === undefined ? t('auctions.subtitle.unknown') : subtitleText(t, known, now)}
      waiting={list.isWaiting}
      onRefresh={() => refresh(auctions.shares)}
    >
      <LoadedRows
        called={called}
        failed={{ title: t('auctions.failed'), text: t('auctions.failedText') }}
        waitingCards={[140, 420]}
        waitingRows={6}
        empty={<EmptyState title={t('auctions.none')} text={t('auctions.noneText')} />}
      >
        {(rows) => (
          <Columns>
            <Column stays>
              {share === undefined && chosen.failure !== undefined ? (
                <EmptyState title={t('auctions.unknown')} text={chosen.failure.message} />
              ) : undefined}
              {known === undefined ? undefined : <CountdownCard share={known} now={now} />}
              {share === undefined ? undefined : <ShareCard share={share} now={now} />}
            </Column>
            <Column>
              <Others rows={rows.filter((row) => row.code !== share?.code)} />
              {known === undefined ? undefined : <Rules share={known} />}
            </Column>
          </Columns>
        )}
      </LoadedRows>
    </Screen>
  )
}

function Others({ rows }: { rows: readonly AuctionQuote[] }) {
  const t = useText()
  if (rows.length === 0) return undefined
  return (
    <Section title={t('auctions.others')}>
      <List label={t('auctions.others')}>
        {rows.map((row) => (
          <Row
            key={row.code}
            height={62}
            title={row.name}
            subtitle={`${row.code}${waitingText(t, row)}`}
            href={hrefOf('preMarketAuction', { code: row.code })}
            value={
              <Line gap={8}>
                <Stack gap={0} align="end">
                  <Typography weight="semibold">{priceText(standsAt(row), row.tick)}</Typography>
                  {row.indicativePrice === undefined ? undefined : (
                    <Typography size={12} tone="second">
                      {t('auctions.indicativeShort')}
                    </Typography>
                  )}
                </Stack>
                <ChangePill change={auctionChangePercent(row)} />
              </Line>
            }
          />
        ))}
      </List>
    </Section>
  )
}

function subtitleText(t: Text, share: AuctionQuote, now: number): string {
  const { crossesAt, lastCross } = share
  const which = whichAuction(share, now)
  switch (which) {
    case 'opened':
      return t('auctions.subtitle.opened', { time: timeInNewYork(lastCross?.crossedAt ?? crossesAt) })
    case 'later':
      return t('auctions.subtitle.later', { time: dayAndTime(crossesAt, zoneOf({ market: 'US' })) })
    case 'today':
    case 'practice':
      return t(`auctions.subtitle.${which}`, { time: timeInNewYork(crossesAt) })
  }
}

function waitingText(t: Text, { imbalance, imbalanceSide, lot }: AuctionQuote): string {
  if (imbalance === undefined) return ''
  if (imbalanceSide === undefined) return ` · ${t('auctions.inBalance')}`
  const quantity = quantityText(imbalance, lot)
  return ` · ${t(imbalanceSide === 'buy' ? 'auctions.buyMore' : 'auctions.sellMore', { quantity })}`
}

function Rules({ share: { mode, tick, collarLow, collarHigh } }: { share: AuctionQuote }) {
  const t = useText()
  return (
    <Stack gap={4} align="start">
      {mode === 'sim' ? undefined : (
        <Typography size={12} tone="second" as="p">
          {t('auctions.history')}
        </Typography>
      )}
      <Typography size={12} tone="third" as="p">
        {t('auctions.rule')}
      </Typography>
      {mode === 'sim' ? (
        <Typography size={12} tone="third" as="p">
          {t('auctions.collar', { low: priceText(collarLow, tick), high: priceText(collarHigh, tick) })}
        </Typography>
      ) : undefined}
      <TextButton text={t('auctions.help')} href={hrefOf('webView', { page: 'help', topic: 'auction' })} />
    </Stack>
  )
}
