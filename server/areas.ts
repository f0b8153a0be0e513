import { calls } from '@mex/contract/calls.ts'
import type { Call } from '@mex/contract/call.ts'
import { area as account } from '#areas/account/area.ts'
import { area as content } from '#areas/content/area.ts'
import { area as desk } from '#areas/desk/area.ts'
import { area as files } from '#areas/files/area.ts'
import { area as funding } from '#areas/funding/area.ts'
import { area as kyc } from '#areas/kyc/area.ts'
import { area as ledger } from '#areas/ledger/area.ts'
import { area as market } from '#areas/market/area.ts'
import { area as records } from '#areas/records/area.ts'
import { area as trading } from '#areas/trading/area.ts'
import { area as wallet } from '#areas/wallet/area.ts'
import { area as watchlist } from '#areas/watchlist/area.ts'
import { allEvidence } from '#areas/ledger/verify.ts'
import type { OwnData } from '#db/own-data.ts'
import type { Handler } from '#http/routes.ts'
import type { Area, Facts } from './area.ts'
import type { Parts } from './parts.ts'

/** The areas of the server. The account comes last: it erases the names that the others are found by. */
const list = [ledger, wallet, trading, market, funding, content, files, kyc, records, watchlist, desk, account] as const
export const areas: readonly Area[] = list

/** What the areas say about the books. */
export const everyEvidence = allEvidence(areas.flatMap(({ evidence }) => evidence ?? []))

/** What every area keeps about people. */
export const everyOwnData: readonly OwnData[] = areas.flatMap(({ ownData }) => ownData ?? [])

type Brought = ReturnType<Extract<(typeof list)[number], { handlers: unknown }>['handlers']>
type BroughtTo<Group extends string> = Brought extends infer Groups
  ? Groups extends { readonly [Name in Group]: infer Handlers }
    ? keyof Handlers
    : never
  : never
type Missing = {
  readonly [Group in keyof typeof calls]: Exclude<keyof (typeof calls)[Group], BroughtTo<Group>>
}[keyof typeof calls]

/** Does not compile with the name of anything. */
const nothingIs = <_Names extends never>(): void => undefined

export type Entry = { readonly call: Call; readonly handler: Handler }

/** Every call of the contract with the function that answers it: a missing one does not compile. */
export function callTable(parts: Parts, facts: Facts): Entry[] {
  nothingIs<Missing>()
  const brought = areas.map(({ handlers }) => handlers?.(parts, facts) ?? {})
  return Object.entries(calls).flatMap(([group, named]) => {
    const handlers = Object.assign({}, ...brought.map((groups) => groups[group as keyof typeof calls])) as Readonly<
      Record<string, Handler>
    >
    return Object.entries(named).map(([name, call]) => ({ call, handler: handlers[name] as Handler }))
  })
}
