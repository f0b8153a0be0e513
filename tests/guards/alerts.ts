import type { Guard } from './guard.ts'

const rule = 'core/alerts/price-alert.test.ts'
const area = 'server/areas/alerts/alerts.test.ts'

const devices = 'server/areas/alerts/devices.test.ts'

const removals: readonly Omit<Guard, 'rows'>[] = [
  {
    name: 'alerts: a level beyond every price is kept',
    file: 'core/trading/price-triggers.ts',
    find: 'Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(level)))',
    replace: 'numberOf(level)',
    test: area,
    fails: 'a level beyond every price waits, also after a restart',
  },
  {
    name: 'alerts: only the services of makers of browsers are connected to',
    file: 'server/areas/alerts/push-service.ts',
    find: 'URL.canParse(endpoint) && isKnownHost(new URL(endpoint))',
    replace: 'URL.canParse(endpoint)',
    test: devices,
    fails: 'device_unknown, for every address but those of the makers of browsers',
  },
  {
    name: 'alerts: no redirect of a push service is followed',
    file: 'server/areas/alerts/push-service.ts',
    find: "redirect: 'manual'",
    replace: "redirect: 'follow'",
    test: devices,
    fails: 'a browser is told no more after its session has ended',
  },
  {
    name: 'alerts: a browser is told no more once its session has ended',
    file: 'server/areas/alerts/store-devices.ts',
    find: 'where device.user_id = any(${userIds}::bigint[]) and ${isOpenSession(wallNow)}',
    replace: 'where device.user_id = any(${userIds}::bigint[])',
    test: devices,
    fails: 'a browser is told no more after its session has ended',
  },
  {
    name: 'alerts: nobody removes the browser of another',
    file: 'server/areas/alerts/store-devices.ts',
    find: 'delete from alert_device where user_id = ${userId} and endpoint = ${endpoint}',
    replace: 'delete from alert_device where endpoint = ${endpoint}',
    test: devices,
    fails: 'a person has at most five browsers, and a browser one person',
  },
  {
    name: 'alerts: a quote of before an alert was set does not fire it',
    file: 'core/alerts/price-alert.ts',
    find: 'if (isOver(alert) || venueTime <= alert.createdAt) return undefined',
    replace: 'if (isOver(alert)) return undefined',
    test: rule,
    fails: 'at the quote that it was set at',
  },
  {
    name: 'alerts: practice hours count only for who asks for them',
    file: 'core/alerts/price-alert.ts',
    find: " || (phase === 'practice' && !alert.inPracticeHours)",
    replace: '',
    test: rule,
    fails: 'outside of the hours of the exchange',
  },
  {
    name: 'alerts: a repeating alert tells at most once an hour',
    file: 'core/alerts/price-alert.ts',
    find: 'alert.toldAt === undefined || venueTime >= alert.toldAt + repeatMillisecondsMin',
    replace: 'true',
    test: rule,
    fails: 'at most once an hour',
  },
  {
    name: 'alerts: a split moves the level',
    file: 'core/alerts/price-alert.ts',
    find: "return to === from ? level : price(divide(level * from, to, 'near'))",
    replace: 'return level',
    test: rule,
    fails: 'a split moves the level as it moves the price',
  },
  {
    name: 'alerts: what could not be saved is tried again',
    file: 'server/areas/alerts/watch.ts',
    find: 'for (const one of part) unsaved.set(one.alert.id, one)\n',
    replace: '',
    test: area,
    fails: 'is told at the next tick',
  },
  {
    name: 'alerts: a lone jump waits for a second quote',
    file: 'server/areas/alerts/watch.ts',
    find: ' || isJump(quote, feed.quote(quote.key, quote.receivedTime - 1))',
    replace: '',
    test: area,
    fails: 'a lone jump of more than a quarter',
  },
  {
    name: 'alerts: the levels of a share that was split are moved in memory',
    file: 'server/areas/alerts/watch.ts',
    find: 'index.refresh(now)\n',
    replace: '',
    test: 'server/areas/alerts/companies.test.ts',
    fails: 'a split moves the level with the price',
  },
  {
    name: 'alerts: a user deletes only own alerts',
    file: 'server/areas/alerts/store.ts',
    find: 'where user_id = ${userId} and id = ${id}`',
    replace: 'where id = ${id}`',
    test: area,
    fails: "answers for another user's alert",
  },
  {
    name: 'alerts: the limit holds for two alerts at once',
    file: 'server/areas/alerts/actions.ts',
    find: 'await lockUsers(tx, [user])\n',
    replace: '',
    test: area,
    fails: 'too_many_alerts',
  },
]

/** What keeps price alerts right; no row of the verification standard asks for it. */
export const alerts: readonly Guard[] = removals.map((removal) => ({ ...removal, rows: [] }))
