import { AllocationCard } from './allocation-card.tsx'
import type { PortfolioProps } from './door/portfolio-place.tsx'
import { PortfolioCurve } from './portfolio-curve.tsx'
import { ProfitSources } from './profit-sources.tsx'

const unread = () => undefined

/** All that is shown of the portfolio, in one file of the build. */
export function PortfolioPanel({ part, onRead = unread }: PortfolioProps) {
  if (part === 'allocation') return <AllocationCard />
  return part === 'sources' ? <ProfitSources /> : <PortfolioCurve detailed={part === 'sum'} onRead={onRead} />
}
