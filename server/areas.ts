import { calls } from '@mex/contract/areas.ts'
import type { Call } from '@mex/contract/call.ts'
import { area as account } from '#areas/account/area.ts'
import { area as alerts } from '#areas/alerts/area.ts'
import { area as auctions } from '#areas/auctions/area.ts'
import { area as blocks } from '#areas/blocks/area.ts'
import { area as bonds } from '#areas/bonds/area.ts'
import { area as follow } from '#areas/follow/area.ts'
import { area as content } from '#areas/content/area.ts'
import { area as desk } from '#areas/desk/area.ts'
import { area as files } from '#areas/files/area.ts'
import { area as funding } from '#areas/funding/area.ts'
import { area as kyc } from '#areas/kyc/area.ts'
import { area as ledger } from '#areas/ledger/area.ts'
import { area as market } from '#areas/market/area.ts'
import { area as offerings } from '#areas/offerings/area.ts'
import { area as portfolio } from '#areas/portfolio/area.ts'
import { area as quantify } from '#areas/quantify/area.ts'
import { area as records } from '#areas/records/area.ts'
import { area as robots } from '#areas/robots/area.ts'
import { area as trading } from '#areas/trading/area.ts'
import { area as wallet } from '#areas/wallet/area.ts'
import { area as watchlist } from '#areas/watchlist/area.ts'
import { allEvidence } from '#areas/ledger/verify.ts'
import type { OwnData } from '#db/own-data.ts'
import type { Handler } from '#http/routes.ts'
import type { Area, Facts } from './area.ts'
import type { Dependencies } from './dependencies.ts'

/** The areas of the server. The account comes last, because the others find their rows by the names that it erases. */
const list = [
  ledger,
  wallet,
  trading,
  offerings,
  auctions,
  blocks,
  bonds,
  quantify,
  follow,
  robots,
  market,
  funding,
  content,
  files,
  kyc,
  records,
  portfolio,
  watchlist,
  alerts,
  desk,
  account,
] as const
export const areas: readonly Area[] = list

/** The ledger evidence of all areas. */
export const everyEvidence = allEvidence(areas.flatMap(({ evidence }) => evidence ?? []))

/** The personal data of all areas. */
export const everyOwnData: readonly OwnData[] = areas.flatMap(({ ownData }) => ownData ?? [])

type Provided = ReturnType<Extract<(typeof list)[number], { handlers: unknown }>['handlers']>
type ProvidedFor<Group extends string> = Provided extends infer Groups
  ? Groups extends { readonly [Name in Group]: infer Handlers }
    ? keyof Handlers
    : never
  : never
type Missing = {
  readonly [Group in keyof typeof calls]: Exclude<keyof (typeof calls)[Group], ProvidedFor<Group>>
}[keyof typeof calls]

/** Compiles only for an empty union. */
const assertNone = <_Names extends never>(): void => undefined

/** A call; `product` if it places an order. */
export type Entry = { readonly call: Call; readonly handler: Handler; readonly product: string | undefined }

/** The product of every call that places an order. */
export const orderProducts: ReadonlyMap<Call, string> = new Map(
  areas.flatMap(({ orders = {} }) =>
    Object.entries(orders).flatMap(([product, placing]) => placing.map((call) => [call, product] as const)),
  ),
)

/** Every call of the contract with its handler; a missing handler does not compile. */
export function callTable(dependencies: Dependencies, facts: Facts): Entry[] {
  assertNone<Missing>()
  const provided = areas.map(({ handlers }) => handlers?.(dependencies, facts) ?? {})
  return Object.entries(calls).flatMap(([group, named]) => {
    const handlers = Object.assign({}, ...provided.map((groups) => groups[group as keyof typeof calls])) as Readonly<
      Record<string, Handler>
    >
    return Object.entries(named).map(([name, call]) => ({
      call,
      handler: handlers[name] as Handler,
      product: orderProducts.get(call),
    }))
  })
}
