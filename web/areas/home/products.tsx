import { Bot, Boxes, BrainCircuit, HandCoins, Landmark, Rocket, Sunrise, UserRoundPlus } from 'lucide-react'

import { addressOf } from '#data/addresses.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { IconGrid } from '#ui/icon-grid.tsx'

/** The ways to everything that is not a plain list of prices. */
export function Products() {
  const t = useText()
  const items = [
    { href: addressOf('newStocks'), text: t('home.newIssues'), icon: <Rocket aria-hidden="true" /> },
    { href: addressOf('blockTrades'), text: t('home.blockTrade'), icon: <Boxes aria-hidden="true" /> },
    { href: addressOf('preMarketAuction'), text: t('home.preMarket'), icon: <Sunrise aria-hidden="true" /> },
    { href: addressOf('bonds'), text: t('home.bonds'), icon: <Landmark aria-hidden="true" /> },
    { href: addressOf('placings'), text: t('home.placing'), icon: <HandCoins aria-hidden="true" /> },
    { href: addressOf('follow'), text: t('home.follow'), icon: <UserRoundPlus aria-hidden="true" /> },
    { href: addressOf('robots'), text: t('home.robots'), icon: <Bot aria-hidden="true" /> },
    {
      href: addressOf('quantify'),
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
