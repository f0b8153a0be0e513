import { createHash } from 'node:crypto'
import { settings } from '@mex/core/settings.ts'
import { minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { ConfigurationVersion } from './store-versions.ts'

/** The value of a setting. Policies with names are not settable, because their meaning is code. */
export type SettingValue = number | bigint | boolean

export type Setting = {
  readonly key: string
  readonly fallback: SettingValue
  /** Fees, leverage, spreads and rewards: announced to everybody before they change (rulebook §3). */
  readonly isAnnounced: boolean
}

/** Hours between an announced version and its effect (rulebook §31 `config.noticeHours`). */
export const noticeHours = 24

/** The rulebook's names (§31) of settings with another name in the program. */
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

/** Every value of `core/settings.ts`, at any depth, with its holder. Elements of lists are not settable. */
function* placesIn(holder: Record<string, unknown>, path: string): Generator<readonly [string, Place]> {
  for (const [name, value] of Object.entries(holder)) {
    const key = path === '' ? name : `${path}.${name}`
    if (isSettable(value)) yield [rulebookNames[key] ?? key, { holder, name }]
    else if (typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.isFrozen(value))
      yield* placesIn(value as Record<string, unknown>, key)
  }
}

const places = new Map(placesIn(settings as unknown as Record<string, unknown>, ''))

/** All settings by key, with their defaults. */
export const settable: ReadonlyMap<string, Setting> = new Map(
  Array.from(places, ([key, { holder, name }]) => [
    key,
    { key, fallback: holder[name] as SettingValue, isAnnounced: announced.test(key) },
  ]),
)

/** Parses an operator's value for a setting: of the type of its default, and none that would lock out all users. */
export function readSetting({ fallback }: Setting, text: string): SettingValue | undefined {
  if (typeof fallback === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (typeof fallback === 'bigint') return /^\d{1,15}$/.test(text) ? BigInt(text) : undefined
  const number = Number(text)
  const isWritten = /^\d{1,12}(\.\d{1,12})?$/.test(text)
  if (!isWritten || (Number.isInteger(fallback) && !Number.isInteger(number))) return undefined
  // Zero attempts, or a code that expires at once, would lock out all users.
  return number > 0 || fallback === 0 ? number : undefined
}

/** Whether a version may take effect at an instant: after now, and for announced settings a day later. */
export const earliestEffect = ({ isAnnounced }: Setting, now: number): number =>
  isAnnounced ? now + noticeHours * 60 * minuteMilliseconds : now + 1

/** The stored form of a value in a version: JSON has no big integers. */
export const storedValue = (value: SettingValue): number | boolean | string =>
  typeof value === 'bigint' ? value.toString() : value

/** SHA-256 over the previous version and this one: no version can be inserted or changed later. */
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
 * Writes the versions in force into the settings that the rules read, and the defaults if there is none. Existing rows
 * keep their values: lifetimes and limits are stored with the row.
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
