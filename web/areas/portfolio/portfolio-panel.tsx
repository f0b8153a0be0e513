import { AllocationCard } from './allocation-card.tsx'
import type { PortfolioProps } from './door/portfolio-place.tsx'
import { PortfolioCurve } from './portfolio-curve.tsx'
import { ProfitSources } from './profit-sources.tsx'

const unread = () => undefined

/** All that is shown of the portfolio, in one file of the build. */
export function PortfolioPanel({ part, total, totalCall, onRead = unread }: PortfolioProps) {
  if (part === 'allocation') return <AllocationCard />
  if (part === 'sources') return <ProfitSources />
  return <PortfolioCurve detailed={part === 'sum'} {...{ total, totalCall, onRead }} />
}
