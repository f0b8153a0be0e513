import { createHmac } from 'node:crypto'
import { simulatedAddress, simulatedAddressBytes } from '@mex/core/funding/coin-addresses.ts'
import type { Coin } from '@mex/core/funding/coins.ts'

/** Derives addresses and hashes from the secret of the simulated chain (rulebook §9.1). */
export type ChainKeys = {
  addressOf(user: number, coin: Coin): string
  /** The hash of a transaction: 64 hexadecimal digits. */
  hashOf(what: 'faucet' | 'payout', id: number): string
}

export function openChainKeys(secret: Buffer): ChainKeys {
  const digest = (text: string): Buffer => createHmac('sha256', secret).update(text).digest()
  return {
    addressOf: (user, coin) => simulatedAddress(digest(`address ${user} ${coin}`).subarray(0, simulatedAddressBytes)),
    hashOf: (what, id) => digest(`${what} ${id}`).toString('hex'),
  }
}
