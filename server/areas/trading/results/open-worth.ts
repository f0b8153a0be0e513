import type { Instrument } from '@mex/core/market/instrument.ts'
import { addMoney, convert, nothing, subtractMoney, type Money } from '@mex/core/money/money.ts'
import { worth, type Position } from '@mex/core/trading/positions.ts'
import { owedTotal } from '@mex/core/trading/postings.ts'
import type { PersonContext } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import type { TradingDependencies } from '#areas/trading/dependencies.ts'
import { pricesAt } from '#areas/trading/prices.ts'
import { listPositions } from '#areas/trading/store-lists.ts'
import { markPosition } from '#areas/trading/views.ts'

/** An open position as a part of a net worth (rulebook §7.3), in the currency of its wallet. */
export type OpenWorth = Pick<Position, 'wallet' | 'margin'> & {
  readonly instrument: Instrument
  /** Margin and floating profit, less what it owes. */
  readonly worth: Money
  /** Mark price × quantity; undefined without a price. */
  readonly marketValue: Money | undefined
}

/** What the open positions of a user are worth. Without a price a position counts with its margin, as the overview does. */
export async function openWorths(
  tx: Tx,
  { feed, now, person }: PersonContext,
  describe: TradingDependencies['describe'],
): Promise<readonly OpenWorth[]> {
  const prices = pricesAt(feed, now)
  const stored = await listPositions(tx, person.userId, { source: undefined, instrument: undefined })
  return stored.map(({ position }) => {
    const instrument = describe(position.instrument, now)
    const marked = markPosition(position, instrument, prices)
    const gained = subtractMoney(marked?.profit ?? nothing, owedTotal(position.owed))
    return {
      wallet: position.wallet,
      margin: position.margin,
      instrument,
      worth: addMoney(position.margin, gained),
      marketValue:
        marked === undefined
          ? undefined
          : convert(worth(instrument, marked.mark, position.quantity), marked.conversionRate, 'near'),
    }
  })
}
