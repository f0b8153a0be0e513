import type { Instrument, Market, Source } from '@mex/core/instrument.ts'
import type { Feed } from '#feeds/feed.ts'

type Wanted = { readonly code: string; readonly market?: Market | undefined; readonly source?: Source | undefined }

const byCode = new WeakMap<ReadonlyMap<string, Instrument>, ReadonlyMap<string, readonly Instrument[]>>()

/** Codes are written in capitals; a product of futures ('ES') stands for its front month. */
function index(instruments: ReadonlyMap<string, Instrument>): ReadonlyMap<string, readonly Instrument[]> {
  const known = byCode.get(instruments)
  if (known !== undefined) return known
  const made = new Map<string, Instrument[]>()
  const add = (code: string, instrument: Instrument): void =>
    void made.set(code, [...(made.get(code) ?? []), instrument])
  const front = new Map<string, Instrument>()
  for (const instrument of instruments.values()) {
    add(instrument.code.toUpperCase(), instrument)
    const { contract } = instrument
    if (contract === undefined) continue
    const nearest = front.get(contract.product)?.contract?.lastTrade
    if (nearest === undefined || contract.lastTrade < nearest) front.set(contract.product, instrument)
  }
  for (const [product, instrument] of front) if (!made.has(product)) add(product, instrument)
  byCode.set(instruments, made)
  return made
}

/** The instrument that a request names by its code, with its market or source where codes are shared. */
export function findInstrument(feed: Feed, now: number, { code, market, source }: Wanted): Instrument | undefined {
  const found = index(feed.instruments(now)).get(code.toUpperCase()) ?? []
  return found.find(
    (each) => (market === undefined || each.market === market) && (source === undefined || each.source === source),
  )
}
