import type { Guard } from './guard.ts'
import { admission } from './admission.ts'
import { charts } from './charts.ts'
import { keys } from './keys.ts'
import { market } from './market.ts'
import { networks } from './networks.ts'
import { pricesAndListings } from './prices-and-listings.ts'
import { whatTheSourceHasNot } from './source.ts'
import { stopping } from './stopping.ts'

/** Every guard that can be taken away, by subject. */
export const guards: readonly Guard[] = [
  ...admission,
  ...charts,
  ...keys,
  ...networks,
  ...market,
  ...pricesAndListings,
  ...stopping,
  ...whatTheSourceHasNot,
]
