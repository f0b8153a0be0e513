import { walletNumbers } from '@mex/core/wallet/wallets.ts'
import type { Context } from '#context.ts'
import { frame, keysOf } from '#push/frame.ts'
import type { FrameLoader } from '#push/outbox.ts'
import { walletBalances, type ResultDependencies } from './balances.ts'
import { transfersOf } from './store.ts'

/** Push frames of changed wallets and transfers, with their current values. */
export type WalletFrames = {
  /** By wallet number; 0 stands for all of them. */
  readonly wallets: FrameLoader
  readonly transfers: FrameLoader
}

export function walletFrames(
  about: () => Pick<Context, 'db' | 'feed' | 'now' | 'wallNow'>,
  dependencies: ResultDependencies,
): WalletFrames {
  const contextOf = (userId: number) => {
    const person = { userId, state: 'ACTIVE', userType: 2, language: 'en', sessionId: 0 } as const
    return {
      ...about(),
      language: 'en',
      person,
      registering: undefined,
      network: '',
      agent: '',
      host: '',
      isFromThisMachine: false,
      concerns: () => undefined,
      request: undefined,
    } as const
  }
  return {
    async wallets(userId, numbers) {
      const context = contextOf(userId)
      const rows = await walletBalances(context.db, context, dependencies)
      const wanted = rows.filter((row) => numbers.includes(0) || numbers.includes(walletNumbers[row.wallet]))
      return wanted.map((row) => frame('wallet', row))
    },
    async transfers(userId, ids) {
      const found = await transfersOf(about().db, keysOf(userId, ids))
      return found.map(({ id, status }) => frame('transfer', { id, status }))
    },
  }
}
