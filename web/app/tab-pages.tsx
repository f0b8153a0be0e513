import { ArrowLeftRight, ChartCandlestick, House, Star, UserRound } from 'lucide-react'
import { Activity, useState } from 'react'

import { addressOf, tabPaths, type Path } from '#data/addresses.ts'
import { useText } from '#text/use-text.ts'
import { TabBar } from '#ui/tab-bar.tsx'
import { Page } from './page.tsx'
import type { Search } from './places.ts'
import { routeOf, type Route } from './routes.ts'

const tabRoutes = tabPaths.map((path) => routeOf(path))

type Props = {
  /** The tab in view; undefined while a pushed page is. */
  current: Path | undefined
  search: Search
}

/**
 * The five tab pages. Once seen, a page stays as it was left while another is in view; hidden, it follows no prices and
 * asks nothing.
 */
export function TabPages({ current, search }: Props) {
  const [seen, setSeen] = useState<ReadonlySet<Path>>(new Set())
  if (current !== undefined && !seen.has(current)) setSeen(new Set([...seen, current]))
  return tabRoutes
    .filter((route) => route.path === current || seen.has(route.path))
    .map((route) => (
      <Activity key={route.path} mode={route.path === current ? 'visible' : 'hidden'}>
        <TabPage route={route} search={route.path === current ? search : undefined} />
      </Activity>
    ))
}

/** Remembers what its address last said, for the time when the address belongs to another page. */
function TabPage({ route, search }: { route: Route; search: Search | undefined }) {
  const [last, setLast] = useState<Search>(search ?? {})
  if (search !== undefined && search !== last) setLast(search)
  return <Page route={route} search={search ?? last} />
}

/** The tab bar with the page in view lit. */
export function Tabs({ current }: { current: Path }) {
  const t = useText()
  const items = [
    { href: addressOf('/'), text: t('spec.tabs.home'), icon: <House aria-hidden="true" /> },
    {
      href: addressOf('/pages/market/index'),
      text: t('spec.tabs.markets'),
      icon: <ChartCandlestick aria-hidden="true" />,
    },
    { href: addressOf('/pages/watchlist/index'), text: t('spec.tabs.watchlists'), icon: <Star aria-hidden="true" /> },
    { href: addressOf('/pages/trade/index'), text: t('spec.tabs.trade'), icon: <ArrowLeftRight aria-hidden="true" /> },
    { href: addressOf('/pages/profile/index'), text: t('spec.tabs.account'), icon: <UserRound aria-hidden="true" /> },
  ]
  return <TabBar label={t('shell.mainNavigation')} items={items} current={addressOf(current)} />
}
