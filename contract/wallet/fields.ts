import * as z from 'zod/mini'
import { walletCurrencies } from '@mex/core/money/money.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'

import { words } from '#fields.ts'
import { refusalWord } from '#wire.ts'
import { walletChoiceNumbers } from './shapes.ts'

/** Wallets and currencies in requests (specification, calls Q). */

const walletChoices = Object.keys(walletChoiceNumbers) as (keyof typeof walletChoiceNumbers)[]
/** A wallet, or all of them together. */
export type WalletChoice = keyof typeof walletChoiceNumbers

/* @__NO_SIDE_EFFECTS__ */
function walletField<Choice extends WalletChoice>(accepts: (choice: WalletChoice) => choice is Choice) {
  return z.codec(z.union([z.string(), z.number()], { error: refusalWord('unknown_wallet') }), z.custom<Choice>(), {
    decode: (wire, context) => {
      const given = String(wire).toUpperCase()
      const found = walletChoices.find((choice) => choice === given || String(walletChoiceNumbers[choice]) === given)
      if (found !== undefined && accepts(found)) return found
      context.issues.push({ code: 'custom', input: wire, message: refusalWord('unknown_wallet') })
      return z.NEVER
    },
    encode: (choice) => walletChoiceNumbers[choice],
  })
}

/** One wallet, by number or name; encoded as the number. */
export const walletType = walletField((choice): choice is Wallet => choice !== 'OVERVIEW')
/** One wallet, or 0 for the overview of all. */
export const walletOrOverview = walletField((choice): choice is WalletChoice => choice in walletChoiceNumbers)

export const currency = words(walletCurrencies, 'currency_missing')
