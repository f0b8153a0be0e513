import { funding } from '@mex/contract/funding/calls.ts'
import type { Deposit } from '@mex/contract/funding/shapes.ts'
import { formatRate } from '@mex/core/money/money.ts'
import type { Review } from '@mex/core/funding/review.ts'
import { shortAddress } from '@mex/core/funding/short-address.ts'
import { Banknote, Coins } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { hrefOf } from '#data/links.ts'
import { refresh } from '#data/call.ts'
import { usePages } from '#data/pages.ts'
import { useWide } from '#data/wide.ts'
import { moneyText } from '#components/figures.ts'
import { statusTones, useFundingLabels } from './names.ts'
import { LoadedRows, MoreRows } from '#components/loaded-rows.tsx'
import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Chips } from '#ui/chips.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Screen } from '#ui/screen.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Tag } from '#ui/tag.tsx'

const isPending = ({ status }: Deposit): boolean => status === 'pending'

type Filter = Review | 'all'
const filters: readonly Filter[] = ['all', 'pending', 'approved', 'refused']
const pageSize = 20

/** Every deposit with its amount, status and reason. */
export function DepositRecord() {
  const t = useText()
  const labels = useFundingLabels()
  const [filter, setFilter] = useState<Filter>('all')
  const isWide = useWide()
  const chips = (
    <Chips
      label={t('funding.filter')}
      options={filters.map((value) => ({ value, text: value === 'all' ? t('funding.all') : labels.status(value) }))}
      value={filter}
      onChange={setFilter}
    />
  )
  return (
    <Screen
      wide="desk"
      title={t('titles.depositRecords')}
      onRefresh={() => refresh(funding.deposits)}
      footer={isWide ? undefined : <NewDeposits wide />}
    >
      {isWide ? (
        <Line spread="apart" wrap>
          {chips}
          <Line>
            <NewDeposits wide={false} />
          </Line>
        </Line>
      ) : (
        chips
      )}
      <Rows filter={filter} />
    </Screen>
  )
}

/** The ways to deposit: at the end of a narrow page, and over the list in a wide window. */
function NewDeposits({ wide }: { wide: boolean }) {
  const t = useText()
  return (
    <>
      <Button text={t('funding.depositCoins')} wide={wide} href={hrefOf('depositWallet')} />
      <Button text={t('titles.depositFiat')} kind="secondary" wide={wide} href={hrefOf('depositFiat')} />
    </>
  )
}

function Rows({ filter }: { filter: Filter }) {
  const t = useText()
  const status = filter === 'all' ? undefined : filter
  const pages = usePages(funding.deposits, { pageNum: 1, pageSize, status }, { everySeconds: 5, whileSome: isPending })
  const [openId, setOpenId] = useState<number>()
  return (
    <LoadedRows
      called={pages}
      failed={{ title: t('funding.recordsFailed'), text: t('funding.safe') }}
      waitingRows={6}
      empty={<EmptyState title={t('funding.noRecords')} text={t('funding.noRecordsText')} />}
    >
      {(deposits) => (
        <Stack gap={12}>
          <List label={t('titles.depositRecords')}>
            {deposits.map((deposit) => (
              <DepositRow key={deposit.id} deposit={deposit} onPress={() => setOpenId(deposit.id)} />
            ))}
          </List>
          <MoreRows pages={pages} />
          <DepositSheet deposit={deposits.find(({ id }) => id === openId)} onClose={() => setOpenId(undefined)} />
        </Stack>
      )}
    </LoadedRows>
  )
}

function DepositRow({ deposit, onPress }: { deposit: Deposit; onPress: () => void }) {
  const t = useText()
  const labels = useFundingLabels()
  const { kind, asset, amount, status, reason, received, createdAt } = deposit
  const isConverted = status === 'approved' && received !== undefined && asset !== 'MXN'
  return (
    <Row
      height={62}
      icon={kind === 'coin' ? <Coins /> : <Banknote />}
      title={t(kind === 'coin' ? 'funding.coins' : 'titles.depositFiat')}
      subtitle={
        <>
          {reason === undefined ? formatTimestamp(createdAt) : labels.depositReason(reason)}
          {isConverted ? (
            <>
              <br />
              {t('funding.fiatDone', { amount: moneyText(received, 'MXN') })}
            </>
          ) : undefined}
        </>
      }
      value={moneyText(amount, asset)}
      note={<Tag text={labels.status(status)} tone={statusTones[status]} />}
      onPress={onPress}
    />
  )
}

function DepositSheet({ deposit, onClose }: { deposit: Deposit | undefined; onClose: () => void }) {
  const t = useText()
  const [shown, setShown] = useState(deposit)
  // The last record stays visible during the closing animation.
  if (deposit !== undefined && deposit !== shown) setShown(deposit)
  if (shown === undefined) return undefined
  return (
    <Sheet
      open={deposit !== undefined}
      onClose={onClose}
      title={t('funding.depositSheet')}
      footer={<Button text={t('funding.done')} kind="secondary" size="large" wide onPress={onClose} />}
    >
      <Stack gap={16}>
        <Details deposit={shown} />
        <Copies deposit={shown} />
      </Stack>
    </Sheet>
  )
}

/** Copies what is too long to be shown. */
function Copies({ deposit: { address, transaction } }: { deposit: Deposit }) {
  const t = useText()
  if (address === undefined && transaction === undefined) return undefined
  return (
    <Line gap={8} wrap>
      {address === undefined ? undefined : <CopyButton text={t('funding.copyAddress')} value={address} />}
      {transaction === undefined ? undefined : <CopyButton text={t('funding.copyTransaction')} value={transaction} />}
    </Line>
  )
}

/** Both ends of an address or a hash, which belongs to no language. */
const shortened = (text: string | undefined): ReactNode =>
  text === undefined ? undefined : <span translate="no">{shortAddress(text)}</span>

function Details({ deposit }: { deposit: Deposit }) {
  const t = useText()
  const labels = useFundingLabels()
  const { asset, amount, status, reason, received, rate, address, transaction, confirmations, createdAt, id } = deposit
  const optional = (label: string, value: ReactNode): readonly KeyValue[] =>
    value === undefined ? [] : [{ label, value }]
  return (
    <KeyValues
      rows={[
        { label: t('spec.depositLabels.amount'), value: moneyText(amount, asset), strong: true },
        { label: t('spec.depositLabels.status'), value: labels.status(status) },
        ...optional(t('spec.depositLabels.reason'), reason === undefined ? undefined : labels.depositReason(reason)),
        ...optional(
          t('funding.credited'),
          status === 'approved' && received !== undefined ? moneyText(received, 'MXN') : undefined,
        ),
        ...optional(
          t('funding.rate'),
          rate === undefined ? undefined : t('funding.rateOf', { asset, rate: formatRate(rate, 4) }),
        ),
        ...(deposit.kind === 'coin'
          ? [
              {
                label: t('funding.confirmationsLabel'),
                value: t('funding.confirmationsOf', { count: String(confirmations) }),
              },
            ]
          : []),
        ...optional(t('funding.address'), shortened(address)),
        ...optional(t('funding.transaction'), shortened(transaction)),
        { label: t('funding.time'), value: formatTimestamp(createdAt) },
        { label: t('funding.number'), value: String(id) },
      ]}
    />
  )
}
