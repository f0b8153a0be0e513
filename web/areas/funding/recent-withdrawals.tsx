import { funding } from '@mex/contract/funding/calls.ts'
import type { Withdrawal } from '@mex/contract/funding/shapes.ts'
import { fundingCurrency } from '@mex/core/funding/postings.ts'
import { isCoin } from '@mex/core/funding/coins.ts'
import { shortAddress } from '@mex/core/funding/short-address.ts'
import { Banknote, Coins } from 'lucide-react'

import { useCall } from '#data/call.ts'
import { moneyText } from '#components/figures.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { cardTitle } from './card-title.ts'
import { useFundingLabels } from './names.ts'

/** The last withdrawals with their states; renders nothing before the first. */
export function RecentWithdrawals() {
  const t = useText()
  const { data } = useCall(funding.withdrawals, { pageNum: 1, pageSize: 5 }, { everySeconds: 5 })
  if (data === undefined || data.rows.length === 0) return undefined
  return (
    <Stack>
      <Typography as="h2" size={17} weight="bold">
        {t('funding.recent')}
      </Typography>
      <List label={t('funding.recent')}>
        {data.rows.map((withdrawal) => (
          <Entry key={withdrawal.id} withdrawal={withdrawal} />
        ))}
      </List>
    </Stack>
  )
}

function Entry({ withdrawal }: { withdrawal: Withdrawal }) {
  const labels = useFundingLabels()
  const { asset, amount, createdAt, reason } = withdrawal
  const target = useTarget(withdrawal)
  return (
    <Row
      height={62}
      icon={isCoin(asset) ? <Coins /> : <Banknote />}
      title={target}
      subtitle={reason === undefined ? formatTimestamp(createdAt) : labels.withdrawalReason(reason)}
      value={moneyText(amount, fundingCurrency)}
      note={<StateTag withdrawal={withdrawal} />}
    />
  )
}

/** Where a withdrawal went: the bank of the card too, unless the card was removed since. */
function useTarget({ asset, target }: Withdrawal): string {
  const { data } = useCall(funding.cards, {})
  if (isCoin(asset)) return shortAddress(target)
  const card = data?.find(({ cardNumber }) => cardNumber === target)
  return card === undefined ? target : cardTitle(card)
}

function StateTag({ withdrawal: { paidAt, status } }: { withdrawal: Withdrawal }) {
  const t = useText()
  const labels = useFundingLabels()
  if (paidAt !== undefined) return <Tag text={t('funding.statePaid')} tone="info" />
  return <Tag text={labels.review(status)} tone={status === 'refused' ? 'danger' : 'warn'} />
}
