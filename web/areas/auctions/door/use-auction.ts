import { auctions } from '@mex/contract/auctions/calls.ts'
import { auctionNews, type AuctionNews, type AuctionQuote } from '@mex/contract/auctions/shapes.ts'
import { auctionChannel } from '@mex/contract/push.ts'
import { changePercent, priceChange } from '@mex/core/market/price-change.ts'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'

import { useMarketNow } from '#areas/market/door/market-now.ts'
import { changePercentText } from '#components/figures.ts'
import { refresh, useCall } from '#data/call.ts'
import { livePush } from '#data/live.ts'

/** The market time, every second; until it is known that of the device. */
export function useSecond(): number {
  const [opened] = useState(() => Date.now())
  const { now } = useMarketNow(1)
  return now ?? opened
}

/** The figures of a share as they are published; undefined until the first, and without a code. */
function useNews(code: string | undefined): AuctionNews | undefined {
  const [news, setNews] = useState<AuctionNews>()
  useEffect(() => {
    if (code === undefined) return undefined
    return livePush().follow(auctionChannel(code), {
      onFrame({ data }) {
        const read = z.safeDecode(auctionNews, data as never)
        if (read.success) setNews(read.data)
      },
    })
  }, [code])
  return news !== undefined && news.code === code ? news : undefined
}

/** A share with its auction, live; nothing is asked for without a code. */
export function useAuction(code: string | undefined) {
  const called = useCall(
    auctions.shares,
    { code: code ?? 'NONE', pageNum: 1, pageSize: 1 },
    { when: code !== undefined, freshSeconds: 2, everySeconds: 10, keepEarlier: true },
  )
  const found = called.data?.rows.find((row) => row.code === code)
  const news = useNews(found?.code)
  return { ...called, share: found === undefined ? undefined : withNews(found, news) }
}

/** Asks again as soon as an auction has crossed, so that no page shows its indicative prices any longer. */
export function useRefreshAfterCross(crossesAt: number | undefined, now: number): void {
  const hasCrossed = crossesAt !== undefined && now >= crossesAt
  useEffect(() => {
    if (hasCrossed) void refresh(auctions.shares)
  }, [hasCrossed, crossesAt])
}

/** The price that a share stands at in its auction: the published one, or the last where none is. */
export const standsAt = ({ indicativePrice, last }: AuctionQuote) => indicativePrice ?? last

/** The change in percent from the reference price to the one that a share stands at. */
export function auctionChangePercent(share: AuctionQuote) {
  const [at, { reference }] = [standsAt(share), share]
  return changePercentText(changePercent(at, reference), priceChange(at, reference))
}

/** What was published later counts; after the cross the call says what came of it. */
function withNews(share: AuctionQuote, news: AuctionNews | undefined): AuctionQuote {
  if (news?.publishedAt === undefined || news.publishedAt < (share.publishedAt ?? 0)) return share
  return news.publishedAt >= share.crossesAt ? share : { ...share, ...news }
}

/** Whether orders enter now; false without an auction. */
export function useTakesOrders(share: AuctionQuote | undefined): boolean {
  const now = useSecond()
  return share !== undefined && takesOrders(share, now)
}

/** Whether orders enter at an instant. The answer may be older than the clock. */
export const takesOrders = (
  { entryOpensAt, entryClosesAt }: Pick<AuctionQuote, 'entryOpensAt' | 'entryClosesAt'>,
  now: number,
): boolean => now >= entryOpensAt && now < entryClosesAt
