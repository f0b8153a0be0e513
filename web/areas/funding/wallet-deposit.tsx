import { funding } from '@mex/contract/funding/calls.ts'
import type { DepositOption } from '@mex/contract/funding/shapes.ts'
import { blockSeconds, isCoin, type Coin } from '@mex/core/funding/coins.ts'
import { formatRate, type Rate } from '@mex/core/money/money.ts'
import { Inbox, Link2 } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { hrefOf } from '#data/links.ts'
import { refresh, useCall } from '#data/call.ts'
import { useIsConnected } from '#data/live.ts'
import { LegalLine } from '#areas/account/door/legal-links.tsx'
import { moneyText } from '#components/figures.ts'
import { LoadError } from '#components/load-error.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Notice } from '#ui/notice.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { Screen } from '#ui/screen.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { AddressGroups } from './address-groups.tsx'
import { ConfirmationSteps } from './confirmation-steps.tsx'
import { FaucetForm } from './faucet-form.tsx'
import { useHasRecentDeposit, useNewestDeposit } from './use-coin-deposits.ts'

/** Coin deposits on the simulated chain: the address, the progress of the newest deposit, and the faucet. */
export function WalletDeposit({ title, head }: { title: string; head?: ReactNode }) {
  const t = useText()
  const isConnected = useIsConnected()
  const options = useCall(funding.depositOptions, { kind: 'coin' }, { everySeconds: 30 })
  const [coin, setCoin] = useState<Coin>('SUSD')
  const [isSending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  const progress = useRef<HTMLDivElement>(null)
  const watch = () => {
    if (isSent) progress.current?.scrollIntoView({ block: 'center' })
    setSent(false)
  }
  const chosen = options.data?.find((option) => option.asset === coin)
  const isRecent = useHasRecentDeposit()
  // What has just been sent goes to the top, where its steps and its result are in view; what comes later stays below.
  const [isOnTop, setOnTop] = useState(isRecent)
  if (isOnTop === undefined && isRecent !== undefined) setOnTop(isRecent)
  const isWaiting = (options.data ?? options.failure) === undefined || isOnTop === undefined
  useEffect(() => {
    if (isOnTop === true) progress.current?.scrollIntoView({ block: 'nearest' })
  }, [isOnTop])
  const steps = (
    <div ref={progress}>
      {isWaiting ? <SkeletonCard height={252} /> : chosen === undefined ? undefined : <Progress option={chosen} />}
    </div>
  )
  return (
    <Screen
      title={title}
      waiting={isWaiting}
      onRefresh={() => refresh(funding.depositOptions, funding.deposits)}
      footer={
        <Button
          text={t('funding.sendTest')}
          size="large"
          wide
          disabled={!isConnected || chosen === undefined}
          reason={isConnected ? undefined : t('funding.offline')}
          onPress={() => setSending(true)}
        />
      }
    >
      {head}
      {isOnTop === true ? steps : undefined}
      {isWaiting ? (
        <SkeletonCard height={522} />
      ) : options.data !== undefined ? (
        <Address options={options.data} coin={coin} onCoin={setCoin} />
      ) : (
        <LoadError title={t('funding.optionsFailed')} text={t('funding.safe')} answer={options} />
      )}
      {isOnTop === true ? undefined : steps}
      <DepositLinks />
      <LegalLine />
      <Sheet open={isSending} onClose={() => setSending(false)} onClosed={watch} title={t('funding.faucetTitle')}>
        <FaucetForm
          key={coin}
          coin={coin}
          onSent={() => {
            setSent(true)
            setOnTop(true)
            setSending(false)
          }}
        />
      </Sheet>
    </Screen>
  )
}

type AddressProps = { options: readonly DepositOption[]; coin: Coin; onCoin: (coin: Coin) => void }

function Address({ options, coin, onCoin }: AddressProps) {
  const t = useText()
  const address = options.find((option) => option.asset === coin)?.address
  return (
    <Card>
      <Stack gap={16}>
        <Segmented
          label={t('funding.currency')}
          caption
          options={options.flatMap(({ asset }) => (isCoin(asset) ? [{ value: asset, text: asset }] : []))}
          value={coin}
          onChange={onCoin}
        />
        <KeyValues rows={[{ label: t('funding.network'), value: t('funding.simulatedChain') }]} />
        {address === undefined ? undefined : (
          <Stack gap={12} align="center">
            <QrCode text={address} label={t('funding.qr')} />
            <AddressGroups address={address} />
            <CopyButton text={t('funding.copyAddress')} value={address} />
          </Stack>
        )}
        <Notice tone="warn">{t('funding.addressWarning')}</Notice>
      </Stack>
    </Card>
  )
}

function Progress({ option }: { option: DepositOption }) {
  const t = useText()
  const { asset, minimum, rate } = option
  const newest = useNewestDeposit(asset)
  // Beside what was credited stands the rate that was used.
  const used = newest?.status === 'approved' ? newest.rate : undefined
  const rateText = (of: Rate) => t('funding.creditedRate', { asset, rate: formatRate(of, 4) })
  const seconds = option.confirmations * blockSeconds
  return (
    <Card>
      <Stack gap={16}>
        <ConfirmationSteps deposit={newest} seconds={seconds} />
        <KeyValues
          rows={[
            { label: t('funding.minimum'), value: moneyText(minimum, asset) },
            { label: t('funding.belowMinimum'), value: t('funding.notRefunded') },
            ...(used === undefined ? [] : [{ label: t('funding.creditedWith'), value: rateText(used) }]),
            {
              label: t(used === undefined ? 'funding.creditedAs' : 'funding.rateNow'),
              value: rate === undefined ? t('funding.noRate') : rateText(rate),
            },
            {
              label: t('funding.creditedAfter'),
              value: t('funding.confirmations', { count: option.confirmations, seconds: String(seconds) }),
            },
          ]}
        />
      </Stack>
    </Card>
  )
}

/** Links to the deposit records and the page of the simulated chain. */
function DepositLinks() {
  const t = useText()
  return (
    <List>
      <Row icon={<Inbox />} title={t('funding.records')} href={hrefOf('depositRecords')} />
      <Row
        icon={<Link2 />}
        height={62}
        title={t('funding.chainRow')}
        subtitle={t('funding.chainRowText')}
        href={hrefOf('webView', { page: 'simchain' })}
      />
    </List>
  )
}
