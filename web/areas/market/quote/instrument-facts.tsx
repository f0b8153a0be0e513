import type { Quote } from '@mex/contract/market/shapes.ts'

import { AboutInstrument } from './about-instrument.tsx'
import { InstrumentNews } from './instrument-news.tsx'
import { KeyFigures } from './key-figures.tsx'
import { NextEvent } from './next-event.tsx'
import { ShareActions } from './share-actions.tsx'

/** What is known of an instrument beside its price: `fetched` is its quote without later ticks. */
export const InstrumentFacts = ({ quote, fetched }: { quote: Quote; fetched: Quote }) => (
  <>
    <KeyFigures quote={quote} />
    <NextEvent quote={fetched} />
    <ShareActions quote={fetched} />
    <AboutInstrument quote={quote} />
    <InstrumentNews quote={fetched} />
  </>
)
