import { calls } from '@mex/contract/areas.ts'
import { isOpenForOrders, type Campaign } from '@mex/core/follow/campaign.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import type { Drawing, Intent } from './intent.ts'

/** Intents of campaigns: following one. Nobody can take the money out before its end. */

const language = 'en'

/** Mostly a campaign that takes orders, and mostly the one whose orders end first; sometimes an older one. */
function drawCampaign({ random, feed, now }: Drawing): Campaign | undefined {
  const published = feed.agencies.agencies(now).flatMap(({ campaigns }) => campaigns.slice(-2))
  const open = published.filter((campaign) => isOpenForOrders(campaign, feed.agencies.run(campaign, now), now))
  if (open.length === 0 || random.percent(6)) return published.length === 0 ? undefined : random.pick(published)
  const [first] = open.toSorted((one, other) => one.subscribeEnd - other.subscribeEnd || one.id - other.id)
  return random.percent(50) ? first : random.pick(open)
}

const amounts = ['100', '250.55', '2500', '2500', '20000', '33333.33', '99.99', '1000000.01'] as const

/** Draws the next intent of a user about campaigns; undefined where no agency has published any. */
export function drawFollow(drawing: Drawing): Intent | undefined {
  const { random, standing, now: at } = drawing
  const { user: userId } = standing
  const campaign = drawCampaign(drawing)
  if (campaign === undefined) return undefined
  const amount = moneyOf(random.pick(amounts))
  return {
    user: userId,
    text: `follows campaign ${campaign.id} with ${amount}`,
    call: calls.follows.add,
    effect: 'follow',
    about: campaign.id,
    send: ({ investments }, request) =>
      investments.follows.send({ kind: 'add', userId, request, at, language, campaign, amount }),
  }
}
