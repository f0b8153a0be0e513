import type { PublicPrice } from '@mex/contract/market/public-price.ts'
import { Suspense } from 'react'

import { lazyComponent } from '#ui/lazy.tsx'
import type { Listing } from './listing.ts'

// Only prices of a public source have an age: the other markets never load its code.
const Age = lazyComponent(() => import('#areas/market/age.tsx').then((file) => file.Age))

export type AgeProps = {
  price: PublicPrice | undefined
  /** Also tells the usual lag of the exchange, where no line above the rows tells it. */
  withDelay?: boolean | undefined
  /** It stands at the begin of its line, where it is never cut. */
  isFirst?: boolean
  /** The list above which the usual lags of its exchanges are told. */
  rows?: readonly Pick<Listing, 'market' | 'publicPrice'>[]
}

/** Marks a price that is older than it should be, or in doubt: nothing is filled at it. */
export const PriceAge = (props: AgeProps) =>
  props.price === undefined ? undefined : (
    <Suspense>
      <Age {...props} />
    </Suspense>
  )
