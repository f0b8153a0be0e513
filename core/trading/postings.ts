import { levyAccount } from '#ledger/accounts.ts'
import { credit, debit, headOf, journal, type Journal, type Line, type Occasion } from '#ledger/ledger.ts'
import { least, magnitude } from '#money/decimal.ts'
import { addMoney, money, nothing, subtractMoney, type Money, type WalletCurrency } from '#money/money.ts'
import { walletCurrency, type Wallet } from '#wallet/wallets.ts'
import { feeTotal, levyEntries, type Fee } from './fees.ts'

/** What a fee is credited to: REV.COMMISSION and one SYS.LEVY account per levy. */
export function feeLines(fee: Fee, currency: WalletCurrency): readonly Line[] {
  return [
    credit('REV.COMMISSION', currency, fee.commission),
    ...levyEntries(fee).map(([levy, amount]) => credit(levyAccount(levy), currency, amount)),
  ]
}

/** What money is reserved for. */
type ReserveReference = { readonly type: 'order' | 'margin_addition'; readonly id: number }

/** E30: money waits for an order or a margin addition. U.AVAIL → U.ORDER. */
export function reserved(occasion: Occasion, reference: ReserveReference, wallet: Wallet, amount: Money): Journal {
  const period = reference.type === 'order' ? 'reserve' : 'margin'
  return journal(headOf(occasion, 'E30', reference, period), [
    debit('U.AVAIL', wallet, amount),
    credit('U.ORDER', wallet, amount),
  ])
}

/** E32: releases the unused reserve of an order, or of a margin addition whose position has closed. U.ORDER → U.AVAIL. */
export function released(occasion: Occasion, reference: ReserveReference, wallet: Wallet, amount: Money): Journal {
  const period = reference.type === 'order' ? 'release' : 'margin'
  return journal(headOf(occasion, 'E32', reference, period), [
    debit('U.ORDER', wallet, amount),
    credit('U.AVAIL', wallet, amount),
  ])
}

/** E33: a margin addition becomes part of the position's margin. U.ORDER → U.MARGIN. */
export function marginAdded(occasion: Occasion, addition: number, wallet: Wallet, amount: Money): Journal {
  return journal(headOf(occasion, 'E33', { type: 'margin_addition', id: addition }, 'add'), [
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
  return journal(headOf(occasion, 'E31', { type: 'order', id: order }, quote), [
    debit('U.ORDER', wallet, fromReserve),
    debit('U.AVAIL', wallet, subtractMoney(cost, fromReserve)),
    credit('U.MARGIN', wallet, margin),
    ...feeLines(fee, walletCurrency[wallet]),
  ])
}

/** What the free money and the margin of a position pay of a charge. */
type FromPosition = { readonly available: Money; readonly margin: Money }

/** U.AVAIL, then U.MARGIN → who is paid. */
const positionPays = (
  to: 'SYS.FUNDING' | 'SYS.ISSUER',
  wallet: Wallet,
  { available, margin }: FromPosition,
): readonly Line[] => [
  debit('U.AVAIL', wallet, available),
  debit('U.MARGIN', wallet, margin),
  credit(to, walletCurrency[wallet], addMoney(available, margin)),
]

/**
 * E36: what a position pays for a night. U.AVAIL, then U.MARGIN → SYS.FUNDING. What neither pays has no line: the position
 * owes it (rulebook §17.1).
 */
export function overnightPaid(
  occasion: Occasion,
  position: number,
  period: string,
  wallet: Wallet,
  paid: FromPosition,
): Journal {
  return journal(
    headOf(occasion, 'E36', { type: 'position', id: position }, period),
    positionPays('SYS.FUNDING', wallet, paid),
  )
}

/** E37: what a position receives for a night. SYS.FUNDING → U.AVAIL. */
export function overnightReceived(
  occasion: Occasion,
  position: number,
  period: string,
  wallet: Wallet,
  amount: Money,
): Journal {
  return journal(headOf(occasion, 'E37', { type: 'position', id: position }, period), [
    debit('SYS.FUNDING', walletCurrency[wallet], amount),
    credit('U.AVAIL', wallet, amount),
  ])
}

/** E38: the dividend of a long position. SYS.ISSUER → U.AVAIL (net), SYS.LEVY.wht (tax). */
export function dividendReceived(
  occasion: Occasion,
  position: number,
  period: string,
  wallet: Wallet,
  received: { readonly net: Money; readonly tax: Money },
): Journal {
  const currency = walletCurrency[wallet]
  return journal(headOf(occasion, 'E38', { type: 'position', id: position }, period), [
    debit('SYS.ISSUER', currency, addMoney(received.net, received.tax)),
    credit('U.AVAIL', wallet, received.net),
    credit('SYS.LEVY.wht', currency, received.tax),
  ])
}

/** E39: the dividend that a short position pays. U.AVAIL, then U.MARGIN → SYS.ISSUER; the rest is owed. */
export function dividendPaid(
  occasion: Occasion,
  position: number,
  period: string,
  wallet: Wallet,
  paid: FromPosition,
): Journal {
  return journal(
    headOf(occasion, 'E39', { type: 'position', id: position }, period),
    positionPays('SYS.ISSUER', wallet, paid),
  )
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
  /** Its cause: a closing order, or the position itself for a forced closing (liquidation, expiry). */
  readonly reference: { readonly type: 'order' | 'position'; readonly id: number }
  /** Names the tick; of a settlement the last quote, of which a contract has one. */
  readonly period: string
  /** Its event if nobody traded: a fraction of a split (E40) or a settlement (E41). */
  readonly forcedEvent?: 'E40' | 'E41' | undefined
  readonly wallet: Wallet
  /** Margin of the closed portion. */
  readonly margin: Money
  /** Profit or loss of the closed portion, before fees. */
  readonly profit: Money
  /** Of what the position owed: paid by this closing, and left unpaid by the last one. */
  readonly owedPaid: Owed
  readonly owedUnpaid: Owed
  /** What of the fee is charged; the rest is waived. */
  readonly fee: Fee
  readonly covers: readonly Cover[]
}

/**
 * E34 and E35: a position is closed fully or partly (rulebook §16.6). With X = margin + profit − owed paid:
 * E34, X ≥ 0: U.MARGIN, SYS.MARKET (profit), U.AVAIL (what X lacks for fees), SYS.RESERVE (owed that stays unpaid) →
 * SYS.FUNDING and SYS.ISSUER (owed), SYS.MARKET (loss), fees, U.AVAIL (the rest).
 * E35, X < 0: U.MARGIN, U.MARGIN of opposite positions (through SYS.FX at mid when it is another currency),
 * SYS.RESERVE (the rest) → SYS.MARKET (loss), SYS.FUNDING and SYS.ISSUER (owed).
 * E40, a fraction, and E41, a settlement: the lines of E34 or E35 without fees (rulebook §17.4, §17.5).
 */
export function closed(occasion: Occasion, posting: ClosingPosting): Journal {
  const { reference, period, forcedEvent, wallet, margin, profit, owedPaid, owedUnpaid, fee, covers } = posting
  const currency = walletCurrency[wallet]
  const rest = subtractMoney(addMoney(margin, profit), owedTotal(owedPaid))
  const covered = addMoney(...covers.map((cover) => cover.covered))
  const beyond = rest < 0n
  const deficit = money(beyond ? magnitude(rest) - covered : 0n)
  const event = forcedEvent ?? (beyond ? 'E35' : 'E34')
  return journal(headOf(occasion, event, reference, period), [
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
