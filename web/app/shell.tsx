import { WifiOff } from 'lucide-react'
import { useEffect, useLayoutEffect } from 'react'

import { followUserChannel, useIsConnected } from '#data/live.ts'
import { routes } from '#data/routes.ts'
import { useSession } from '#data/session.ts'
import { useStore, type Store } from '#data/store.ts'
import { applyUpdate, useUpdateReady } from './update.ts'
import { useText } from '#text/use-text.ts'
import { classes } from '#ui/classes.ts'
import { Toaster } from '#ui/toaster.tsx'
import { Announcements } from './announcements.tsx'
import { LanguageOffer } from './language-offer.tsx'
import { FormSheet } from './form-sheet.tsx'
import { Page } from './page.tsx'
import type { PageStack } from './page-stack.ts'
import { TabPages, Tabs } from './tab-pages.tsx'
import { workspace } from './wide-window.ts'
import styles from './shell.module.css'

type Props = {
  pageStack: Store<PageStack>
  /** Called when a change of the page stack is on the screen. */
  onShown: () => void
}

/**
 * The frame around all pages: the page in view, the tab bar, notices and toasts. In a wide window the workspace replaces
 * the tab bar, and shows the trading pages itself.
 */
export function Shell({ pageStack, onShown }: Props) {
  const stack = useStore(pageStack)
  const { route, search } = stack.page
  const wide = useStore(workspace)
  const isTraded = wide?.isTradingPage(route) === true
  const tab = routes[route].isTab === true ? route : undefined
  useLayoutEffect(onShown, [onShown, stack])
  const isConnected = useIsConnected()
  const hasUpdate = useUpdateReady()
  const isSignedIn = useSession() !== undefined
  useEffect(() => (isSignedIn ? followUserChannel() : undefined), [isSignedIn])
  return (
    <div
      className={classes(styles['shell'], tab !== undefined && styles['tabbed'], !isConnected && styles['offline'])}
      data-page={route}
    >
      {isConnected ? undefined : <Offline />}
      {hasUpdate ? <UpdateOffer /> : undefined}
      {tab === 'home' ? <LanguageOffer /> : undefined}
      {wide === undefined ? undefined : <wide.Workspace stack={stack} />}
      <TabPages current={isTraded ? undefined : tab} search={search} />
      {tab === undefined && !isTraded ? (
        <Page key={stack.key} route={route} search={search} isUnder={stack.sheet !== undefined} />
      ) : undefined}
      {tab === undefined || wide !== undefined ? undefined : <Tabs current={tab} />}
      <FormSheet form={isTraded ? undefined : stack.sheet} />
      <Announcements />
      <Toaster isLowered={!isConnected} />
    </div>
  )
}

function UpdateOffer() {
  const t = useText()
  return (
    <output className={styles['offer']}>
      <span>{t('shell.updateReady')}</span>
      <button type="button" onClick={applyUpdate}>
        {t('shell.update')}
      </button>
    </output>
  )
}

function Offline() {
  const t = useText()
  return (
    <output className={styles['offlineBar']}>
      <WifiOff aria-hidden="true" />
      <span>{t('shell.offline')}</span>
    </output>
  )
}
