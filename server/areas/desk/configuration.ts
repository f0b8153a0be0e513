import { createHash } from 'node:crypto'
import { settings } from '@mex/core/settings.ts'
import { minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { ConfigurationVersion } from './store-versions.ts'

/** What a setting can hold. Policies that are words are not set: what each of them means is code. */
export type SettingValue = number | bigint | boolean

export type Setting = {
  readonly key: string
  readonly fallback: SettingValue
  /** Fees, leverage, spreads and rewards: announced to everybody before they change (rulebook §3). */
  readonly isAnnounced: boolean
}

/** Hours between a version that has to be announced and its effect (rulebook §31 `config.noticeHours`). */
export const noticeHours = 24

/** The rulebook's names (§31) of settings that the program calls otherwise. */
const rulebookNames: Readonly<Record<string, string>> = {
  'signIn.failuresMax': 'auth.maxFailures',
  'signIn.failureWindowMinutes': 'auth.failWindowMin',
  'signIn.lockMinutes': 'auth.lockMin',
  'token.perUserMax': 'token.maxPerUser',
  'emailCode.lifeMinutes': 'code.ttlMin',
  'emailCode.resendSeconds': 'code.resendSec',
  'emailCode.triesMax': 'code.maxTries',
  'upload.megabytesMax': 'file.maxMB',
  'upload.perDayMax': 'file.perDay',
}

const announced = /fee|leverage|spread|reward|bonus|commission|grant/i

type Place = { readonly holder: Record<string, unknown>; readonly name: string }

const isSettable = (value: unknown): value is SettingValue =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'

/** Every single value of `core/settings.ts`, however deep, with where it is kept. Lists are not set one by one. */
function* placesIn(holder: Record<string, unknown>, path: string): Generator<readonly [string, Place]> {
  for (const [name, value] of Object.entries(holder)) {
    const key = path === '' ? name : `${path}.${name}`
    if (isSettable(value)) yield [rulebookNames[key] ?? key, { holder, name }]
    else if (typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.isFrozen(value))
      yield* placesIn(value as Record<string, unknown>, key)
  }
}

const places = new Map(placesIn(settings as unknown as Record<string, unknown>, ''))

/** What can be set, by key, with what holds where nothing was set. */
export const settable: ReadonlyMap<string, Setting> = new Map(
  Array.from(places, ([key, { holder, name }]) => [
    key,
    { key, fallback: holder[name] as SettingValue, isAnnounced: announced.test(key) },
  ]),
)

/** Reads what an operator wrote for a setting: of the kind of its default, and nothing that would lock everybody out. */
export function readSetting({ fallback }: Setting, text: string): SettingValue | undefined {
  if (typeof fallback === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (typeof fallback === 'bigint') return /^\d{1,15}$/.test(text) ? BigInt(text) : undefined
  const number = Number(text)
  const isWritten = /^\d{1,12}(\.\d{1,12})?$/.test(text)
  if (!isWritten || (Number.isInteger(fallback) && !Number.isInteger(number))) return undefined
  // Zero tries, or a code that lives no minute, shut everybody out.
  return number > 0 || fallback === 0 ? number : undefined
}

/** From when a version may be in force: later than now, and for what is announced a day later. */
export const earliestEffect = ({ isAnnounced }: Setting, now: number): number =>
  isAnnounced ? now + noticeHours * 60 * minuteMilliseconds : now + 1

/** How a value is kept in a version: JSON has no whole numbers of any size. */
export const storedValue = (value: SettingValue): number | boolean | string =>
  typeof value === 'bigint' ? value.toString() : value

/** SHA-256 over the version before and this one: no version can be slipped in or changed later. */
export function versionHash(
  previous: Buffer | undefined,
  version: Pick<ConfigurationVersion, 'key' | 'value' | 'effectiveFrom' | 'author' | 'reason'>,
): Buffer {
  const { key, value, effectiveFrom, author, reason } = version
  return createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(JSON.stringify({ key, value, effectiveFrom, author, reason }), 'utf8')
    .digest()
}

/**
 * Puts the versions in force into the settings that every rule reads, and the defaults back where there is none. What
 * was made before keeps what it was made with: lives and limits are stored with the row that they belong to.
 */
export function putInForce(versions: readonly Pick<ConfigurationVersion, 'key' | 'value'>[]): void {
  const wanted = new Map(versions.map(({ key, value }) => [key, value]))
  for (const [key, { holder, name }] of places) {
    const setting = settable.get(key)
    if (setting === undefined) continue
    const given = wanted.get(key)
    const value = given === undefined ? undefined : readSetting(setting, String(given))
    holder[name] = value ?? setting.fallback
  }
}
