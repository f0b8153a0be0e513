import { levyAccount } from './accounts.ts'
import { spreadOf, type Conversion } from '#money/conversion.ts'
import { feeTotal, levyEntries, type Fee } from '#trading/fees.ts'
import { credit, debit, eventKey, journal, type Journal, type JournalHead, type Line } from './ledger.ts'
import { least, magnitude } from '#money/decimal.ts'
import { addMoney, money, nothing, subtractMoney, type Money, type WalletCurrency } from '#money/money.ts'
import { walletCurrency, type Wallet } from '#wallet/wallets.ts'

/** Who, when (epoch milliseconds). */
export type Occasion = { readonly user: number; readonly at: number }

/** The head of a journal about one row: its key is the event, the row and the period. */
export const head = (
  occasion: Occasion,
  event: JournalHead['event'],
  reference: JournalHead['reference'],
  period: string,
): JournalHead => ({
  event,
  key: eventKey(event, reference.id, period),
  user: occasion.user,
  at: occasion.at,
  reference,
  memo: undefined,
})

/** What a fee is credited to: REV.COMMISSION and one SYS.LEVY account per levy. */
export function feeLines(fee: Fee, currency: WalletCurrency): readonly Line[] {
  return [
    credit('REV.COMMISSION', currency, fee.commission),
    ...levyEntries(fee).map(([levy, amount]) => credit(levyAccount(levy), currency, amount)),
  ]
}

/** E01: simulated money for a new account, and again after each reset (by its number). SYS.GRANT → U.AVAIL. */
export function grant(occasion: Occasion, wallet: Wallet, amount: Money, reset?: number): Journal {
  const period = reset === undefined ? wallet : `${wallet} ${reset}`
  return journal(head(occasion, 'E01', { type: 'user', id: occasion.user }, period), [
    debit('SYS.GRANT', walletCurrency[wallet], amount),
    credit('U.AVAIL', wallet, amount),
  ])
}

/**
 * E90: simulated money for somebody who was invited and is verified, and the same for who invited. It is about the
 * invited person, so that it comes once. SYS.GRANT → U.AVAIL.
 */
export function referralBonus(
  occasion: Occasion,
  invited: number,
  side: 'inviter' | 'invited',
  amount: Money,
): Journal {
  return journal(head(occasion, 'E90', { type: 'user', id: invited }, side), [
    debit('SYS.GRANT', walletCurrency.BALANCE, amount),
    credit('U.AVAIL', 'BALANCE', amount),
  ])
}

/** E92: an account is closed, and its simulated money goes back where it came from. U.AVAIL → SYS.GRANT. */
export function accountClosed(occasion: Occasion, wallet: Wallet, amount: Money): Journal {
  return journal(head(occasion, 'E92', { type: 'user', id: occasion.user }, wallet), [
    debit('U.AVAIL', wallet, amount),
    credit('SYS.GRANT', walletCurrency[wallet], amount),
  ])
}

/** E93: a practice starts again; what is left goes back before the money of a new account comes. U.AVAIL → SYS.GRANT. */
export function practiceReset(occasion: Occasion, reset: number, wallet: Wallet, amount: Money): Journal {
  return journal(head(occasion, 'E93', { type: 'user', id: occasion.user }, `${wallet} ${reset}`), [
    debit('U.AVAIL', wallet, amount),
    credit('SYS.GRANT', walletCurrency[wallet], amount),
  ])
}

/** E20: a transfer starts. U.AVAIL → U.XFER of the wallet it leaves. */
export function transferSubmitted(occasion: Occasion, id: number, from: Wallet, amount: Money): Journal {
  return journal(head(occasion, 'E20', { type: 'transfer', id }, 'submit'), [
    debit('U.AVAIL', from, amount),
    credit('U.XFER', from, amount),
  ])
}

