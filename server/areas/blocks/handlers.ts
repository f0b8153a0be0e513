import type { calls } from '@mex/contract/areas.ts'
import type { Answer, Handlers } from '@mex/contract/call.ts'
import type { Order as OrderView } from '@mex/contract/trading/shapes.ts'
import { isOpenBlock, type BlockOffer } from '@mex/core/blocks/block-offer.ts'
import { boughtOf } from '@mex/core/blocks/block-order.ts'
import { accepted, refuse, type Refusal } from '@mex/core/refusal.ts'
import { narrow } from '#areas/market/lists.ts'
import type { MarketData } from '#areas/market/market-data.ts'
import type { TradingEngine } from '#areas/trading/engine.ts'
import { loadBlocks } from '#areas/trading/store-blocks.ts'
import { callerName, type Context, type PersonContext } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import { orWithout } from '#feeds/bars/bar-service.ts'
import { offerView, scheduleView } from './views.ts'

export type BlocksHandling = {
  readonly market: MarketData
  readonly engine: TradingEngine
  /** Keys of the instruments that a person watches. */
  readonly watchedKeys: (tx: Tx, userId: number) => Promise<ReadonlySet<string>>
}

type BlocksCalls = typeof calls.blocks
type Asked<Name extends keyof BlocksCalls> = Parameters<Handlers<BlocksCalls, Context, PersonContext>[Name]>[0]

export function handlers(handling: BlocksHandling) {
  const { engine } = handling
  const published = ({ feed, now }: Context, id: number): BlockOffer =>
    feed.blockOffer(id, now) ?? refuse('not_found', { field: 'id' })

  return {
    offers: (input, context) => offers(handling, input, context),
    async create({ id, quantity }, context) {
      const outcome = await engine.lane.send({
        kind: 'block',
        userId: context.person.userId,
        request: context.request,
        offer: published(context, id),
        quantity,
        language: context.language,
      })
      return accepted(outcome as OrderView | Refusal)
    },
    async schedule({ id }, context) {
      const offer = published(context, id)
      return scheduleView(offer, engine.dependencies.describe(offer.instrument, context.now), context)
    },
  } satisfies Handlers<BlocksCalls, Context, PersonContext>
}

/** Open offers; of an id the offer of that id, also when it has ended. */
function wantedOffers({ id, market }: Asked<'offers'>, { feed, now }: Context): readonly BlockOffer[] {
  const named = id === undefined ? undefined : feed.blockOffer(id, now)
  const found =
    id === undefined
      ? feed.blockOffers(now).filter((offer) => isOpenBlock(offer, now))
      : named === undefined
        ? []
        : [named]
  return found
    .filter((offer) => market === undefined || offer.market === market)
    .toSorted((one, other) => one.endsAt - other.endsAt || one.id - other.id)
}

const nobodyWatches: ReadonlySet<string> = new Set()

async function offers(
  { market, engine, watchedKeys }: BlocksHandling,
  input: Asked<'offers'>,
  context: Context,
): Promise<Answer<BlocksCalls['offers']>> {
  const { db, feed, now, language, person } = context
  const { pageNum, pageSize } = input
  const found = wantedOffers(input, context)
  const listed = feed.instruments(now)
  const keys = [...new Set(found.map(({ instrument }) => instrument))]
  const rows = market.board.rows(
    keys.flatMap((key) => listed.get(key) ?? []),
    now,
  )
  // One share may have two offers.
  const chosen = narrow(market.source(now, language), rows, input)
    .slice(0, rows.length)
    .flatMap((row) =>
      found.filter(({ instrument }) => instrument === row.instrument.key).map((offer) => ({ offer, row })),
    )
  const start = (pageNum - 1) * pageSize
  const shown = chosen.slice(start, start + pageSize)
  const userId = person?.userId
  const own =
    userId === undefined
      ? []
      : await loadBlocks(
          db,
          shown.map(({ offer }) => ({ user: userId, offer: offer.id })),
        )
  const watched = userId === undefined ? nobodyWatches : await watchedKeys(db, userId)
  const closes = await orWithout(market.bars.closes(keys, now, callerName(context)), new Map())
  return {
    total: chosen.length,
    pageNum,
    pageSize,
    rows: shown.map(({ offer, row }) =>
      offerView(offer, {
        feed,
        now,
        instrument: row.instrument,
        quote: market.views.quote(row, { language, watched }, { closes, now }),
        bought: boughtOf(own, userId ?? 0, offer.id),
        feeDate: engine.timetable.feeDate(row.instrument, now),
      }),
    ),
  }
}
