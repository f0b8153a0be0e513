import { setTimeout } from 'node:timers/promises'
import { irreversible, reversed } from '@mex/core/ledger/reversal.ts'
import type { Market } from '@mex/core/market/instrument.ts'
import { revokeAll as endEverySession, sessionsOf } from '#areas/account/store-sessions.ts'
import { publishArticle, type NewArticle } from '#areas/content/articles.ts'
import { isoInstant } from '#clock.ts'
import { journalById, linksOfKeys } from '#areas/ledger/store-chain-links.ts'
import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import { linkJournals } from '#areas/ledger/link-journals.ts'
import type { Finding } from '#areas/ledger/finding.ts'
import { closeGate } from '#db/gate.ts'
import { lockUsers } from '#db/lane.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import { earliestEffect, readSetting, settable, storedValue, versionHash, type SettingValue } from './configuration.ts'
import { countOperatorChange, marketClock } from './store-clock.ts'
import { endHalt, insertHalt, type Halt } from './store-halts.ts'
import { insertVersion, lastVersion, lockVersions, type ConfigurationVersion } from './store-versions.ts'
import { signalSessions } from './store.ts'

/** A declined command of the operator; the message is for the operator. */
export class Declined extends Error {
  override readonly name = 'Declined'
}

/** Who acts, when (epoch milliseconds of the market clock), and why. */
export type Occasion = { readonly author: string; readonly now: number; readonly reason: string }

export type Invocation = {
  /** Never used before. */
  readonly id: string
  readonly author: string
  readonly now: number
  readonly command: string
  /** As they were written. */
  readonly given: readonly string[]
  readonly reason: string | undefined
}

/** How often the link of a note is tried, 20 ms apart. */
const linkTriesMax = 100

/**
 * Records a command for ever (rulebook §2): a note in the ledger, linked into the hash chain at once. It is written before
 * the command does anything, so that no command runs without it.
 */
export async function recordInvocation(db: Database, invocation: Invocation): Promise<void> {
  const { id, author, now, command, given, reason } = invocation
  const key = `NOTE:operator:${id}`
  await inTransaction(db, async (tx) => {
    const balances = await loadBalances(tx, [])
    balances.post({
      event: 'NOTE',
      key,
      user: undefined,
      at: now,
      reference: { type: 'operator', id: 0 },
      memo: JSON.stringify({ command, given, author, reason: reason ?? null }),
      lines: [],
    })
    await savePostings(tx, balances)
  })
  for (let tries = 0; tries < linkTriesMax; tries += 1) {
    // This also links the journals that a killed server left without links, which a check of the ledger would report.
    while ((await linkJournals(db)) > 0);
    if ((await linksOfKeys(db, [key])).length > 0) return
    // A transaction that began before the note is still open. If it stays open, the job of the server links the note.
    await setTimeout(20)
  }
}

/** A server saves its clock every few seconds; after this time without a save it is not running. */
const clockFreshMilliseconds = 30_000

/**
 * The market time of the running server; of a stopped server its last saved time, unless its clock was the wall clock,
 * which goes on. Before the first start it is the wall clock.
 */
export async function marketNow(tx: Tx, wallNow: number): Promise<{ readonly now: number; readonly speed: number }> {
  const noted = await marketClock(tx)
  if (noted === undefined) return { now: wallNow, speed: 1 }
  const { marketAt, age, speed } = noted
  if (age < clockFreshMilliseconds) return { now: Math.floor(marketAt + Math.max(0, age) * speed), speed }
  const isWallClock = speed === 1 && Math.abs(wallNow - age - marketAt) < clockFreshMilliseconds
  return { now: isWallClock ? wallNow : marketAt, speed }
}

/**
 * The instant until which every tick was handled or lies in a recorded gap. Undefined before the first tick.
 */
export const tradedUntil = async (tx: Tx): Promise<number | undefined> =>
  (await marketClock(tx))?.handledUntil ?? undefined

/** Maximum time of the clock between two saves: events in it may be lost. */
const betweenNotesMilliseconds = 5000
/** The same until a server that stands by has taken over: the other one may have told prices meanwhile. */
const takeoverMilliseconds = 60_000

/**
 * The start time of the market clock for a server that asks for `wanted`: the clock never goes back. Otherwise seen
 * prices would repeat, and contracts would lie in the future. After a takeover it goes on by the time that has passed for the
 * database, whatever the clock of its own machine reads.
 */
export async function clockStart(tx: Tx, wanted: number, { tookOver = false } = {}): Promise<number> {
  const noted = await marketClock(tx)
  if (noted === undefined) return wanted
  const passed = Math.min(Math.max(0, noted.age), tookOver ? takeoverMilliseconds : betweenNotesMilliseconds)
  return Math.max(wanted, Math.ceil(noted.marketAt + passed * noted.speed))
}

/**
 * Changes what may be traded, between the lists and ticks of several servers: those before have ended, and those after know of it. A server
 * that is alone reads it within a second.
 */
const betweenLists = (db: Database, change: (tx: Tx) => Promise<void>): Promise<void> =>
  inTransaction(db, async (tx) => {
    await closeGate(tx)
    await change(tx)
    await countOperatorChange(tx)
  })

