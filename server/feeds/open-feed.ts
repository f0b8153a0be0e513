import type { Catalogue } from './catalogue.ts'
import type { DrawnFeed } from './drawn.ts'
import type { ManifestEntry } from './replay/manifest.ts'
import type { PublicYields } from './replay/public-yields.ts'
import { replayEntries, type ReplayFeed } from './replay/replay.ts'
import { openDaySecrets } from './simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed, type SimulatedFeedOptions } from './simulator/simulated-feed.ts'

/** The secret that every day's secret is derived from, for both markets. */
type Master = { readonly master: Uint8Array }
type SimulatedInputs = Master & {
  readonly market: 'sim'
  readonly practiceHours: boolean
  readonly practiceAuctions?: boolean
}
type ReplayInputs = Master & {
  readonly market: 'replay'
  readonly entries: readonly ManifestEntry[]
  readonly yields: readonly PublicYields[]
  readonly start: number | undefined
}

/**
 * All inputs of the prices besides the catalogue, as plain data that can be sent to another thread. The same inputs
 * give bit-for-bit the same prices in every thread, because `openFeed` opens every feed of a process.
 */
export type FeedInputs = SimulatedInputs | ReplayInputs

/** Cache sizes; they do not affect prices. */
type Caches = Pick<SimulatedFeedOptions, 'keptPathDays'>

export function openFeed(inputs: SimulatedInputs, catalogue: Catalogue): DrawnFeed
export function openFeed(inputs: ReplayInputs, catalogue: Catalogue): ReplayFeed
export function openFeed(inputs: FeedInputs, catalogue: Catalogue, caches?: Caches): DrawnFeed
export function openFeed(inputs: FeedInputs, catalogue: Catalogue, caches: Caches = {}): DrawnFeed {
  const keys = openDaySecrets(inputs.master, modelVersion)
  if (inputs.market === 'replay') {
    const { entries, yields, start } = inputs
    return replayEntries({ entries, yields, catalogue, keys, start })
  }
  const { practiceHours, practiceAuctions = practiceHours } = inputs
  return openSimulatedFeed({ keys, catalogue, practiceHours, practiceAuctions, ...caches })
}
