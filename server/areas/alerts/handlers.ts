import type { Alert } from '@mex/contract/alerts/shapes.ts'
import { calls } from '@mex/contract/areas.ts'
import type { Handlers } from '@mex/contract/call.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { levelIn, type PriceAlert } from '@mex/core/alerts/price-alert.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import { price } from '@mex/core/money/money.ts'
import { accepted } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Context, PersonContext } from '#context.ts'
import { createAlert, listed, removeAlert, type AlertDependencies } from './actions.ts'
import { alertsOf } from './store.ts'

export type AlertHandling = AlertDependencies & {
  readonly traditional: Traditional
  readonly describe: (key: string, now: number) => Instrument
}

const { activeMax, overMax } = settings.alerts

export function handlers(handling: AlertHandling) {
  return {
    async list({ code, market }, context) {
      const key =
        code === undefined || market === undefined
          ? undefined
          : (listed(handling.market, { code, market }, context.now)?.key ?? `${market}:${code}`)
      const rows = await alertsOf(context.db, context.person.userId, key, activeMax + overMax)
      return rows.map((row) => alertView(row, context, handling))
    },
    create: async (input, context) => accepted(await createAlert(input, context, handling)),
    async remove(input, context) {
      await removeAlert(input, context, handling)
      return null
    },
  } satisfies Handlers<typeof calls.alerts, Context, PersonContext>
}

/** An alert with the present price of its instrument; without a price once that has left the market. */
function alertView(
  { id, instrument: key, target, repeats, inPracticeHours, state, createdAt, toldAt }: PriceAlert,
  { now, language }: Context,
  { market: { feed, board }, describe, traditional }: AlertHandling,
): Alert {
  const instrument = describe(key, now)
  const row = feed.instruments(now).has(key) ? board.row(instrument, now) : undefined
  const { code, name, market, source, classify } = instrument
  const level = target.kind === 'move' ? undefined : levelIn(target.level, createdAt, feed.actions(key, now), now)
  return {
    id,
    kind: target.kind,
    level,
    percent: target.kind === 'move' ? target.percent : undefined,
    repeats,
    inPracticeHours,
    state,
    createdAt,
    toldAt,
    code,
    name: textIn(name, language, traditional),
    market,
    source,
    classify,
    last: row?.quote.last,
    change: row?.change,
    changeRatio: row?.changeRatio,
    tick: tickAt(instrument.ticks, row?.quote.last ?? level ?? price(0n)),
  }
}
