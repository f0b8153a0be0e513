import { marketDetails } from '@mex/contract/market/details.ts'
import { isAuctionOnly } from '@mex/core/market/products.ts'
import { isShareMarket } from '@mex/core/market/instrument.ts'
import { formatPrice as formatPlainPrice, rateScale } from '@mex/core/money/money.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'

import type { MoneyFirst } from '#areas/wallet/door/money-first.ts'
import { MissingMoney } from '#areas/wallet/door/other-accounts.tsx'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { moneyText, pricedText } from '#components/figures.ts'
import { useWording } from '#components/refusal-text.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { formatPrice } from '#text/format.ts'
import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Typography } from '#ui/typography.tsx'
import type { Account } from './account.ts'
import type { LiveQuote } from './instrument.ts'
import type { TicketPreview } from './preview.ts'
import type { OrderProblem } from './order-problem.ts'
import { PracticeNote } from './practice-note.tsx'

type Props = {
  quote: LiveQuote
  ticketPreview: Pick<TicketPreview, 'accepted' | 'preview' | 'request'>
  account: Account
}

/** Notes before the review: when the order is active, which wallet pays. */
export function TicketNotes({ quote, ticketPreview, account }: Props) {
  const t = useText()
  return (
    <>
      {isAuctionOnly(quote) ? (
        <OnePrice {...{ quote, ticketPreview }} />
      ) : ticketPreview.accepted?.queued ? (
        <Notice>{t(quote.phase === 'lunch' ? 'ticket.queuedLunch' : 'ticket.queued')}</Notice>
      ) : undefined}
      <PracticeNote quote={quote} />
      <ComingActions quote={quote} />
      <OtherCurrency currency={quote.currency} account={account} />
    </>
  )
}

/** What an order for an auction may get: one price, or nothing. */
function OnePrice({ quote, ticketPreview: { request } }: Pick<Props, 'quote' | 'ticketPreview'>) {
  const t = useText()
  const { limit, direction } = request
  return (
    <Typography size={12} tone="third" as="p">
      {limit === undefined
        ? t('auctions.onePrice')
        : t(direction === 'long' ? 'auctions.buyLimit' : 'auctions.sellLimit', {
            price: pricedText(limit, quote.tick, quote.currency),
          })}
    </Typography>
  )
}

/** A dividend or a split that is declared: who holds before the date takes part, and a short position pays. */
function ComingActions({ quote: { code, market } }: { quote: LiveQuote }) {
  const t = useText()
  const { data } = useCall(marketDetails.summary, { code, market }, { freshSeconds: 600, when: isShareMarket(market) })
  const dividend = data?.dividends.findLast(({ status }) => status === 'declared')
  const split = data?.splits.findLast(({ status }) => status === 'declared')
  return (
    <>
      {dividend === undefined ? undefined : (
        <Typography size={12} tone="third" as="p">
          {t('ticket.dividend', {
            date: formatCalendarDate(dividend.exDate),
            amount: `${formatPlainPrice(dividend.amount)} ${dividend.currency}`,
          })}
        </Typography>
      )}
      {split === undefined ? undefined : (
        <Typography size={12} tone="third" as="p">
          {t('ticket.split', { date: formatCalendarDate(split.exDate), ratio: split.ratio })}
        </Typography>
      )}
    </>
  )
}

type ShortProps = { problem: OrderProblem | undefined; account: Account; moneyFirst: MoneyFirst }

/** Shows the missing amount: the review brings it, or a link leads to a transfer. */
export function ShortMoney({ problem, account: { wallet, currency }, moneyFirst }: ShortProps) {
  const t = useText()
  const wording = useWording()
  if (problem?.kind !== 'money' || !moneyFirst.isShort) return <MissingMoney moneyFirst={moneyFirst} />
  const { shortfall, available, refusal } = problem
  const advice = t('ticket.missing', {
    needed: moneyText(shortfall.needed, currency),
    available: moneyText(available, currency),
    missing: moneyText(shortfall.missing, currency),
  })
  return (
    <Notice tone="danger">
      <Stack gap={4} align="start">
        {/* Only the refusal is announced: the sums follow the price. */}
        <strong role="alert">{wording.refusal(refusal)}</strong>
        <span>{advice}</span>
        {/* Mexican shares are paid from the funding account itself, so a transfer cannot help. */}
        {wallet === 'BALANCE' ? undefined : (
          <a href={hrefOf('transfer', { from: 'BALANCE', to: wallet })}>{t('ticket.transfer')}</a>
        )}
      </Stack>
    </Notice>
  )
}

function OtherCurrency({ currency, account }: { currency: string; account: Account }) {
  const t = useText()
  const paid = walletCurrency[account.wallet]
  if (currency === paid || account.conversionRate === undefined) return undefined
  const rate = `${formatPrice({ raw: account.conversionRate, scale: rateScale }, 4)} ${paid}`
  return (
    <Typography size={12} tone="third" as="p">
      {t('ticket.otherCurrency', { currency, wallet: paid, rate })}
    </Typography>
  )
}
