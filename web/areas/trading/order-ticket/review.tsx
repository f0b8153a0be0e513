import type { TradedInstrument } from '@mex/core/market/instrument.ts'
import { isAuctionOnly } from '@mex/core/market/products.ts'
import { feeTotal } from '@mex/core/trading/fees.ts'
import { addMoney, quantity as asQuantity, type Price } from '@mex/core/money/money.ts'
import type { OpeningRequest } from '@mex/core/trading/order-check.ts'
import type { OpeningPreview } from '@mex/core/trading/preview.ts'

import { offsetText } from '#areas/trading/financing-time.ts'
import type { MoneyFirst } from '#areas/wallet/door/money-first.ts'
import { TransferRows } from '#areas/wallet/door/transfer-rows.tsx'
import type { CallFailure } from '#data/failure.ts'
import { moneyText, pricedText, signedText, valueText } from '#components/figures.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { useText, type Text } from '#text/use-text.ts'
import { KeyValues } from '#ui/key-values.tsx'
import { Typography } from '#ui/typography.tsx'
import type { Account } from './account.ts'
import { fieldsOf } from './fields.ts'
import type { LiveQuote } from './instrument.ts'
import { liquidationText, nightRow } from './money-rows.tsx'
import { Outcome } from './outcome.tsx'
import type { NightPreview } from './preview.ts'
import { quantityWithUnit } from './quantity-with-unit.ts'

const nothing = asQuantity(0n)

type Props = {
  instrument: TradedInstrument
  quote: LiveQuote
  request: OpeningRequest
  preview: OpeningPreview
  night: NightPreview | undefined
  account: Account
  autoRoll: boolean
  failure: CallFailure | undefined
  moneyFirst: MoneyFirst
}

/** The second step: every figure of the order before it is sent. */
export function Review(props: Props) {
  const { instrument, quote, request, preview, night, account, autoRoll, failure, moneyFirst } = props
  const t = useText()
  const { unit, validity } = fieldsOf(instrument, request.type, request.limit ?? quote.last)
  const { currency } = account
  const quantity = quantityWithUnit(t, request.quantity ?? nothing, unit)
  const price = (amount: Price) => pricedText(amount, quote.tick, quote.currency)
  const isForAuction = isAuctionOnly(request)
  const validFor = validity === 'day' ? 'ticket.goodForDay' : 'ticket.goodTill'
  const limited = t(isForAuction ? 'auctions.thisAuction' : request.extendedHours ? 'ticket.extended' : validFor)
  const atMarket = t(isForAuction ? 'auctions.atOpening' : 'ticket.marketOrder')
  return (
    <>
      <Typography size={20} weight="bold" as="h2">
        {t(request.direction === 'long' ? 'ticket.buyTitle' : 'ticket.sellTitle', { quantity })}
      </Typography>
      <KeyValues
        rows={[
          { label: t('ticket.type'), value: request.type === 'market' ? atMarket : limited },
          request.limit === undefined
            ? { label: t('ticket.estimatedPrice'), value: price(preview.price) }
            : { label: t('ticket.limitPrice'), value: price(request.limit) },
          { label: t('ticket.leverage'), value: t('ticket.times', { leverage: String(request.leverage) }) },
          { label: t('ticket.notional'), value: valueText(preview.notional, quote.currency) },
          { label: t('ticket.margin'), value: moneyText(preview.margin, currency) },
          { label: t('ticket.fee'), value: moneyText(feeTotal(preview.fee), currency) },
          { label: t('ticket.reserve'), value: moneyText(preview.reserve, currency) },
          {
            label: t('ticket.buyingPowerAfter'),
            value: moneyText(addMoney(preview.availableAfter, moneyFirst.arriving), currency),
          },
          {
            label: t('ticket.liquidationPrice'),
            value: liquidationText(t, preview, request, quote),
          },
          ...(autoRoll ? [{ label: t('ticket.autoRoll'), value: t('ticket.autoRollOn') }] : []),
          ...nightRows(t, night, currency),
        ]}
      />
      {night === undefined ? undefined : (
        <Typography size={12} tone="third" as="p">
          {t('ticket.nightText')}
        </Typography>
      )}
      <TransferRows moneyFirst={moneyFirst} />
      <Outcome failure={failure} />
      <Typography size={12} tone="third" as="p">
        {t('ticket.reserveText')}
      </Typography>
    </>
  )
}

/** What a night costs, when the next one begins, and what that one costs when it counts several. */
function nightRows(t: Text, night: NightPreview | undefined, currency: string) {
  if (night === undefined) return []
  const next = { amount: signedText(night.next, currency), nights: String(night.nights) }
  return [
    nightRow(t, night, currency),
    { label: t('ticket.nextNight', { zone: offsetText(night.at) }), value: formatTimestamp(night.at) },
    ...(night.nights > 1 ? [{ label: t('ticket.severalNights', next), value: next.amount }] : []),
  ]
}
