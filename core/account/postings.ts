import { credit, debit, headOf, journal, type Journal, type Occasion } from '#ledger/ledger.ts'
import type { Money } from '#money/money.ts'
import { walletCurrency, type Wallet } from '#wallet/wallets.ts'

/** E01: simulated money for a new account, and again after each reset (by its number). SYS.GRANT → U.AVAIL. */
export function grant(occasion: Occasion, wallet: Wallet, amount: Money, reset?: number): Journal {
  const period = reset === undefined ? wallet : `${wallet} ${reset}`
  return journal(headOf(occasion, 'E01', { type: 'user', id: occasion.user }, period), [
    debit('SYS.GRANT', walletCurrency[wallet], amount),
    credit('U.AVAIL', wallet, amount),
  ])
}

/**
 * E90: simulated money for an invited user who is verified, and the same for the inviter. Its key names the
 * invited user, so that it is posted once. SYS.GRANT → U.AVAIL.
 */
export function referralBonus(
  occasion: Occasion,
  invited: number,
  side: 'inviter' | 'invited',
  amount: Money,
): Journal {
  return journal(headOf(occasion, 'E90', { type: 'user', id: invited }, side), [
    debit('SYS.GRANT', walletCurrency.BALANCE, amount),
    credit('U.AVAIL', 'BALANCE', amount),
  ])
}

/** E92: an account is closed, and its simulated money goes back where it came from. U.AVAIL → SYS.GRANT. */
export function accountClosed(occasion: Occasion, wallet: Wallet, amount: Money): Journal {
  return journal(headOf(occasion, 'E92', { type: 'user', id: occasion.user }, wallet), [
    debit('U.AVAIL', wallet, amount),
    credit('SYS.GRANT', walletCurrency[wallet], amount),
  ])
}

/** E93: a practice is reset; the remaining money is returned before the grant of a new account. U.AVAIL → SYS.GRANT. */
export function practiceReset(occasion: Occasion, reset: number, wallet: Wallet, amount: Money): Journal {
  return journal(headOf(occasion, 'E93', { type: 'user', id: occasion.user }, `${wallet} ${reset}`), [
    debit('U.AVAIL', wallet, amount),
    credit('SYS.GRANT', walletCurrency[wallet], amount),
  ])
}
