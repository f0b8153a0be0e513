import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { WifiOff } from 'lucide-react'

import { isTab, type Path } from '#data/addresses.ts'
import { followPerson, useIsConnected } from '#data/live.ts'
import { useSession } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { classes } from '#ui/classes.ts'
import { Toaster } from '#ui/toaster.tsx'
import { Announcements } from './announcements.tsx'
import { LanguageOffer } from './language-offer.tsx'
import { Over } from './over.tsx'
import { homeAlias } from './routes.ts'
import { TabPages, Tabs } from './tab-pages.tsx'
import styles from './shell.module.css'

type Search = Readonly<Record<string, string | undefined>>
const nothing: Search = {}

/** The frame around all pages: the page in view, the tab bar, and what is said over them. */
export function Shell() {
  const path = useMatches({ select: (matches): string => matches.at(-1)?.fullPath ?? '/' })
  const search = useMatches({ select: (matches): Search => (matches.at(-1)?.search as Search | undefined) ?? nothing })
  const place = path === homeAlias ? '/' : path
  const tab = isTab(place) ? (place as Path) : undefined
  const isConnected = useIsConnected()
  const isSignedIn = useSession() !== undefined
  useEffect(() => (isSignedIn ? followPerson() : undefined), [isSignedIn])
  return (
    <div className={classes(styles['shell'], tab !== undefined && styles['tabbed'], !isConnected && styles['offline'])}>
      {isConnected ? undefined : <Offline />}
      {tab === '/' ? <LanguageOffer /> : undefined}
      <TabPages current={tab} search={search} />
      {tab === undefined ? <Outlet /> : <Tabs current={tab} />}
      <Over />
      <Announcements />
      <Toaster />
    </div>
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
