import { account } from '@mex/contract/account/calls.ts'
import type { MarketClock } from '@mex/contract/market/calls.ts'
import { shareMarkets } from '@mex/core/market/instrument.ts'
import type { Ref } from 'react'

import { Avatar } from '#areas/account/door/avatar.tsx'
import { Bell } from '#areas/content/door/bell.tsx'
import { useMarketNow } from '#areas/market/door/market-now.ts'
import { SearchPanel } from '#areas/market/door/search-panel.tsx'
import { useDocumentTitle } from '#app/document-title.ts'
import type { PageLocation } from '#app/page-stack.ts'
import { durationText } from '#components/duration.ts'
import { moneyText, profitText } from '#components/figures.ts'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useAmountsHidden } from '#data/preferences.ts'
import { useProduct } from '#data/product.ts'
import { useSession } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PracticeTag } from '#ui/tag.tsx'
import styles from './workspace.module.css'

/** The bar of the workspace: what this is, search, unless the page is that, the markets, and the user's total. */
export function TopBar({ search, page }: { search: Ref<HTMLInputElement>; page: PageLocation }) {
  const t = useText()
  const { title } = useProduct()
  const { practice } = useDocumentTitle()
  const isSignedIn = useSession() !== undefined
  return (
    <section className={styles['top']} aria-label={t('workspace.overview')}>
      <strong className={styles['product']}>{title}</strong>
      <PracticeTag text={practice} />
      {page.route === 'search' ? undefined : <SearchPanel key={page.href} input={search} />}
      <Clocks />
      {isSignedIn ? (
        <>
          <Total />
          <Bell />
          <Avatar />
        </>
      ) : (
        <Button text={t('shell.logIn')} size="small" kind="secondary" href={hrefOf('login')} />
      )}
    </section>
  )
}

function Clocks() {
  const t = useText()
  const { clocks, now } = useMarketNow()
  return (
    <ul className={styles['clocks']} aria-label={t('home.hours')}>
      {shareMarkets.map((market) => {
        const clock = clocks?.find((one) => one.market === market)
        return clock === undefined || now === undefined ? undefined : (
          <li key={market}>
            <Clock clock={clock} name={t(`market.${lowerCase(market)}`)} now={now} />
          </li>
        )
      })}
    </ul>
  )
}

const lowerCase = <Name extends string>(name: Name) => name.toLowerCase() as Lowercase<Name>

function Clock({ clock, name, now }: { clock: MarketClock; name: string; now: number }) {
  const t = useText()
  const { phase, nextOpenAt, nextCloseAt } = clock
  const isOpen = phase === 'regular'
  const next = isOpen ? nextCloseAt : nextOpenAt
  const time = next === undefined ? undefined : durationText(next - now, t)
  return (
    <>
      <span className={styles['dot']} data-phase={phase} />
      <b>{name}</b>
      <span>{phase === 'practice' ? t('home.practice') : t(`market.phases.${phase}`)}</span>
      {time === undefined ? undefined : (
        <span className={styles['until']}>{t(isOpen ? 'workspace.closesIn' : 'workspace.opensIn', { time })}</span>
      )}
    </>
  )
}

/** The total with today's profit; dots where the user hides sums. */
function Total() {
  const t = useText()
  const isHidden = useAmountsHidden()
  const { data, failure } = useCall(account.overview, { wallet: 'OVERVIEW' }, { everySeconds: 10 })
  const currency = data?.currency ?? 'MXN'
  const today = profitText(data?.todayProfit, currency)
  if (data === undefined && failure === undefined) {
    return (
      <span className={styles['total']}>
        <Skeleton width={130} />
      </span>
    )
  }
  return (
    <a className={styles['total']} href={hrefOf('account')}>
      <span className={styles['owned']}>{t('trade.account')}</span>
      <b>{isHidden ? '••••' : moneyText(data?.equity, currency)}</b>
      {today === undefined || isHidden ? undefined : (
        <span data-trend={today.trend}>
          <span className={styles['brief']}>{t('workspace.today', { amount: today.text })}</span>
          <span className={styles['full']}>{t('workspace.positionsToday', { amount: today.text })}</span>
        </span>
      )}
    </a>
  )
}
