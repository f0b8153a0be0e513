import type { User } from '@mex/contract/account/shapes.ts'
import {
  ArrowLeftRight,
  Bell,
  BellRing,
  Bitcoin,
  CalendarDays,
  CreditCard,
  FileText,
  Headset,
  Inbox,
  QrCode,
  ReceiptText,
  ScanFace,
  Settings,
} from 'lucide-react'
import { Suspense, type ReactNode } from 'react'

import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { lazyComponent } from '#ui/lazy.tsx'
import { List, Row } from '#ui/list.tsx'
import { PermissionRow } from './permission-row.tsx'

const NoticesRow = lazyComponent(() => import('#areas/content/door/notices-row.tsx').then((file) => file.NoticesRow))

type Entry = { readonly text: string; readonly icon: ReactNode; readonly href: string }
type Props = { blockStatus: User['blockStatus'] | undefined }

/** The menu of the Account tab. */
export function AccountMenu({ blockStatus }: Props) {
  const t = useText()
  const money: readonly Entry[] = [
    { text: t('profile.history'), icon: <ReceiptText />, href: hrefOf('history') },
    { text: t('profile.transfer'), icon: <ArrowLeftRight />, href: hrefOf('transfer') },
    { text: t('profile.depositRecords'), icon: <Inbox />, href: hrefOf('depositRecords') },
    { text: t('profile.bankCards'), icon: <CreditCard />, href: hrefOf('cards') },
    { text: t('profile.coinAccounts'), icon: <Bitcoin />, href: hrefOf('cards', { tab: 'coins' }) },
  ]
  const verification: readonly Entry[] = [
    { text: t('profile.identityVerification'), icon: <ScanFace />, href: hrefOf('verifyIdentity') },
  ]
  const notices: Entry = { text: t('profile.notices'), icon: <Bell />, href: hrefOf('notices') }
  const person: readonly Entry[] = [
    { text: t('titles.alerts'), icon: <BellRing />, href: hrefOf('alerts') },
    { text: t('calendar.entry'), icon: <CalendarDays />, href: hrefOf('calendar') },
    { text: t('profile.invite'), icon: <QrCode />, href: hrefOf('invite') },
    {
      text: t('profile.help'),
      icon: <FileText />,
      href: hrefOf('webView', { page: 'help' }),
    },
    {
      text: t('profile.customerService'),
      icon: <Headset />,
      href: hrefOf('webView', { page: 'chat' }),
    },
    { text: t('profile.settings'), icon: <Settings />, href: hrefOf('settings') },
    { text: t('profile.about'), icon: <FileText />, href: hrefOf('agreements') },
  ]
  return (
    <>
      <List label={t('profile.money')}>
        <Entries entries={money} />
      </List>
      <List label={t('profile.more')}>
        <Entries entries={verification} />
        <PermissionRow status={blockStatus} />
        <Suspense fallback={<Entries entries={[notices]} />}>
          <NoticesRow icon={<span aria-hidden="true">{notices.icon}</span>} title={notices.text} />
        </Suspense>
        <Entries entries={person} />
      </List>
    </>
  )
}

const Entries = ({ entries }: { entries: readonly Entry[] }) =>
  entries.map((entry) => (
    <Row key={entry.text} icon={<span aria-hidden="true">{entry.icon}</span>} title={entry.text} href={entry.href} />
  ))
