import { funding } from '@mex/contract/funding/calls.ts'
import { depositConfirmations } from '@mex/core/funding/deposits.ts'

import { hrefOf } from '#data/links.ts'
import { useCall } from '#data/call.ts'
import { moneyText } from '#components/figures.ts'
import { LoadError } from '#components/load-error.tsx'
import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { SkeletonCard, SkeletonRows } from '#ui/skeleton.tsx'
import { FaucetForm } from '#areas/funding/faucet-form.tsx'

/** The page of the simulated chain (`webView` with page=simchain): newest block, faucet, own transfers. */
export function Faucet() {
  const t = useText()
  const chain = useCall(funding.chain, {}, { everySeconds: 5 })
  const { data, failure } = chain
  return (
    <Stack gap={16}>
      {data !== undefined ? (
        <Card>
          <KeyValues
            rows={[
              { label: t('funding.block'), value: String(data.height), strong: true },
              {
                label: t('funding.blockTime'),
                value: t('funding.blockSeconds', { seconds: String(data.blockSeconds) }),
              },
            ]}
          />
        </Card>
      ) : failure === undefined ? (
        <SkeletonCard height={84} />
      ) : (
        <LoadError title={t('funding.chainFailed')} text={t('funding.safe')} answer={chain} />
      )}
      <Card>
        <FaucetForm />
      </Card>
      <Button text={t('titles.depositWallet')} kind="secondary" wide href={hrefOf('depositWallet')} />
      <Sends />
    </Stack>
  )
}

function Sends() {
  const t = useText()
  const { data, failure } = useCall(funding.chain, {}, { everySeconds: 5 })
  if (data === undefined) return failure === undefined ? <SkeletonRows rows={3} /> : undefined
  if (data.transfers.length === 0) return <EmptyState title={t('funding.noSends')} text={t('funding.noSendsText')} />
  return (
    <List label={t('funding.sends')}>
      {data.transfers.map(({ transaction, coin, amount, height, confirmations, createdAt }) => (
        <Row
          key={transaction}
          height={62}
          title={moneyText(amount, coin)}
          subtitle={formatTimestamp(createdAt)}
          note={
            confirmations === 0
              ? t('funding.waitingBlock')
              : confirmations < depositConfirmations
                ? t('funding.sendRow', { height: String(height), count: confirmations })
                : t('funding.sendDone', { height: String(height) })
          }
        />
      ))}
    </List>
  )
}