/** E23: a transfer comes back. U.XFER → U.AVAIL of the wallet it left. */
export function transferCancelled(occasion: Occasion, id: number, from: Wallet, amount: Money): Journal {
  return journal(head(occasion, 'E23', { type: 'transfer', id }, 'cancel'), [
    debit('U.XFER', from, amount),
    credit('U.AVAIL', from, amount),
  ])
}

/** E21: a transfer arrives in the same currency. U.XFER(from) → U.AVAIL(to). */
export function transferSettled(occasion: Occasion, id: number, from: Wallet, to: Wallet, amount: Money): Journal {
  return journal(head(occasion, 'E21', { type: 'transfer', id }, 'settle'), [
    debit('U.XFER', from, amount),
    credit('U.AVAIL', to, amount),
  ])
}

/**
 * E22: a transfer arrives in another currency. The platform takes the one currency and gives the other at mid through
 * SYS.FX; of that the user gets U.AVAIL(to), and the spread is REV.FX_SPREAD.
 */
export function transferConverted(
  occasion: Occasion,
  id: number,
  from: Wallet,
  to: Wallet,
  conversion: Conversion,
): Journal {
  return journal(head(occasion, 'E22', { type: 'transfer', id }, 'settle'), [
    debit('U.XFER', from, conversion.paid),
    credit('SYS.FX', conversion.from, conversion.paid),
    debit('SYS.FX', conversion.to, conversion.atMid),
    credit('U.AVAIL', to, conversion.received),
    credit('REV.FX_SPREAD', conversion.to, spreadOf(conversion)),
  ])
}

/** E30: money waits for an order or a margin addition. U.AVAIL → U.ORDER. */
export function reserved(
  occasion: Occasion,
  reference: { readonly type: 'order' | 'margin_addition'; readonly id: number },
  wallet: Wallet,
  amount: Money,
): Journal {
  const period = reference.type === 'order' ? 'reserve' : 'margin'
  return journal(head(occasion, 'E30', reference, period), [
    debit('U.AVAIL', wallet, amount),
    credit('U.ORDER', wallet, amount),
  ])
}

/** E32: what an order (or a margin addition that came too late) did not use comes back. U.ORDER → U.AVAIL. */
export function released(
  occasion: Occasion,
  reference: { readonly type: 'order' | 'margin_addition'; readonly id: number },
  wallet: Wallet,
  amount: Money,
): Journal {
  const period = reference.type === 'order' ? 'release' : 'margin'
  return journal(head(occasion, 'E32', reference, period), [
    debit('U.ORDER', wallet, amount),
    credit('U.AVAIL', wallet, amount),
  ])
}

/** E33: a margin addition becomes part of the position's margin. U.ORDER → U.MARGIN. */
export function marginAdded(occasion: Occasion, addition: number, wallet: Wallet, amount: Money): Journal {
  return journal(head(occasion, 'E33', { type: 'margin_addition', id: addition }, 'add'), [
    debit('U.ORDER', wallet, amount),
    credit('U.MARGIN', wallet, amount),
  ])
}

export type OpeningPosting = {
  readonly order: number
  /** Names the tick: an order has one journal per tick. */
  readonly quote: string
  readonly wallet: Wallet
  /** What the order still has reserved. */
  readonly reserve: Money
  readonly margin: Money
  readonly fee: Fee
}

/**
 * E31: an opening order is filled. U.ORDER as far as the reserve goes, U.AVAIL for the rest → U.MARGIN,
 * REV.COMMISSION and SYS.LEVY.*.
 */
export function openingFilled(occasion: Occasion, posting: OpeningPosting): Journal {
  const { order, quote, wallet, reserve, margin, fee } = posting
  const cost = addMoney(margin, feeTotal(fee))
  const fromReserve = money(least(cost, reserve))
  return journal(head(occasion, 'E31', { type: 'order', id: order }, quote), [
    debit('U.ORDER', wallet, fromReserve),
    debit('U.AVAIL', wallet, subtractMoney(cost, fromReserve)),
    credit('U.MARGIN', wallet, margin),
    ...feeLines(fee, walletCurrency[wallet]),
  ])
}

