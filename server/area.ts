import type { calls } from '@mex/contract/calls.ts'
import type { Evidence } from '#areas/ledger/verify.ts'
import type { OwnData } from '#db/own-data.ts'
import type { TickListener } from '#feeds/ticker.ts'
import type { Job } from '#jobs/runner.ts'
import type { Present } from '#push/outbox.ts'
import type { Parts } from './parts.ts'

/** What calls say about this server. */
export type Facts = {
  readonly version: string
  readonly predictable: boolean
  readonly supportUrl: string | undefined
}

/** What jobs are told besides the parts. */
export type Background = {
  /** Until when ticks were handled, and every gap before is in the books (epoch milliseconds of the market clock). */
  readonly handledUntil: () => number
  readonly log: (message: string) => void
  readonly warn: (message: string) => void
}

/** Functions that answer calls, by the group of the contract; `areas.ts` checks that every call has one. */
export type GroupHandlers = { readonly [Group in keyof typeof calls]?: object }

/** What one business area brings to the server: `server/areas/<area>/area.ts`. What it does not bring is left out. */
export type Area = {
  readonly name: string
  readonly handlers?: (parts: Parts, facts: Facts) => GroupHandlers
  /** What happens by the clock (rulebook §2.2). */
  readonly jobs?: (parts: Parts, background: Background) => readonly Job[]
  /** Who is told of every tick. */
  readonly listeners?: (parts: Parts) => readonly TickListener[]
  /** What push says about each topic of the outbox. */
  readonly frames?: (parts: Parts) => Readonly<Record<string, Present>>
  /** What its rows say about the books. */
  readonly evidence?: Evidence
  /** What it keeps about people. */
  readonly ownData?: OwnData
}
