import { account } from '@mex/contract/account/calls.ts'
import type { WalletChoice } from '@mex/contract/wallet/fields.ts'
import { wallet as walletCalls } from '@mex/contract/wallet/calls.ts'
import { Settings } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'

import { hrefOf } from '#data/links.ts'
import { refresh, useCall } from '#data/call.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { Bell } from '#areas/content/door/bell.tsx'
import { AccountMenu } from './account-menu.tsx'
import styles from './account-page.module.css'
import { IdentityCard } from './identity-card.tsx'
import { LogOut } from './log-out.tsx'
import { useCurrentUser } from './door/use-current-user.ts'
import { readWallet, useWalletLabels, walletTabs } from '#areas/wallet/door/names.ts'
import { TotalCard } from '#areas/wallet/door/total-card.tsx'
import { BalanceCard, WalletCard } from '#areas/wallet/door/wallet-card.tsx'
import { WalletRows } from '#areas/wallet/door/wallet-rows.tsx'
import { PortfolioPlace } from '#areas/portfolio/door/portfolio-place.tsx'
import { LoadError } from '#components/load-error.tsx'
import { formatTime } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Chips } from '#ui/chips.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Column, Columns } from '#ui/layout.tsx'
import { Later } from '#ui/later.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard, SkeletonRows } from '#ui/skeleton.tsx'

export function Account() {
  const t = useText()
  const navigation = useNavigation()
  const user = useCurrentUser()
  const chosen = readWallet(useParameters('account').wallet) ?? 'OVERVIEW'
  const overview = useCall(account.overview, { wallet: 'OVERVIEW' }, { everySeconds: 5 })
  const choose = (wallet: WalletChoice) =>
    navigation.setParameters('account', { wallet: wallet === 'OVERVIEW' ? undefined : wallet })
  return (
    <Screen
      title={t('titles.account')}
      waiting={overview.isWaiting}
      onRefresh={() => refresh(account.me, account.overview, walletCalls.balance)}
      actions={
        <>
          <Bell />
          <IconButton icon={<Settings aria-hidden="true" />} label={t('profile.settings')} href={hrefOf('settings')} />
        </>
      }
    >
      <Columns>
        <Column>
          <IdentityCard user={user} />
          {overview.isStale && overview.data !== undefined && overview.receivedAt !== undefined ? (
            <Notice tone="warn">{t('profile.stale', { time: formatTime(overview.receivedAt) })}</Notice>
          ) : undefined}
          <Total overview={overview} />
        </Column>
        <Column>
          <Later>
            <Wallets chosen={chosen} overview={overview} onChoose={choose} />
          </Later>
        </Column>
        {chosen === 'OVERVIEW' ? (
          <Column>
            <Later>
              <PortfolioPlace part="sources" />
              <PortfolioPlace part="allocation" />
            </Later>
          </Column>
        ) : undefined}
        <Column>
          <Later>
            <AccountMenu blockStatus={user?.blockStatus} />
            <LogOut />
          </Later>
        </Column>
      </Columns>
    </Screen>
  )
}

type Overview = ReturnType<typeof useCall<typeof account.overview>>

type WalletsProps = {
  chosen: WalletChoice
  overview: Overview
  onChoose: (wallet: WalletChoice) => void
}

/**
 * The card of the wallet that the address names comes into view when the page opens, once what stands above it has its
 * height. A tab that is shown again keeps its place.
 */
function useNamedWalletInView(chosen: WalletChoice, isReady: boolean): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null)
  const isOpened = useRef(false)
  useEffect(() => {
    if (!isReady || isOpened.current) return
    isOpened.current = true
    if (chosen !== 'OVERVIEW' && window.scrollY === 0) card.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen, isReady])
  return card
}

/** The balances of one wallet or of all, and the wallets themselves. */
function Wallets({ chosen, overview, onChoose }: WalletsProps) {
  const t = useText()
  const labels = useWalletLabels()
  const wallets = overview.data?.wallets
  const card = useNamedWalletInView(chosen, (overview.data ?? overview.failure) !== undefined)
  return (
    <>
      <div className={chosen === 'OVERVIEW' ? styles['overview'] : undefined}>
        <Chips
          label={t('wallet.tabs')}
          options={walletTabs.map((wallet) => ({ value: wallet, text: labels.choice(wallet) }))}
          value={chosen}
          onChange={onChoose}
        />
      </div>
      <div ref={card}>
        {chosen === 'OVERVIEW' ? (
          <BalanceCard wallet={chosen} balance={overview.data} />
        ) : (
          <WalletCard key={chosen} wallet={chosen} known={wallets?.find((balance) => balance.wallet === chosen)} />
        )}
      </div>
      {chosen !== 'OVERVIEW' ? undefined : wallets !== undefined ? (
        <WalletRows wallets={wallets} onChoose={onChoose} />
      ) : overview.failure === undefined ? (
        <SkeletonRows rows={9} />
      ) : undefined}
    </>
  )
}

function Total({ overview }: { overview: Overview }) {
  const t = useText()
  if (overview.data !== undefined) return <TotalCard overview={overview.data} totalCall={overview} />
  if (overview.failure === undefined) return <SkeletonCard height={780} />
  return <LoadError title={t('profile.failed')} text={t('profile.failedText')} answer={overview} />
}
