import type { Area } from '#area.ts'
import { deviceHandlers } from './devices.ts'
import { handlers } from './handlers.ts'
import { ownData } from './own-data.ts'
import { deleteEndedDevices } from './store-devices.ts'

export const area = {
  name: 'alerts',
  handlers: ({ alerts, alertDevices, market, traditional, source }) => ({
    alertDevices: deviceHandlers(alertDevices),
    alerts: handlers({ alerts, market, traditional, describe: source.describe }),
  }),
  listeners: ({ alerts }) => [alerts.listener],
  jobs: ({ alerts, clock, store }) => [
    { name: 'browsers of ended sessions', everySeconds: 3600, run: () => deleteEndedDevices(store.db, clock.wall()) },
    { name: 'alerts on what has left', everySeconds: 60, run: () => alerts.endGone(clock.now()) },
  ],
  ownData,
} satisfies Area
