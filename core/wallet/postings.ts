import { credit, debit, headOf, journal, type Journal, type Occasion } from '#ledger/ledger.ts'
import { spreadOf, type Conversion } from '#money/conversion.ts'
import type { Money } from '#money/money.ts'
import type { Wallet } from './wallets.ts'

/** E20: a transfer starts. U.AVAIL → U.XFER of the wallet it leaves. */
export function transferSubmitted(occasion: Occasion, id: number, from: Wallet, amount: Money): Journal {
  return journal(headOf(occasion, 'E20', { type: 'transfer', id }, 'submit'), [
    debit('U.AVAIL', from, amount),
    credit('U.XFER', from, amount),
  ])
}

/** E23: a transfer comes back. U.XFER → U.AVAIL of the wallet it left. */
export function transferCancelled(occasion: Occasion, id: number, from: Wallet, amount: Money): Journal {
  return journal(headOf(occasion, 'E23', { type: 'transfer', id }, 'cancel'), [
    debit('U.XFER', from, amount),
    credit('U.AVAIL', from, amount),
  ])
}

/** E21: a transfer arrives in the same currency. U.XFER(from) → U.AVAIL(to). */
export function transferSettled(occasion: Occasion, id: number, from: Wallet, to: Wallet, amount: Money): Journal {
  return journal(headOf(occasion, 'E21', { type: 'transfer', id }, 'settle'), [
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
  return journal(headOf(occasion, 'E22', { type: 'transfer', id }, 'settle'), [
    debit('U.XFER', from, conversion.paid),
    credit('SYS.FX', conversion.from, conversion.paid),
    debit('SYS.FX', conversion.to, conversion.atMid),
    credit('U.AVAIL', to, conversion.received),
    credit('REV.FX_SPREAD', conversion.to, spreadOf(conversion)),
  ])
}
