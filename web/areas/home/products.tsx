import { Bot, Boxes, BrainCircuit, HandCoins, Landmark, Rocket, Sunrise, UserRoundPlus } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { IconGrid } from '#ui/icon-grid.tsx'

/** Links to the products that are no plain list of prices. */
export function Products() {
  const t = useText()
  const items = [
    { href: hrefOf('newStocks'), text: t('home.newIssues'), icon: <Rocket aria-hidden="true" /> },
    { href: hrefOf('blockTrades'), text: t('home.blockTrade'), icon: <Boxes aria-hidden="true" /> },
    { href: hrefOf('preMarketAuction'), text: t('home.preMarket'), icon: <Sunrise aria-hidden="true" /> },
    { href: hrefOf('bonds'), text: t('home.bonds'), icon: <Landmark aria-hidden="true" /> },
    { href: hrefOf('placings'), text: t('home.placing'), icon: <HandCoins aria-hidden="true" /> },
    { href: hrefOf('follow'), text: t('home.follow'), icon: <UserRoundPlus aria-hidden="true" /> },
    { href: hrefOf('robots'), text: t('home.robots'), icon: <Bot aria-hidden="true" /> },
    {
      href: hrefOf('quantify'),
      text: t('home.quantify'),
      icon: <BrainCircuit aria-hidden="true" />,
    },
  ]
  return (
    <Card>
      <IconGrid label={t('home.services')} items={items} />
    </Card>
  )
}
