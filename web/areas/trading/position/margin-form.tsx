import { useState } from 'react'

import type { Position } from '@mex/contract/trading/shapes.ts'
import { positionChanges } from '@mex/contract/trading/position-changes.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { parseDecimal } from '@mex/core/money/decimal.ts'
import { liquidationPrice } from '@mex/core/trading/liquidation.ts'
import { addMoney, money, moneyScale, nothing, subtractMoney, type Money } from '@mex/core/money/money.ts'

import { hrefOf } from '#data/links.ts'
import { useCall, useSend } from '#data/call.ts'
import { useIsConnected } from '#data/live.ts'
import { buzz } from '#data/preferences.ts'
import { moneyText, priceText } from '#components/figures.ts'
import { instrumentOf } from '#areas/trading/order-ticket/instrument.ts'
import { Outcome } from '#areas/trading/order-ticket/outcome.tsx'
import { isOutcomeUnknown, staleAfterOrder } from '#areas/trading/order-ticket/place-order.ts'
import { useTicketInstrument } from '#areas/trading/order-ticket/use-ticket-instrument.ts'
import { currencySymbol } from '#text/format.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { SheetBody } from '#ui/sheet-body.tsx'
import { SheetHeading } from '#ui/sheet-heading.tsx'
import { Typography } from '#ui/typography.tsx'
import { positionOf } from './position-of.ts'

/** Undefined without an amount above zero. */
function amountOf(text: string): Money | undefined {
  const raw = parseDecimal(text.endsWith('.') ? text.slice(0, -1) : text, moneyScale)
  return raw === undefined || raw <= 0n ? undefined : money(raw)
}

type Props = { position: Position; onDone: () => void }

/** The form that adds margin, with the resulting liquidation price. */
export function MarginForm({ position, onDone }: Props) {
  const t = useText()
  const isConnected = useIsConnected()
  const [text, setText] = useState('')
  const { data: balance } = useCall(wallet.balance, { wallet: position.wallet })
  const whenSent = { stale: staleAfterOrder, showsRefusals: true, done: true }
  const { send, isBusy, failure } = useSend(positionChanges.addMargin, whenSent)
  const { currency } = position
  const amount = amountOf(text)
  const available = balance?.available
  const missing = missingOf(amount, available)
  const shown = (sum: Money | undefined) => moneyText(sum, currency)
  const tooMuch =
    missing === undefined
      ? undefined
      : t('trade.marginTooMuch', { available: shown(available), missing: shown(missing) })
  const add = async () => {
    if (amount === undefined) return
    buzz()
    const added = await send({ id: position.id, amount })
    if (added !== undefined) onDone()
  }
  const isReady = isConnected && amount !== undefined && missing === undefined
  const reason = isConnected ? (amount === undefined ? t('trade.marginEnter') : undefined) : t('ticket.paused')
  const confirm =
    amount === undefined ? t('spec.actions.addPositionMargin') : t('trade.marginConfirm', { amount: shown(amount) })
  return (
    <SheetBody
      head={<SheetHeading title={t('trade.marginTitle', { name: position.name })} />}
      footer={
        <Button
          text={isOutcomeUnknown(failure) ? t('ticket.tryAgain') : confirm}
          size="large"
          wide
          busy={isBusy}
          disabled={!isReady}
          reason={reason}
          onPress={() => void add()}
        />
      }
    >
      <NumberField
        label={t('trade.marginAmount')}
        aside={t('trade.marginAvailable', { amount: shown(available) })}
        value={text}
        onChange={setText}
        decimals={moneyScale}
        placeholder="0.00"
        unit={currencySymbol(currency)}
        error={tooMuch}
      />
      {missing === undefined || position.wallet === 'BALANCE' ? undefined : (
        <Button
          text={t('ticket.transfer')}
          kind="secondary"
          href={hrefOf('transfer', { from: 'BALANCE', to: position.wallet })}
        />
      )}
      <After position={position} amount={amount ?? nothing} />
      <Outcome failure={failure} />
      <Typography size={12} tone="third" as="p">
        {t('trade.marginText')}
      </Typography>
    </SheetBody>
  )
}

const missingOf = (amount: Money | undefined, available: Money | undefined): Money | undefined =>
  amount !== undefined && available !== undefined && amount > available ? subtractMoney(amount, available) : undefined

/** Margin and liquidation price before and after, from the code that liquidates (rulebook §16.4). */
function After({ position, amount }: { position: Position; amount: Money }) {
  const t = useText()
  const { code, source, market, tick, currency } = position
  const { quote, conditions } = useTicketInstrument({ code, source, market })
  const held = positionOf(position)
  const waiting = position.pendingMargin
  const levelWith = (added: Money): string => {
    if (quote === undefined || conditions?.conversionRate === undefined) return '—'
    const margin = addMoney(held.margin, waiting, added)
    const level = liquidationPrice({ ...held, margin }, instrumentOf(quote, conditions), conditions.conversionRate)
    return level === undefined ? t('trade.none') : priceText(level, tick)
  }
  const margin = addMoney(position.marginNow, waiting)
  return (
    <KeyValues
      rows={[
        { label: t('trade.marginNow'), value: moneyText(margin, currency) },
        { label: t('trade.marginAfter'), value: moneyText(addMoney(margin, amount), currency) },
        { label: t('trade.liquidationNow'), value: levelWith(nothing) },
        { label: t('trade.liquidationAfter'), value: levelWith(amount), strong: true },
      ]}
    />
  )
}
