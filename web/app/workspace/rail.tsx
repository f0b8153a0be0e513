import {
  Bot,
  Boxes,
  BrainCircuit,
  Ellipsis,
  HandCoins,
  Landmark,
  ReceiptText,
  Rocket,
  Settings,
  Sunrise,
  UserRoundPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'

import { useTabItems } from '#app/tab-pages.tsx'
import type { PageLocation } from '#app/page-stack.ts'
import { hrefOf } from '#data/links.ts'
import { useProduct } from '#data/product.ts'
import type { RouteName } from '#data/routes.ts'
import { useText } from '#text/use-text.ts'
import styles from './workspace.module.css'

type Item = { readonly href: string; readonly text: string; readonly icon: ReactNode }

/** The item to which a page belongs that has none of its own. */
const itemOf: Partial<Record<RouteName, RouteName>> = {
  hongKongStocks: 'markets',
  futures: 'markets',
  forex: 'markets',
  popular: 'markets',
  screener: 'markets',
  calendar: 'markets',
  search: 'markets',
  manageWatchlist: 'watchlists',
  watchGroups: 'watchlists',
  alerts: 'watchlists',
  transfer: 'account',
  invite: 'account',
  verifyIdentity: 'account',
  cards: 'account',
  editBankCard: 'account',
  editCoinAccount: 'account',
  deposit: 'account',
  depositFiat: 'account',
  depositWallet: 'account',
  depositRecords: 'account',
  withdrawCoins: 'account',
  withdrawToBank: 'account',
  newStockSubscription: 'newStocks',
  hongKongSubscription: 'newStocks',
  buyBond: 'bonds',
  sellBond: 'bonds',
  followOrder: 'follow',
  robotProduct: 'robots',
  rentRobot: 'robots',
  robotRecords: 'robots',
  robotRental: 'robots',
  placingRecords: 'placings',
  quantifyRecords: 'quantify',
  quantifyRecord: 'quantify',
  security: 'settings',
  loginPassword: 'settings',
  payPassword: 'settings',
}

/** The tabs and the products at the left edge. */
export function Rail({ page, isTrading }: { page: PageLocation; isTrading: boolean }) {
  const t = useText()
  const { title } = useProduct()
  const tabs = useTabItems()
  const products: readonly Item[] = [
    { href: hrefOf('newStocks'), text: t('home.newIssues'), icon: <Rocket aria-hidden="true" /> },
    { href: hrefOf('bonds'), text: t('home.bonds'), icon: <Landmark aria-hidden="true" /> },
    { href: hrefOf('follow'), text: t('home.follow'), icon: <UserRoundPlus aria-hidden="true" /> },
    { href: hrefOf('robots'), text: t('home.robots'), icon: <Bot aria-hidden="true" /> },
  ]
  const more: readonly Item[] = [
    { href: hrefOf('blockTrades'), text: t('home.blockTrade'), icon: <Boxes aria-hidden="true" /> },
    { href: hrefOf('preMarketAuction'), text: t('home.preMarket'), icon: <Sunrise aria-hidden="true" /> },
    { href: hrefOf('placings'), text: t('home.placing'), icon: <HandCoins aria-hidden="true" /> },
    { href: hrefOf('quantify'), text: t('home.quantify'), icon: <BrainCircuit aria-hidden="true" /> },
  ]
  const current = hrefOf(isTrading ? 'trade' : (itemOf[page.route] ?? page.route))
  // A page without an item of its own marks the item that it belongs to, which is not the page itself.
  const place = current === hrefOf(page.route) ? 'page' : 'true'
  const link = (item: Item) => (
    <a
      key={item.href}
      className={styles['railItem']}
      href={item.href}
      aria-current={item.href === current ? place : undefined}
    >
      {item.icon}
      <span>{item.text}</span>
    </a>
  )
  return (
    <div className={styles['rail']}>
      <a className={styles['logo']} href={hrefOf('home')} aria-label={title} tabIndex={-1} aria-hidden="true">
        {title.slice(0, 1)}
      </a>
      <nav aria-label={t('shell.mainNavigation')}>{tabs.map(link)}</nav>
      <nav className={styles['products']} aria-label={t('workspace.products')}>
        {products.map(link)}
        <button
          type="button"
          className={styles['railItem']}
          popoverTarget="more-products"
          aria-current={more.some(({ href }) => href === current) ? 'true' : undefined}
        >
          <Ellipsis aria-hidden="true" />
          <span>{t('workspace.more')}</span>
        </button>
        <MoreProducts key={page.href} label={t('workspace.moreProducts')}>
          {more.map(link)}
        </MoreProducts>
      </nav>
      <nav className={styles['railEnd']} aria-label={t('workspace.settings')}>
        {link({ href: hrefOf('history'), text: t('workspace.history'), icon: <ReceiptText aria-hidden="true" /> })}
        {link({ href: hrefOf('settings'), text: t('workspace.settings'), icon: <Settings aria-hidden="true" /> })}
      </nav>
    </div>
  )
}

/** The other products; the browser closes it by Escape and by a press outside, and another page by a new one. */
function MoreProducts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset id="more-products" className={styles['moreProducts']} popover="auto" aria-label={label}>
      {children}
    </fieldset>
  )
}
