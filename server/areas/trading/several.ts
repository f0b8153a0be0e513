import { refusalCode, refusalText } from '@mex/contract/refusals.ts'
import type { Order as OrderView } from '@mex/contract/trading/shapes.ts'
import type { SeveralResults } from '@mex/contract/trading/several.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import type { Deciding, Kind } from './deciding.ts'

/** Decides the closing or the cancel of each, one after the other, at one instant. A refusal changes nothing for the others. */
export async function several(
  { engine }: Deciding,
  { ids, language }: Kind<'several'>,
  decideOne: (id: number) => Promise<OrderView | Refusal>,
): Promise<SeveralResults> {
  const results: SeveralResults['results'][number][] = []
  for (const id of ids) {
    const outcome = await decideOne(id)
    results.push(
      isRefusal(outcome)
        ? {
            id,
            order: undefined,
            refusal: {
              code: refusalCode(outcome.refused),
              message: refusalText(outcome, language, engine.traditional),
            },
          }
        : { id, order: outcome, refusal: undefined },
    )
  }
  return { results }
}
