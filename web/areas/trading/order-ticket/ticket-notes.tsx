import { rateScale } from '@mex/core/money/money.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'

import { addressOf } from '#data/addresses.ts'
import { moneyText } from '#parts/figures.ts'
import { useWording } from '#parts/refusal-text.ts'
import { currencySymbol, formatPrice } from '#text/format.ts'
import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Words } from '#ui/words.tsx'
import type { Account } from './account.ts'
import type { LiveQuote } from './instrument.ts'
import type { Outlook } from './preview.ts'
import type { Hindrance } from './refusals.ts'

type Props = {
  quote: LiveQuote
  outlook: Pick<Outlook, 'accepted' | 'preview'>
  account: Account
}

/** What a person should know before the review: when the order works, which money pays. */
export function TicketNotes({ quote, outlook, account }: Props) {
  const t = useText()
  return (
    <>
      {outlook.accepted?.queued ? (
        <Notice>{t(quote.phase === 'lunch' ? 'ticket.queuedLunch' : 'ticket.queued')}</Notice>
      ) : undefined}
      {quote.phase === 'practice' ? (
        <Words size={12} tone="third" as="p">
          {t('ticket.practiceHours')}
        </Words>
      ) : undefined}
      <OtherCurrency currency={quote.currency} account={account} />
    </>
  )
}

type MissingProps = { hindrance: Hindrance | undefined; account: Account }

/** Says how much money an order lacks, and where to get it. */
export function MissingMoney({ hindrance, account: { wallet, currency } }: MissingProps) {
  const t = useText()
  const wording = useWording()
  if (hindrance?.kind !== 'money') return undefined
  const { shortfall, available, refusal } = hindrance
  const advice = t('ticket.missing', {
    needed: moneyText(shortfall.needed, currency),
    available: moneyText(available, currency),
    missing: moneyText(shortfall.missing, currency),
  })
  return (
    <Notice tone="danger" urgent>
      <Stack gap={4} align="start">
        {t('ticket.withAdvice', { said: wording.refusal(refusal), advice })}
        {/* Mexican shares are paid from the funding account itself: there is nothing to transfer from. */}
        {wallet === 'BALANCE' ? undefined : (
          <a href={addressOf('transfer', { from: 'BALANCE', to: wallet })}>{t('ticket.transfer')}</a>
        )}
      </Stack>
    </Notice>
  )
}

function OtherCurrency({ currency, account }: { currency: string; account: Account }) {
  const t = useText()
  const paid = walletCurrency[account.wallet]
  if (currency === paid || account.conversionRate === undefined) return undefined
  const rate = `${currencySymbol(paid)}${formatPrice({ raw: account.conversionRate, scale: rateScale }, 4)}`
  return (
    <Words size={12} tone="third" as="p">
      {t('ticket.otherCurrency', { currency, wallet: paid, rate })}
    </Words>
  )
}
