import { useState, type ReactNode } from 'react'

import { severalMax, type SeveralResults } from '@mex/contract/trading/several.ts'

import type { CallFailure } from '#data/failure.ts'
import { useIsConnected } from '#data/live.ts'
import { buzz } from '#data/preferences.ts'
import { Outcome } from '#areas/trading/order-ticket/outcome.tsx'
import { isOutcomeUnknown } from '#areas/trading/order-ticket/place-order.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Chips } from '#ui/chips.tsx'
import { List, Row } from '#ui/list.tsx'
import { Notice } from '#ui/notice.tsx'
import { SheetBody } from '#ui/sheet-body.tsx'
import { SheetHeading } from '#ui/sheet-heading.tsx'
import { Typography } from '#ui/typography.tsx'

/** One order or position that can be chosen. */
export type SeveralRow = {
  readonly id: number
  readonly name: string
  /** The side and quantity. */
  readonly text: string
  /** The label of its product. */
  readonly product: string
  /** What its end is estimated to bring, and what it costs. */
  readonly value?: ReactNode
  readonly note?: string
}

type Props = {
  title: string
  rows: readonly SeveralRow[]
  /** The label of the confirmation, with the count. */
  confirm: (count: number) => string
  /** What is to be known before it is confirmed. */
  about: string
  /** The result of an accepted one. */
  accepted: string
  send: (ids: readonly number[]) => Promise<SeveralResults | undefined>
  isBusy: boolean
  failure: CallFailure | undefined
  onDone: () => void
}

/** Chooses several rows, shows all of them in one review, and then what became of each. */
export function SeveralForm(props: Props) {
  const { title, rows, confirm, about, accepted, send, isBusy, failure, onDone } = props
  const t = useText()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [reviewed, setReviewed] = useState<readonly SeveralRow[]>()
  const [answer, setAnswer] = useState<SeveralResults>()
  const picked = rows.filter(({ id }) => chosen.has(id))
  const confirmAll = async (all: readonly SeveralRow[]) => {
    buzz()
    const answered = await send(all.map(({ id }) => id))
    if (answered !== undefined) setAnswer(answered)
  }
  const head = <SheetHeading title={title} />
  if (answer !== undefined && reviewed !== undefined) {
    return (
      <SheetBody head={head} footer={<Button text={t('orders.done')} size="large" wide onPress={onDone} />}>
        <Results rows={reviewed} answer={answer} accepted={accepted} />
      </SheetBody>
    )
  }
  if (reviewed !== undefined) {
    return (
      <SheetBody
        head={head}
        footer={
          <ConfirmButtons
            {...{ isBusy, failure }}
            confirm={confirm(reviewed.length)}
            onEdit={() => setReviewed(undefined)}
            onConfirm={() => void confirmAll(reviewed)}
          />
        }
      >
        <Reviewed rows={reviewed} about={about} failure={failure} />
      </SheetBody>
    )
  }
  const tooMany = picked.length > severalMax
  return (
    <SheetBody
      head={head}
      footer={
        <Button
          text={t('orders.reviewChosen', { count: String(picked.length) })}
          size="large"
          wide
          disabled={picked.length === 0 || tooMany}
          reason={tooMany ? t('orders.atMost', { count: String(severalMax) }) : t('orders.chooseSome')}
          onPress={() => setReviewed(picked)}
        />
      }
    >
      <Choices rows={rows} chosen={chosen} onChange={setChosen} />
    </SheetBody>
  )
}

type ConfirmProps = Pick<Props, 'isBusy' | 'failure'> & {
  confirm: string
  onEdit: () => void
  onConfirm: () => void
}

/** Back to the choice, and the confirmation, or Try again after an unknown outcome. */
function ConfirmButtons({ isBusy, failure, confirm, onEdit, onConfirm }: ConfirmProps) {
  const t = useText()
  const isConnected = useIsConnected()
  return (
    <>
      <Button text={t('ticket.edit')} kind="secondary" size="large" disabled={isBusy} onPress={onEdit} />
      <Button
        text={isOutcomeUnknown(failure) ? t('ticket.tryAgain') : confirm}
        kind="danger"
        size="large"
        wide
        busy={isBusy}
        disabled={!isConnected}
        reason={t('ticket.paused')}
        onPress={onConfirm}
      />
    </>
  )
}

/** Each that was chosen, with what its end is estimated to bring. */
function Reviewed({ rows, about, failure }: Pick<Props, 'rows' | 'about' | 'failure'>) {
  const t = useText()
  return (
    <>
      <List label={t('orders.chosen')}>
        {rows.map(({ id, name, text, value, note }) => (
          <Row key={id} height={62} title={name} subtitle={text} value={value} note={note} />
        ))}
      </List>
      <Typography size={13} tone="second" as="p">
        {about}
      </Typography>
      <Outcome failure={failure} />
    </>
  )
}

type ChoicesProps = Pick<Props, 'rows'> & {
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}

/** All rows, with a filter that chooses those of one product. */
function Choices({ rows, chosen, onChange }: ChoicesProps) {
  const t = useText()
  const [product, setProduct] = useState('')
  const products = [...new Set(rows.map((row) => row.product))]
  const shown = rows.filter((row) => product === '' || row.product === product)
  const isAll = shown.length > 0 && shown.every(({ id }) => chosen.has(id))
  const choose = (ids: readonly number[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    onChange(next)
  }
  return (
    <>
      {products.length < 2 ? undefined : (
        <Chips
          label={t('trade.productType')}
          options={['', ...products].map((value) => ({ value, text: value === '' ? t('trade.allOrders') : value }))}
          value={product}
          onChange={setProduct}
        />
      )}
      <Checkbox
        label={<strong>{t('orders.allShown', { count: String(shown.length) })}</strong>}
        checked={isAll}
        onChange={(isChosen) =>
          choose(
            shown.map(({ id }) => id),
            isChosen,
          )
        }
      />
      {shown.map(({ id, name, text }) => (
        <Checkbox
          key={id}
          label={t('orders.choice', { name, text })}
          checked={chosen.has(id)}
          onChange={(isChosen) => choose([id], isChosen)}
        />
      ))}
    </>
  )
}

type ResultsProps = Pick<Props, 'rows' | 'accepted'> & { answer: SeveralResults }

function Results({ rows, answer, accepted }: ResultsProps) {
  const t = useText()
  const byId = new Map(answer.results.map((result) => [result.id, result]))
  const refused = answer.results.filter(({ refusal }) => refusal !== undefined).length
  return (
    <>
      {refused === 0 ? undefined : (
        <Notice tone="warn" urgent>
          {t('orders.someRefused', { count: refused })}
        </Notice>
      )}
      <List label={t('orders.results')}>
        {rows.map(({ id, name, text }) => (
          <Row key={id} height={62} title={name} subtitle={byId.get(id)?.refusal?.message ?? accepted} note={text} />
        ))}
      </List>
    </>
  )
}
