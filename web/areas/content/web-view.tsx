import { FileQuestionMark } from 'lucide-react'
import { Suspense, type ComponentType } from 'react'

import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { useParameters } from '#data/use-navigation.ts'
import { SignInFor } from './sign-in-for.tsx'
import { useText, type Text } from '#text/use-text.ts'
import { lazyComponent, lazyPart } from '#ui/lazy.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'

type Inner = {
  readonly title: (t: Text) => string
  readonly Page: ComponentType
  /** The page needs a session. */
  readonly isPersonal?: boolean
  readonly isWide?: boolean
}

/** The allow-list of pages, each a screen without a route of its own. No external page is ever shown. */
const pages: Readonly<Record<string, Inner>> = {
  chat: {
    title: (t) => t('content.chat'),
    Page: lazyPart(['upload'], () => import('./customer-service.tsx').then((file) => file.CustomerService)),
  },
  help: {
    title: (t) => t('content.help'),
    Page: lazyComponent(() => import('./help.tsx').then((file) => file.Help)),
    isWide: true,
  },
  terms: {
    title: (t) => t('content.terms'),
    Page: lazyComponent(() => import('./terms.tsx').then((file) => file.Terms)),
  },
  simchain: {
    title: (t) => t('content.chain'),
    Page: lazyPart(['auth', 'funding'], () => import('#areas/funding/door/faucet.tsx').then((file) => file.Faucet)),
    isPersonal: true,
  },
  about: {
    title: (t) => t('content.about'),
    Page: lazyPart(['setting'], () => import('#areas/account/door/about.tsx').then((file) => file.About)),
  },
}

export function WebView() {
  const t = useText()
  const { page = '' } = useParameters('webView')
  const isSignedIn = useSession() !== undefined
  const inner = Object.hasOwn(pages, page) ? pages[page] : undefined
  if (inner === undefined) {
    return (
      <Screen title={t('titles.webView')}>
        <EmptyState
          icon={<FileQuestionMark aria-hidden="true" />}
          title={t('spec.errors.unknownAddress')}
          text={t('content.noSuchPageText')}
          action={<Button text={t('shell.goHome')} href={hrefOf('home')} />}
        />
      </Screen>
    )
  }
  const { title, Page, isPersonal = false, isWide = false } = inner
  return (
    <Screen title={title(t)} wide={isWide && 'desk'}>
      {isPersonal && !isSignedIn ? (
        <SignInFor title={t('shell.signInTitle')} text={t('shell.signInText')} />
      ) : (
        <Suspense fallback={<SkeletonCard height={320} />}>
          <Page />
        </Suspense>
      )}
    </Screen>
  )
}