/** Charges that neither free money nor margin could pay when they fell due (rulebook §17.1), by whom they are owed to. */
export type Owed = { readonly funding: Money; readonly issuer: Money }

export const nothingOwed: Owed = { funding: nothing, issuer: nothing }
export const owedTotal = (owed: Owed): Money => addMoney(owed.funding, owed.issuer)

/** Margin of the same user's opposite position that pays for a loss beyond the margin (rulebook §16.5). */
export type Cover = {
  readonly position: number
  readonly wallet: Wallet
  /** Cents of the opposite position's wallet, and what they pay of the deficit in the closed position's wallet. */
  readonly taken: Money
  readonly covered: Money
}

export type ClosingPosting = {
  /** What caused it: a closing order, or the position itself when nobody ordered (liquidation, expiry). */
  readonly reference: { readonly type: 'order' | 'position'; readonly id: number }
  /** Names the tick or the instant. */
  readonly period: string
  readonly wallet: Wallet
  /** Margin of the closed part. */
  readonly margin: Money
  /** Profit or loss of the closed part, before fees. */
  readonly profit: Money
  /** Of what the position owed: paid by this closing, and left unpaid by the last one. */
  readonly owedPaid: Owed
  readonly owedUnpaid: Owed
  /** What of the fee is charged; the rest is waived. */
  readonly fee: Fee
  readonly covers: readonly Cover[]
}

/**
 * E34 and E35: a position is closed in whole or in part (rulebook §16.6). With X = margin + profit − owed paid:
 * E34, X ≥ 0: U.MARGIN, SYS.MARKET (profit), U.AVAIL (what X lacks for fees), SYS.RESERVE (owed that stays unpaid) →
 * SYS.FUNDING and SYS.ISSUER (owed), SYS.MARKET (loss), fees, U.AVAIL (the rest).
 * E35, X < 0: U.MARGIN, U.MARGIN of opposite positions (through SYS.FX at mid when it is another currency),
 * SYS.RESERVE (the rest) → SYS.MARKET (loss), SYS.FUNDING and SYS.ISSUER (owed).
 */
export function closed(occasion: Occasion, posting: ClosingPosting): Journal {
  const { reference, period, wallet, margin, profit, owedPaid, owedUnpaid, fee, covers } = posting
  const currency = walletCurrency[wallet]
  const rest = subtractMoney(addMoney(margin, profit), owedTotal(owedPaid))
  const covered = addMoney(...covers.map((cover) => cover.covered))
  const beyond = rest < 0n
  const deficit = money(beyond ? magnitude(rest) - covered : 0n)
  return journal(head(occasion, beyond ? 'E35' : 'E34', reference, period), [
    debit('U.MARGIN', wallet, margin),
    debit('SYS.MARKET', currency, profit),
    ...covers.flatMap((cover) => coverLines(cover, currency)),
    debit('SYS.RESERVE', currency, addMoney(owedTotal(owedUnpaid), deficit)),
    credit('SYS.FUNDING', currency, addMoney(owedPaid.funding, owedUnpaid.funding)),
    credit('SYS.ISSUER', currency, addMoney(owedPaid.issuer, owedUnpaid.issuer)),
    ...feeLines(fee, currency),
    credit('U.AVAIL', wallet, beyond ? nothing : subtractMoney(rest, feeTotal(fee))),
  ])
}

function coverLines(cover: Cover, currency: WalletCurrency): readonly Line[] {
  const taken = debit('U.MARGIN', cover.wallet, cover.taken)
  if (walletCurrency[cover.wallet] === currency) return [taken]
  return [taken, credit('SYS.FX', walletCurrency[cover.wallet], cover.taken), debit('SYS.FX', currency, cover.covered)]
}
