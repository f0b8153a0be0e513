import type { User } from '@mex/contract/account/shapes.ts'
import {
  ArrowLeftRight,
  Bell,
  Bitcoin,
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

import { addressOf } from '#data/addresses.ts'
import { useText } from '#text/use-text.ts'
import { lazyComponent } from '#ui/lazy.tsx'
import { List, Row } from '#ui/list.tsx'
import { PermissionRow } from './permission-row.tsx'

const NoticesRow = lazyComponent(() => import('#areas/content/door/notices-row.tsx').then((file) => file.NoticesRow))

type Entry = { readonly text: string; readonly icon: ReactNode; readonly href: string }
type Props = { blockStatus: User['blockStatus'] | undefined }

/** The ways from the Account tab to everything that belongs to the person. */
export function AccountMenu({ blockStatus }: Props) {
  const t = useText()
  const money: readonly Entry[] = [
    { text: t('profile.history'), icon: <ReceiptText />, href: addressOf('history') },
    { text: t('profile.transfer'), icon: <ArrowLeftRight />, href: addressOf('transfer') },
    { text: t('profile.depositRecords'), icon: <Inbox />, href: addressOf('depositRecords') },
    { text: t('profile.bankCards'), icon: <CreditCard />, href: addressOf('cards') },
    { text: t('profile.coinAccounts'), icon: <Bitcoin />, href: addressOf('cards', { tab: 'coins' }) },
  ]
  const verification: readonly Entry[] = [
    { text: t('profile.identityVerification'), icon: <ScanFace />, href: addressOf('verifyIdentity') },
  ]
  const notices: Entry = { text: t('profile.notices'), icon: <Bell />, href: addressOf('notices') }
  const person: readonly Entry[] = [
    { text: t('profile.invite'), icon: <QrCode />, href: addressOf('invite') },
    {
      text: t('profile.help'),
      icon: <FileText />,
      href: addressOf('webView', { page: 'help' }),
    },
    {
      text: t('profile.customerService'),
      icon: <Headset />,
      href: addressOf('webView', { page: 'chat' }),
    },
    { text: t('profile.settings'), icon: <Settings />, href: addressOf('settings') },
    { text: t('profile.about'), icon: <FileText />, href: addressOf('agreements') },
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
