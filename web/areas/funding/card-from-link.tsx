import { funding } from '@mex/contract/funding/calls.ts'
import { id as idField } from '@mex/contract/fields.ts'
import type { Card } from '@mex/contract/funding/shapes.ts'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'

import { hrefOf } from '#data/links.ts'
import { useCall } from '#data/call.ts'
import { LoadError } from '#components/load-error.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'

type Props = {
  title: string
  kind: Card['kind']
  /** The id in the URL; undefined for a new card. */
  id: string | undefined
  children: (card: Card | undefined) => ReactNode
}

/** Loads the card of the URL; shows an empty state when it no longer exists. */
export function CardFromLink({ title, kind, id, children }: Props) {
  const t = useText()
  const cards = useCall(funding.cards, { kind }, { when: id !== undefined })
  if (id === undefined) return children(undefined)
  const isCoin = kind === 'coin'
  const asked = z.safeDecode(idField, id as never)
  const card = cards.data?.find((each) => asked.success && each.id === asked.data)
  if (card !== undefined) return children(card)
  return (
    <Screen title={title} waiting={cards.isWaiting}>
      {cards.data !== undefined ? (
        <EmptyState
          title={t(isCoin ? 'funding.coinMissing' : 'funding.cardMissing')}
          text={t('funding.cardMissingText')}
          action={
            <Button
              text={t(isCoin ? 'funding.seeCoins' : 'funding.seeCards')}
              kind="secondary"
              href={hrefOf('cards', isCoin ? { tab: 'coins' } : {})}
            />
          }
        />
      ) : cards.failure === undefined ? (
        <SkeletonCard height={320} />
      ) : (
        <LoadError title={t('funding.cardsFailed')} text={t('funding.safe')} answer={cards} />
      )}
    </Screen>
  )
}
