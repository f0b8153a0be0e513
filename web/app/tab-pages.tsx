import { ArrowLeftRight, ChartCandlestick, House, Star, UserRound } from 'lucide-react'
import { Activity, useState } from 'react'

import { hrefOf } from '#data/links.ts'
import { tabs, type RouteName } from '#data/routes.ts'
import { useText } from '#text/use-text.ts'
import { TabBar } from '#ui/tab-bar.tsx'
import { Page } from './page.tsx'
import type { Search } from './page-stack.ts'

type Props = {
  /** The tab in view; undefined while a pushed page is in view. */
  current: RouteName | undefined
  search: Search
}

/**
 * The five tab pages. A visited page keeps its state while another one is in view; a hidden page follows no prices and
 * makes no requests.
 */
export function TabPages({ current, search }: Props) {
  const [seen, setSeen] = useState<ReadonlySet<RouteName>>(new Set())
  if (current !== undefined && !seen.has(current)) setSeen(new Set([...seen, current]))
  return tabs
    .filter((route) => route === current || seen.has(route))
    .map((route) => (
      <Activity key={route} mode={route === current ? 'visible' : 'hidden'}>
        <TabPage route={route} search={route === current ? search : undefined} />
      </Activity>
    ))
}

/** Remembers the last parameters of a tab while the URL belongs to another page. */
function TabPage({ route, search }: { route: RouteName; search: Search | undefined }) {
  const [last, setLast] = useState<Search>(search ?? {})
  if (search !== undefined && search !== last) setLast(search)
  return <Page route={route} search={search ?? last} />
}

/** The links to the five tabs. */
export function useTabItems() {
  const t = useText()
  return [
    { href: hrefOf('home'), text: t('spec.tabs.home'), icon: <House aria-hidden="true" /> },
    {
      href: hrefOf('markets'),
      text: t('spec.tabs.markets'),
      icon: <ChartCandlestick aria-hidden="true" />,
    },
    { href: hrefOf('watchlists'), text: t('spec.tabs.watchlists'), icon: <Star aria-hidden="true" /> },
    { href: hrefOf('trade'), text: t('spec.tabs.trade'), icon: <ArrowLeftRight aria-hidden="true" /> },
    { href: hrefOf('account'), text: t('spec.tabs.account'), icon: <UserRound aria-hidden="true" /> },
  ]
}

/** The tab bar with the page in view highlighted. */
export function Tabs({ current }: { current: RouteName }) {
  const t = useText()
  const items = useTabItems()
  return <TabBar label={t('shell.mainNavigation')} items={items} current={hrefOf(current)} />
}
