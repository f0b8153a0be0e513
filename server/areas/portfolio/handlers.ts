import type { Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import type { Context, PersonContext } from '#context.ts'
import { allocation } from './allocation.ts'
import { curve } from './curve.ts'
import { months } from './months.ts'
import type { PortfolioDependencies } from './valued.ts'

export function handlers(dependencies: PortfolioDependencies) {
  return {
    allocation: (_, context) => allocation(context, dependencies),
    curve: (input, context) => curve(input, context, dependencies),
    months: (input, context) => months(input, context, dependencies),
  } satisfies Handlers<typeof calls.portfolio, Context, PersonContext>
}
