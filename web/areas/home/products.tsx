import { Bot, Boxes, BrainCircuit, HandCoins, Landmark, Rocket, Sunrise, UserRoundPlus } from 'lucide-react'

import { addressOf } from '#data/addresses.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { IconGrid } from '#ui/icon-grid.tsx'

/** The ways to everything that is not a plain list of prices. */
export function Products() {
  const t = useText()
  const items = [
    { href: addressOf('/pages/product/newstock'), text: t('home.newIssues'), icon: <Rocket aria-hidden="true" /> },
    { href: addressOf('/pages/product/blocktrade'), text: t('home.blockTrade'), icon: <Boxes aria-hidden="true" /> },
    { href: addressOf('/pages/product/auction'), text: t('home.preMarket'), icon: <Sunrise aria-hidden="true" /> },
    { href: addressOf('/pages/bonds/list'), text: t('home.bonds'), icon: <Landmark aria-hidden="true" /> },
    { href: addressOf('/pages/placing/index'), text: t('home.placing'), icon: <HandCoins aria-hidden="true" /> },
    { href: addressOf('/pages/product/follow'), text: t('home.follow'), icon: <UserRoundPlus aria-hidden="true" /> },
    { href: addressOf('/pages/robotai/index'), text: t('home.robots'), icon: <Bot aria-hidden="true" /> },
    {
      href: addressOf('/pages/aiquantify/index'),
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
