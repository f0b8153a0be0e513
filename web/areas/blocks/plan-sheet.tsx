import { blocks } from '@mex/contract/blocks/calls.ts'
import type { BlockOffer } from '@mex/contract/blocks/shapes.ts'

import { LoadError } from '#components/load-error.tsx'
import { quantityText } from '#components/figures.ts'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'

type Props = { offer: BlockOffer; open: boolean; onClose: () => void }

/** How a block has been sold so far, by the plan whose hash was published with it. */
export function PlanSheet({ offer, open, onClose }: Props) {
  const t = useText()
  return (
    <Sheet open={open} onClose={onClose} title={t('blocks.planTitle', { name: offer.name })}>
      <Stack gap={12}>
        <Typography as="p" size={13} tone="second">
          {t('blocks.planText')}
        </Typography>
        <Sales id={offer.offerId} />
      </Stack>
    </Sheet>
  )
}

function Sales({ id }: { id: number }) {
  const t = useText()
  const called = useCall(blocks.schedule, { id }, { freshSeconds: 10 })
  const { data } = called
  if (data === undefined)
    return called.failure === undefined ? (
      <SkeletonCard height={160} />
    ) : (
      <LoadError title={t('blocks.failed')} text={t('blocks.failedText')} answer={called} />
    )
  return (
    <>
      <KeyValues
        rows={[
          { label: t('blocks.planHash'), value: data.scheduleHash },
          { label: t('blocks.planNonce'), value: data.nonce ?? t('blocks.planLater') },
        ]}
      />
      {data.sales.length === 0 ? (
        <Typography size={13} tone="second">
          {t('blocks.planNone')}
        </Typography>
      ) : (
        <KeyValues
          rows={data.sales.map(({ at, remaining }) => ({
            label: formatTimestamp(at),
            value: t('blocks.leftOf', { left: quantityText(remaining), total: quantityText(data.total) }),
          }))}
        />
      )}
      {/* Also what the keyboard reaches in the sheet, so that it scrolls. */}
      <Button text={t('blocks.how')} kind="quiet" href={hrefOf('webView', { page: 'help', topic: 'blocks' })} />
    </>
  )
}