/** Halts trading for all users: orders are refused, nothing is filled or liquidated, quotes show the halt. */
export const haltTrading = (db: Database, halt: Halt, { author, reason, now }: Occasion): Promise<void> =>
  betweenLists(db, async (tx) => {
    const isNew = await insertHalt(tx, { ...halt, author, reason, haltedAt: now })
    if (!isNew) throw new Declined(`${nameOf(halt)} is already halted.`)
  })

/** Ends a halt. */
export const resumeTrading = (db: Database, halt: Halt, { now }: Occasion): Promise<void> =>
  betweenLists(db, async (tx) => {
    if (!(await endHalt(tx, halt, now))) throw new Declined(`${nameOf(halt)} is not halted.`)
  })

const nameOf = ({ market, code }: { readonly market: Market; readonly code: string | undefined }): string =>
  code === undefined ? `The market ${market}` : `${market}:${code}`

/**
 * Ends every session of a user; returns how many were open. Tokens of unfinished registrations and expired sessions end
 * too and are not counted. The running server closes the sockets within a second.
 */
export async function revokeSessions(db: Database, user: number, wallNow: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockUsers(tx, [user])
    const open = await sessionsOf(tx, user, wallNow)
    await signalSessions(tx, await endEverySession(tx, user, wallNow))
    return open.length
  })
}

export type NewVersion = { readonly key: string; readonly text: string; readonly from: number }

/** Adds a version of a setting that takes effect later (rulebook §3); open contracts do not change. */
export async function setConfiguration(
  db: Database,
  { key, text, from }: NewVersion,
  { author, reason, now }: Occasion,
): Promise<ConfigurationVersion & { readonly set: SettingValue }> {
  const setting = settable.get(key)
  if (setting === undefined) throw new Declined(`There is no setting ${key}: see "config list".`)
  const value = readSetting(setting, text)
  if (value === undefined)
    throw new Declined(`${text} is no value for ${key}: its default is ${String(setting.fallback)}.`)
  if (from < earliestEffect(setting, now)) {
    const clock = `The market clock reads ${isoInstant(now)}: choose a later --from.`
    throw new Declined(
      setting.isAnnounced
        ? `${key} is announced at least 24 hours before it changes. ${clock}`
        : `A version comes into force in the future. ${clock}`,
    )
  }
  return inTransaction(db, async (tx) => {
    await lockVersions(tx)
    const previous = (await lastVersion(tx))?.hash
    const version = { key, value: storedValue(value), effectiveFrom: from, author, reason }
    const saved = await insertVersion(tx, { ...version, hash: versionHash(previous, version) }, now)
    await publishArticle(tx, announcement(saved, now))
    return { ...saved, set: value }
  })
}

/** The public notice of a version before it takes effect (rulebook §3). */
function announcement({ id, key, value, effectiveFrom, reason }: ConfigurationVersion, at: number): NewArticle {
  const from = isoInstant(effectiveFrom).slice(0, 16).replace('T', ' ')
  const set = `${key} = ${String(value)}`
  return {
    key: `configuration:${id}`,
    type: 'notice',
    tag: 'SERVICE',
    isSimulated: false,
    title: { en: `A setting changes on ${from} UTC`, zh: `系统设置将于 ${from}（UTC）调整` },
    summary: { en: `${set}, for everyone alike.`, zh: `${set}，对所有用户一视同仁。` },
    body: {
      en: `<p>From ${from} UTC the setting <strong>${escaped(set)}</strong> holds for everyone. What was opened before keeps the terms that it was opened with.</p><p>The reason given: ${escaped(reason)}</p>`,
      zh: `<p>自 ${from}（UTC）起，设置 <strong>${escaped(set)}</strong> 对所有用户生效。此前已开立的业务仍按当时的条件执行。</p><p>调整原因：${escaped(reason)}</p>`,
    },
    at,
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Journals that a check of the ledger reports as wrong. */
const journalsNamed = (findings: readonly Finding[]): ReadonlySet<number> =>
  new Set(findings.flatMap(({ message }) => Array.from(message.matchAll(/\bjournal (\d+)\b/g), ([, id]) => Number(id))))

/**
 * Reverses a journal that the ledger check reports as wrong, once (rulebook §2.1, E91). `findings` are those of a check
 * just before.
 */
export async function reverseJournal(
  db: Database,
  id: number,
  { findings, now }: { readonly findings: readonly Finding[]; readonly now: number },
): Promise<string> {
  if (!journalsNamed(findings).has(id))
    throw new Declined(`Journal ${id} is correct: only a journal that "verify ledger" reports can be reversed.`)
  return inTransaction(db, async (tx) => {
    const stored = await journalById(tx, id)
    if (stored === undefined) throw new Declined(`There is no journal ${id}.`)
    const original = stored.entry
    const why = irreversible(original)
    if (why !== undefined) throw new Declined(`Journal ${id} (${original.key}) cannot be reversed: it ${why}.`)
    const users = original.user === undefined ? [] : [original.user]
    await lockUsers(tx, users)
    const balances = await loadBalances(tx, users)
    const { user } = original
    const mirror = reversed({
      id,
      original,
      at: now,
      available: (wallet) => balances.available(user ?? 0, wallet),
    })
    balances.post(mirror)
    const { repeated } = await savePostings(tx, balances)
    if (repeated.size > 0) throw new Declined(`Journal ${id} was reversed before.`)
    return mirror.key
  })
}
