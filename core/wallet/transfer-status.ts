import { states } from '#states.ts'

/** States of a transfer (rulebook §11); `transfer.ts` decides the transitions. */
export type TransferStatus = 'moving' | 'settled' | 'cancelled'
export type TransferEvent = 'settle' | 'cancel'

/** The spec's numbers. */
export const transferStatusNumbers = { moving: 0, settled: 1, cancelled: 2 } as const satisfies Record<
  TransferStatus,
  number
>

export const transferStates = states<TransferStatus, TransferEvent>({
  moving: { settle: 'settled', cancel: 'cancelled' },
  settled: {},
  cancelled: {},
})
