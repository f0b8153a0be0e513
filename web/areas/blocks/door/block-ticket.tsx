import { blocks } from '@mex/contract/blocks/calls.ts'
import type { BlockOffer } from '@mex/contract/blocks/shapes.ts'
import type { Order } from '@mex/contract/trading/shapes.ts'
import { useState, type ReactNode } from 'react'

import { BlockEntry } from '#areas/blocks/block-entry.tsx'
import { BlockReceipt } from '#areas/blocks/block-receipt.tsx'
import { BlockReview } from '#areas/blocks/block-review.tsx'
import { usePlacing } from '#areas/blocks/use-placing.ts'
import { MoneySteps, MoneyStepsButtons } from '#areas/wallet/door/money-steps.tsx'
import { LoadError } from '#components/load-error.tsx'
import { parseId } from '#components/parse-id.ts'
import { useDraftValue } from '#data/drafts.ts'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'

type Props = {
  /** Of the URL. */
  id: string | undefined
  /** The share and its live price, which stays in sight through all steps. */
  head: (offer: BlockOffer) => ReactNode
}

/** The order form of a block (the form of shares with source 4): entry, review and receipt. */
export function BlockTicket({ id, head }: Props) {
  const t = useText()
  const number = parseId(id)
  const called = useCall(
    blocks.offers,
    { pageNum: 1, pageSize: 1, id: number ?? 0 },
    { when: number !== undefined, everySeconds: 5 },
  )
  const offer = called.data?.rows[0]
  if (offer !== undefined) return <LoadedTicket key={offer.offerId} offer={offer} head={head(offer)} />
  const isGone = number === undefined || called.data !== undefined || called.failure?.code === 1003
  const isWaiting = !isGone && called.failure === undefined
  return (
    // As high as the form that follows.
    <Screen title={t('titles.blockTrades')} waiting={isWaiting} fit={!isWaiting}>
      {isGone ? (
        <Over />
      ) : isWaiting ? (
        <SkeletonCard height={340} />
      ) : (
        <LoadError title={t('blocks.failed')} text={t('blocks.failedText')} answer={called} />
      )}
    </Screen>
  )
}

function Over() {
  const t = useText()
  return (
    <EmptyState
      title={t('blocks.over')}
      text={t('blocks.overText')}
      action={<Button text={t('titles.blockTrades')} href={hrefOf('blockTrades')} />}
    />
  )
}

const usualQuantity = '10000'

function LoadedTicket({ offer, head }: { offer: BlockOffer; head: ReactNode }) {
  const t = useText()
  const [text, setText] = useDraftValue<string>('quantity', usualQuantity)
  const [isReviewing, setReviewing] = useState(false)
  const [placed, setPlaced] = useState<Order>()
  const placing = usePlacing(offer, text, (order) => {
    setText(usualQuantity)
    setPlaced(order)
  })
  const edit = () => {
    placing.leave()
    setReviewing(false)
  }
  const { moving } = placing.moneyFirst
  if (placed !== undefined) return <BlockReceipt head={head} placed={placed} />
  if (moving !== undefined) {
    const footer = <MoneyStepsButtons moving={moving} onLeave={edit} />
    return (
      <Screen title={t('titles.blockTrades')} head={head} fit footer={footer}>
        <MoneySteps moving={moving} />
      </Screen>
    )
  }
  if (isReviewing) return <BlockReview {...{ offer, head, placing }} onEdit={edit} />
  return <BlockEntry {...{ offer, head, text, placing }} onText={setText} onReview={() => setReviewing(true)} />
}
