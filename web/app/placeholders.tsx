import { useEffect, useEffectEvent } from 'react'

import { onReturn, useIsConnected } from '#data/live.ts'
import type { RouteName } from '#data/routes.ts'
import { useText } from '#text/use-text.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard, SkeletonRows } from '#ui/skeleton.tsx'

type Props = { route: RouteName }

/** A screen whose code is loading. */
export function Loading({ route }: Props) {
  const t = useText()
  return (
    <Screen title={t(`titles.${route}`)} waiting>
      <SkeletonCard height={140} />
      <SkeletonRows />
    </Screen>
  )
}

/** A screen that threw, or whose code failed to load; the code is fetched again when the connection is back. */
export function ScreenFailed({ route, isMissing, onRetry }: Props & { isMissing: boolean; onRetry: () => void }) {
  const t = useText()
  const isConnected = useIsConnected()
  const retry = useEffectEvent(onRetry)
  useEffect(() => (isMissing ? onReturn(() => retry()) : undefined), [isMissing])
  return (
    <Screen title={t(`titles.${route}`)}>
      <ErrorState
        title={t('shell.brokenTitle')}
        text={t(isMissing && !(isConnected && navigator.onLine) ? 'shell.notFetchedText' : 'shell.brokenText')}
        onRetry={onRetry}
      />
    </Screen>
  )
}
