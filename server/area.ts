import type { calls } from '@mex/contract/areas.ts'
import type { Call } from '@mex/contract/call.ts'
import type { Evidence } from '#areas/ledger/verify.ts'
import type { OwnData } from '#db/own-data.ts'
import type { TickListener } from '#feeds/ticker.ts'
import type { Job } from '#jobs/runner.ts'
import type { FrameLoader } from '#push/outbox.ts'
import type { Dependencies } from './dependencies.ts'

/** Facts about this server that calls return. */
export type Facts = {
  readonly version: string
  readonly predictable: boolean
  readonly supportUrl: string | undefined
}

/** Dependencies of jobs besides those of the areas. */
export type Background = {
  /** Ticks up to here were handled, and every gap before is recorded (epoch milliseconds of the market clock). */
  readonly handledUntil: () => number
  readonly log: (message: string) => void
  readonly warn: (message: string) => void
}

/** Handlers of calls, by the group of the contract; `areas.ts` checks that every call has one. */
export type GroupHandlers = { readonly [Group in keyof typeof calls]?: object }

/** What one business area provides to the server, in `server/areas/<area>/area.ts`. */
export type Area = {
  readonly name: string
  readonly handlers?: (dependencies: Dependencies, facts: Facts) => GroupHandlers
  /** Scheduled jobs (rulebook §2.2). */
  readonly jobs?: (dependencies: Dependencies, background: Background) => readonly Job[]
  /** Called with every tick. */
  readonly listeners?: (dependencies: Dependencies) => readonly TickListener[]
  /** The calls that place an order, by the product that the metrics count them under. */
  readonly orders?: Readonly<Record<string, readonly Call[]>>
  /** Loads the push frames for each topic of the outbox. */
  readonly frames?: (dependencies: Dependencies) => Readonly<Record<string, FrameLoader>>
  /** Queries that compare its rows with the ledger. */
  readonly evidence?: Evidence
  /** Its personal data, to be copied and erased. */
  readonly ownData?: OwnData
}
