import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import { isoInstant } from '#clock.ts'
import type { Encryption } from '#encryption.ts'
import { sql, type Tx } from './sql.ts'

/** Daily quotas of a network (days in UTC, by the wall clock). */
export type Quota = 'guests' | 'upload_bytes'

/** The limits, read at every use, because an operator can change them while the server runs. */
export type QuotaLimits = Readonly<Record<Quota, () => number>>

const megabyte = 1024 * 1024

export const defaultQuotaLimits: QuotaLimits = {
  guests: () => settings.network.guestsPerDayMax,
  upload_bytes: () => settings.network.uploadMegabytesPerDayMax * megabyte,
}

/** The refusal of an exhausted quota, with the reason and the number for its text. */
const refusals: Readonly<Record<Quota, (limit: number) => Refusal>> = {
  guests: (limit) => refusal('too_many_requests', { values: { reason: 'network_guests', n: String(limit) } }),
  upload_bytes: (limit) =>
    refusal('too_many_requests', { values: { reason: 'network_uploads', n: String(Math.floor(limit / megabyte)) } }),
}

export type NetworkQuotas = {
  /** Refuses when nothing is left of a quota; takes nothing. */
  refuses(tx: Tx, network: string, quota: Quota): Promise<Refusal | undefined>
  /**
   * Takes an amount, which a failed transaction returns, or refuses and takes nothing. Other requests of the network for
   * the same quota wait until the transaction ends.
   */
  take(tx: Tx, network: string, quota: Quota, amount: number): Promise<Refusal | undefined>
}

export type NetworkQuotasDependencies = {
  /** Networks are stored as digests. */
  readonly encryption: Pick<Encryption, 'digest'>
  /** Epoch milliseconds of the wall clock. */
  readonly wall: () => number
  readonly limits?: QuotaLimits | undefined
}

const dayOf = (now: number): string => isoInstant(now).slice(0, 10)

export function openNetworkQuotas({
  encryption,
  wall,
  limits = defaultQuotaLimits,
}: NetworkQuotasDependencies): NetworkQuotas {
  return {
    async refuses(tx, network, quota) {
      const limit = limits[quota]()
      const { rows } = await sql<{ amount: number }>`
        select amount from network_use
        where network = ${encryption.digest(network)} and quota = ${quota} and day = ${dayOf(wall())}::date`.execute(tx)
      return (rows[0]?.amount ?? 0) >= limit ? refusals[quota](limit) : undefined
    },
    async take(tx, network, quota, amount) {
      const limit = limits[quota]()
      if (amount > limit) return refusals[quota](limit)
      const most = Number.isFinite(limit) ? limit : Number.MAX_SAFE_INTEGER
      const { rows } = await sql`
        insert into network_use (network, quota, day, amount)
        values (${encryption.digest(network)}, ${quota}, ${dayOf(wall())}::date, ${amount}::bigint)
        on conflict (network, quota, day) do update set amount = network_use.amount + excluded.amount
          where network_use.amount + excluded.amount <= ${most}::bigint
        returning 1`.execute(tx)
      return rows.length > 0 ? undefined : refusals[quota](limit)
    },
  }
}

/** Deletes the use of networks on days before the last two. */
export async function forgetNetworkUse(tx: Tx, now: number): Promise<void> {
  await sql`delete from network_use where day < ${dayOf(now)}::date - 1`.execute(tx)
}
