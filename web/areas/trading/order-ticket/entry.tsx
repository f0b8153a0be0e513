import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'
import type { TradedInstrument } from '@mex/core/market/instrument.ts'
import { formatQuantity } from '@mex/core/money/money.ts'
import { openingSide, type Direction } from '@mex/core/trading/orders.ts'

import { EntryCountdown } from '#areas/auctions/door/entry-countdown.tsx'
import { PriceNotice } from '#areas/market/door/price-notice.tsx'
import type { MoneyFirst } from '#areas/wallet/door/money-first.ts'
import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { List } from '#ui/list.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { Typography } from '#ui/typography.tsx'
import type { Account } from './account.ts'
import { useFieldProblem } from './field-errors.ts'
import { fieldsOf, type Fields } from './fields.ts'
import { usePortion } from './use-portion.ts'
import type { LiveQuote } from './instrument.ts'
import { MoneyRows } from './money-rows.tsx'
import type { TicketPreview } from './preview.ts'
import { QuantityField } from './quantity-field.tsx'
import type { OrderProblem } from './order-problem.ts'
import { enteredText, priceOfText, type Ticket } from './ticket.ts'
import { ShortMoney, TicketNotes } from './ticket-notes.tsx'
import { TypeAndLimit } from './type-and-limit.tsx'

/** Selling on the left and buying on the right, as under the chart and as bid and ask. */
const directions = ['short', 'long'] as const satisfies Direction[]

export type EntryProps = {
  instrument: TradedInstrument
  quote: LiveQuote
  ticket: Ticket
  onChange: (change: (now: Ticket) => Ticket) => void
  ticketPreview: TicketPreview
  problem: OrderProblem | undefined
  account: Account
  auction: AuctionQuote | undefined
  moneyFirst: MoneyFirst
}

/** The first step of the ticket: the form. */
export function Entry(props: EntryProps) {
  const { instrument, quote, ticket, onChange, ticketPreview, problem, account, auction, moneyFirst } = props
  const t = useText()
  const fields = fieldsOf(instrument, ticket.type, priceOfText(ticket.limit) ?? quote.last)
  const set = (change: Partial<Ticket>) => onChange((now) => ({ ...now, ...change }))
  const parts = usePortion()
  const choosePart = async (part: 'half' | 'full') => {
    const { request, affordable } = ticketPreview
    const { type, limit, leverage } = request
    const { code, market, source } = quote
    const side = openingSide(request.direction)
    const query = { source, code, market, side, leverage, type, limit, purpose: 'open' } as const
    const quantity = formatQuantity(await parts.ask(part, query, affordable[part]))
    // A quantity calculated for another side, price or leverage no longer applies.
    onChange((now) => (now === ticket ? { ...now, by: 'quantity', quantity } : now))
  }
  const { last, tick } = quote
  const problemAt = useFieldProblem(problem, { instrument, last, tick, max: ticketPreview.affordable.full })
  const noneText = useNoneText({ ticketPreview, account, leverages: fields.leverages })
  const sides = { long: t('ticket.buyLong'), short: t('ticket.sellShort') }
  return (
    <>
      <PriceNotice quote={quote} />
      {auction === undefined ? undefined : <EntryCountdown share={auction} />}
      <Segmented
        label={t('ticket.side')}
        tone={ticket.direction === 'long' ? 'up' : 'down'}
        options={directions.map((value) => ({
          value,
          text: sides[value],
          disabled: !fields.directions.includes(value),
        }))}
        value={ticket.direction}
        onChange={(direction) => set({ direction })}
      />
      {fields.directions.includes('short') ? undefined : (
        <Typography size={13} tone="second">
          {t('ticket.noShort')}
        </Typography>
      )}
      <TypeAndLimit {...{ ticket, quote, fields }} onChange={set} problem={problemAt('limitPrice')} />
      <QuantityField
        {...{ fields, quote, ticket, ticketPreview }}
        onChange={set}
        busy={parts.busy}
        onPart={(part) => void choosePart(part)}
        // Money that comes from other accounts is told once, below.
        none={moneyFirst.transfers === undefined ? noneText : undefined}
        problem={enteredText(ticket) === '' ? { error: undefined } : problemAt('quantity')}
      />
      <ShortMoney {...{ problem, account, moneyFirst }} />
      <Leverage choices={fields.leverages} value={ticket.leverage} onChange={(leverage) => set({ leverage })} />
      <Switches {...{ ticket, fields }} onChange={set} />
      <MoneyRows
        {...{ ticketPreview, ...account, moneyFirst }}
        direction={ticket.direction}
        leverage={ticket.leverage}
        quote={quote}
      />
      <TicketNotes {...{ quote, ticketPreview, account }} />
    </>
  )
}

type NoneFacts = Pick<EntryProps, 'ticketPreview' | 'account'> & { leverages: readonly number[] }

/** What the smallest order needs, when this account does not reach it, and what helps. */
function useNoneText({ ticketPreview, account, leverages }: NoneFacts): string | undefined {
  const t = useText()
  const { smallest, request } = ticketPreview
  const { available, currency } = account
  if (smallest === undefined || smallest <= available) return undefined
  const isHighest = request.leverage === leverages.at(-1)
  const needs = t(isHighest && request.leverage > 1 ? 'orderMoney.oneNeedsAtMost' : 'orderMoney.oneNeeds', {
    leverage: String(request.leverage),
    needed: moneyText(smallest, currency),
    available: moneyText(available, currency),
  })
  return t('orderMoney.two', { first: needs, second: t(isHighest ? 'orderMoney.othersHelp' : 'orderMoney.helps') })
}

type SwitchesProps = { ticket: Ticket; fields: Fields; onChange: (change: Partial<Ticket>) => void }

/** What only some products have: extended hours of shares, rolling of futures. */
function Switches({ ticket, fields, onChange }: SwitchesProps) {
  const t = useText()
  return (
    <>
      {fields.hasExtendedHours ? (
        <List>
          <Switch
            label={t('ticket.extendedHours')}
            hint={t('ticket.extendedHoursText')}
            checked={ticket.extendedHours}
            onChange={(extendedHours) => onChange({ extendedHours })}
          />
        </List>
      ) : undefined}
      {fields.hasAutoRoll ? (
        <List>
          <Switch
            label={t('ticket.autoRoll')}
            hint={t('ticket.autoRollText')}
            checked={ticket.autoRoll}
            onChange={(autoRoll) => onChange({ autoRoll })}
          />
        </List>
      ) : undefined}
    </>
  )
}

type LeverageProps = { choices: readonly number[]; value: number; onChange: (value: number) => void }

function Leverage({ choices, value, onChange }: LeverageProps) {
  const t = useText()
  return (
    <Stack gap={8}>
      <Typography size={13} tone="second">
        {t('ticket.leverage')}
      </Typography>
      <Segmented
        label={t('ticket.leverage')}
        options={choices.map((leverage) => ({
          value: leverage,
          text: t('ticket.times', { leverage: String(leverage) }),
        }))}
        value={value}
        onChange={onChange}
      />
    </Stack>
  )
}
