import { Declined, haltTrading, resumeTrading } from '#areas/desk/actions.ts'
import { haltsNow } from '#areas/desk/store-halts.ts'
import { isMarket, markets, type Market } from '@mex/core/market/instrument.ts'
import { isoInstant } from '#clock.ts'
import { done, listed, type Command, type Tools } from './command.ts'

type Target = { readonly market: Market; readonly code: string | undefined }

/** A market, or the key of an instrument by its key or its present code; undefined for anything else. */
async function keyOf({ installation, now }: Tools, text: string): Promise<string | undefined> {
  if (isMarket(text)) return text
  const { feed, catalogue } = await installation.market()
  const instruments = feed.instruments(now)
  const named = [...instruments.values()].find(({ market, code }) => `${market}:${code}` === text)
  return (named ?? instruments.get(text) ?? catalogue.instrumentsAt(now).get(text))?.key
}

/** 'US', a market, or 'US:AAPL', the key of an instrument. */
function targetOf(text: string): Target | undefined {
  const [market = '', ...rest] = text.split(':')
  return isMarket(market) ? { market, code: rest.length === 0 ? undefined : rest.join(':') } : undefined
}

export const marketCommands: readonly Command[] = [
  {
    name: 'halt list',
    about: 'lists the halted instruments and markets',
    takes: [],
    examples: ['halt list'],
    changes: false,
    async run({ db }) {
      const halts = await haltsNow(db)
      const rows = halts.map(({ market, code, haltedAt, author, reason }) => [
        code === undefined ? market : `${market}:${code}`,
        isoInstant(haltedAt),
        author,
        reason,
      ])
      return listed(['halted', 'since', 'by', 'reason'], rows, 'no halts', { halts })
    },
  },
  {
    name: 'halt',
    about: 'halts trading in an instrument or a whole market, for all users, within a second',
    takes: ['INSTRUMENT|MARKET'],
    examples: ['halt US:AAPL --reason "wrong price data"', 'halt HK --reason "typhoon signal 8"'],
    changes: true,
    async run(tools, { arguments: [text = ''] }) {
      const target = targetOf((await keyOf(tools, text)) ?? '')
      if (target === undefined)
        throw new Declined(
          `${text} is neither a market (${markets.join(', ')}) nor an instrument such as US:AAPL that is listed now.`,
        )
      await haltTrading(tools.db, target, tools)
      return done(`${text} is halted for all users`, target)
    },
  },
  {
    name: 'resume',
    about: 'ends the halt of an instrument or a whole market',
    takes: ['INSTRUMENT|MARKET'],
    examples: ['resume US:AAPL --reason "price data is right again"'],
    changes: true,
    async run(tools, { arguments: [text = ''] }) {
      // A halted instrument may have been delisted.
      const target = targetOf((await keyOf(tools, text)) ?? text)
      if (target === undefined) throw new Declined(`${text} is neither a market nor an instrument such as US:AAPL.`)
      await resumeTrading(tools.db, target, tools)
      return done(`${text} can be traded again`, target)
    },
  },
]
