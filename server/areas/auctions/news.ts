import { writeFrameData } from '@mex/contract/frames.ts'
import { auctionChannel } from '@mex/contract/push.ts'
import { nextAuction, publishedAt } from '@mex/core/auctions/schedule.ts'
import { present } from '@mex/core/assert.ts'
import type { MarketData } from '#areas/market/market-data.ts'
import type { TickListener } from '#feeds/ticker.ts'
import type { Bus, Change } from '#push/bus.ts'
import { figuresView } from './published.ts'

/** What the channels `auction.{code}` tell. */
export type AuctionNews = {
  /** Undefined when no US share has this code. */
  stateOf(code: string, now: number): { readonly at: number; readonly data: string } | undefined
  /** Publishes to the channels that are listened to, once at each publication. */
  listener(bus: Bus, isHeard: (channel: string) => boolean): TickListener
}

export function openAuctionNews({ feed, listings, catalogue }: MarketData): AuctionNews {
  const calendar = present(catalogue.calendars.get('us-equity'), 'the calendar of the US')
  const hasPractice = feed.auctions?.hasPractice === true
  const write = (key: string, code: string, now: number): string =>
    JSON.stringify(writeFrameData('auction', { code, ...figuresView(feed.auctions?.figures(key, now)) }))

  return {
    stateOf(code, now) {
      const key = listings(now).keyOf('US', code)
      return key === undefined ? undefined : { at: now, data: write(key, code, now) }
    },
    listener(bus, isHeard) {
      let told: number | undefined
      return {
        name: 'auction push',
        tick(now) {
          const published = publishedAt(nextAuction(calendar, now, hasPractice), now)
          if (published === told) return
          told = published
          const changes: Change[] = []
          for (const { key, code } of listings(now).ofMarket('US')) {
            const channel = auctionChannel(code)
            if (isHeard(channel)) changes.push({ channel, type: 'auction', data: write(key, code, now) })
          }
          if (changes.length > 0) bus.publish('changes', { at: now, changes })
        },
      }
    },
  }
}
