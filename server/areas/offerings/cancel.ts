import type { Application as ApplicationView } from '@mex/contract/offerings/shapes.ts'
import type { Order as OrderView } from '@mex/contract/trading/shapes.ts'
import { accepted, isRefusal } from '@mex/core/refusal.ts'
import type { TradingEngine } from '#areas/trading/engine.ts'
import type { PersonContext } from '#context.ts'
import type { Applications } from './applications.ts'

export type Cancelling = { readonly applications: Applications; readonly engine: TradingEngine }

/** Cancels an order, or the application that has the id: one sequence numbers both (specification, calls H). */
export const cancelHandler =
  ({ applications, engine }: Cancelling) =>
  async ({ id }: { readonly id: number }, context: PersonContext): Promise<OrderView | ApplicationView> => {
    const { userId } = context.person
    const { language, now: at } = context
    const cancelled = await engine.lane.send({ kind: 'cancel', userId, orderId: id, language })
    if (!isRefusal(cancelled) || cancelled.refused !== 'not_found') return accepted(cancelled) as OrderView
    return accepted(await applications.send({ kind: 'cancel', userId, id, at, language }))
  }
