import type { calls } from '@mex/contract/areas.ts'
import type { Handlers } from '@mex/contract/call.ts'
import { messageText, type MessageSubject } from '@mex/contract/messages.ts'
import { textIn, type Text, type Traditional } from '@mex/contract/text.ts'
import { isRefusal, refuse } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import { openConcurrencyLimit } from '#concurrency-limit.ts'
import type { Context, PersonContext } from '#context.ts'
import { lockUsers } from '#db/lane.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import { isPublicKey, type PushService } from './push-service.ts'
import { deleteDevice, deleteOldDevices, devicesOf, hasDevice, saveDevice, type Device } from './store-devices.ts'

/** What an alert has told a person. */
export type Told = { readonly user: number; readonly about: MessageSubject }

/** Tells closed pages of alerts. The inbox has every message, so what cannot be delivered is not tried again. */
export type AlertDevices = {
  readonly service: PushService | undefined
  /** Called after the commit of the messages. Resolves when all were sent or given up. */
  tell(told: readonly Told[]): Promise<void>
}

export type AlertDevicesOptions = {
  readonly db: Database
  /** Undefined: the operator has not allowed it. */
  readonly service: PushService | undefined
  readonly traditional: Traditional
  /** The wall clock, by which sessions end. */
  readonly wall: () => number
  readonly onError: (error: unknown) => void
}

const { devicesMax } = settings.alerts
/** Encrypting takes a millisecond of the event loop, and as many begin in one turn of it; a service may be slow to answer. */
const limits = { concurrency: 4, waitingMax: 2000 }

/** A notification is shown outside of the page, so it says itself that the money is simulated. */
const practice: Text = { en: 'Practice', zh: '模拟' }

export function openAlertDevices({ db, service, traditional, wall, onError }: AlertDevicesOptions): AlertDevices {
  const limit = openConcurrencyLimit(limits)

  async function send(active: PushService, device: Device, { about }: Told): Promise<void> {
    const { title, content } = messageText(about.kind, about.values ?? {}, device.language, traditional)
    const marked = `${textIn(practice, device.language, traditional)} · ${title}`
    const outcome = await limit(`person ${device.user}`, () =>
      active.send(device, JSON.stringify({ title: marked, text: content })),
    )
    if (isRefusal(outcome)) throw new Error('too many notifications wait: one was dropped')
    if (outcome === 'gone') await deleteDevice(db, device.user, device.endpoint)
  }

  return {
    service,
    async tell(told) {
      if (service === undefined || told.length === 0) return
      try {
        const devices = await devicesOf(db, [...new Set(told.map(({ user }) => user))], wall())
        const ofUser = Map.groupBy(devices, ({ user }) => user)
        const sends = told.flatMap((one) => (ofUser.get(one.user) ?? []).map((device) => send(service, device, one)))
        const outcomes = await Promise.allSettled(sends)
        for (const reason of distinct(outcomes)) onError(reason)
      } catch (error) {
        onError(error)
      }
    },
  }
}

/** One of the failures with each message: a service that is down must not fill the log. */
function distinct(outcomes: readonly PromiseSettledResult<void>[]): readonly unknown[] {
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  return [...new Map(reasons.map((reason) => [String(reason), reason])).values()]
}

/** The calls about the browsers of a person. */
export const deviceHandlers = ({ service }: Pick<AlertDevices, 'service'>) =>
  ({
    device: async ({ endpoint }, { db, person }) => ({
      publicKey: service?.publicKey,
      isOn: service !== undefined && endpoint !== undefined && (await hasDevice(db, person.userId, endpoint)),
    }),
    async addDevice({ endpoint, publicKey, secret }, { db, person: { userId, sessionId }, language, now }) {
      if (service === undefined || !service.knows(endpoint)) refuse('device_unknown', { field: 'endpoint' })
      if (!isPublicKey(publicKey)) refuse('invalid_parameter', { field: 'publicKey' })
      await inTransaction(db, async (tx) => {
        await lockUsers(tx, [userId])
        await saveDevice(tx, { user: userId, endpoint, publicKey, secret, language }, sessionId, now)
        await deleteOldDevices(tx, userId, devicesMax)
      })
      return null
    },
    async removeDevice({ endpoint }, { db, person }) {
      await deleteDevice(db, person.userId, endpoint)
      return null
    },
  }) satisfies Handlers<typeof calls.alertDevices, Context, PersonContext>
