import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import type { Answer } from '@mex/contract/call.ts'
import { dayNumber, isoDate, minuteMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import * as z from 'zod/mini'
import { linkHashesOf } from '#areas/ledger/store-anchor.ts'
import type { Tx } from '#db/sql.ts'
import { commitmentDays, commitmentTo } from '#feeds/simulator/day-secrets.ts'
import { anchorDelay } from './anchors.ts'
import { gapsBetween } from './gaps.ts'
import { anchorsAfter, commitmentsFrom, type StoredAnchor, type StoredCommitment } from './store.ts'

export type PublishedFinding = { readonly about: string; readonly message: string }

/** Publishing jobs run at least every hour of the market clock; anything due for longer must be published. */
const patience = 120 * minuteMilliseconds
const commitmentPage = 1000
const anchorPage = 30
const findingsMax = 50

/**
 * Checks publications against their rules (rulebook §13.6, §30): commitments for every day, each made before its day and
 * as far ahead as the clock demands; an anchor for every day since the first, with the hashed text, and with unchanged
 * commitments, secrets and link of the hash chain. `until` is the last instant at which a server is known to have run;
 * later publications are not expected.
 */
export async function verifyPublished(tx: Tx, until: number | undefined): Promise<readonly PublishedFinding[]> {
  const due = until === undefined ? undefined : await workedUntil(tx, until)
  const { hashes, findings } = await wrongCommitments(tx, due)
  const anchors = await wrongAnchors(tx, hashes, due)
  return [...findings, ...anchors].slice(0, findingsMax)
}

/** The instant from which a server had enough time to publish: after a stop its jobs first have to run again. */
async function workedUntil(tx: Tx, until: number): Promise<number> {
  const rests = await gapsBetween(tx, until - patience, until)
  return Math.min(until - patience, ...rests.map(({ from }) => from))
}

type Commitments = { readonly hashes: ReadonlyMap<string, string>; readonly findings: readonly PublishedFinding[] }

async function wrongCommitments(tx: Tx, due: number | undefined): Promise<Commitments> {
  const hashes = new Map<string, string>()
  const findings: PublishedFinding[] = []
  let last: string | undefined
  for (;;) {
    const from = last === undefined ? '0001-01-01' : isoDate(dayNumber(last) + 1)
    const page = await commitmentsFrom(tx, from, commitmentPage)
    for (const commitment of page) {
      const message = wrongWith(commitment, last)
      if (message !== undefined) findings.push({ about: commitment.date, message })
      hashes.set(commitment.date, commitment.hash)
      last = commitment.date
    }
    if (page.length < commitmentPage) break
  }
  const wanted = due === undefined ? undefined : isoDate(utcDay(due) + commitmentDays)
  if (wanted !== undefined && (last === undefined || last < wanted))
    findings.push({ about: wanted, message: `nothing is committed to after ${last ?? 'the first start'}` })
  return { hashes, findings }
}

/**
 * The commitment of a day is due 35 days before it. Only a start may commit to its own day: the first start, and one
 * after a stop so long that the days between have no commitments.
 */
function wrongWith({ date, publishedAt }: StoredCommitment, last: string | undefined): string | undefined {
  const [day, made] = [dayNumber(date), utcDay(publishedAt)]
  if (made > day) return `was committed to on ${isoDate(made)}, after the day had begun`
  const isNext = last !== undefined && day === dayNumber(last) + 1
  if (isNext || made === day) return undefined
  return last === undefined
    ? `is the first commitment, and was made on ${isoDate(made)}: those of the days between are missing`
    : `the commitments between ${last} and this day are missing`
}

async function wrongAnchors(
  tx: Tx,
  hashes: ReadonlyMap<string, string>,
  due: number | undefined,
): Promise<readonly PublishedFinding[]> {
  const findings: PublishedFinding[] = []
  const first = hashes.keys().next().value
  let last: string | undefined
  let count = 0
  for (;;) {
    const page = await anchorsAfter(tx, last, anchorPage)
    const told: Told[] = []
    for (const anchor of page) {
      const next = last === undefined ? first : isoDate(dayNumber(last) + 1)
      if (next !== undefined && anchor.date !== next)
        findings.push({ about: next, message: `its anchor is missing; the next one is of ${anchor.date}` })
      const read = readAnchor(anchor)
      if (typeof read === 'string') findings.push({ about: anchor.date, message: read })
      else told.push({ date: anchor.date, anchor: read })
      last = anchor.date
      await setImmediate()
    }
    for (const each of told) findings.push(...contradictions(each, hashes))
    findings.push(...(await wrongLinks(tx, told)))
    count += page.length
    if (page.length < anchorPage || findings.length >= findingsMax) break
  }
  const newest = due === undefined ? undefined : isoDate(utcDay(due - anchorDelay) - 1)
  if (newest !== undefined && first !== undefined && newest >= first && (last === undefined || last < newest))
    findings.push({
      about: newest,
      message: `its anchor is missing; ${count} are there, the last of ${last ?? 'no day'}`,
    })
  return findings
}

type Anchor = Answer<typeof calls.audit.anchor>
type Told = { readonly date: string; readonly anchor: Anchor }

/** A published anchor, or its fault. */
function readAnchor({ date, text, hash }: StoredAnchor): Anchor | string {
  if (!createHash('sha256').update(text, 'utf8').digest().equals(hash))
    return 'the text of its anchor is not the one that was hashed'
  try {
    const anchor = z.decode(calls.audit.anchor.output, JSON.parse(text) as never)
    return anchor.date === date ? anchor : `its anchor is that of ${anchor.date}`
  } catch {
    return 'its anchor cannot be read'
  }
}

/** Commitments that differ from those in an anchor, and secrets in an anchor without a matching commitment. */
function contradictions({ date, anchor }: Told, hashes: ReadonlyMap<string, string>): PublishedFinding[] {
  const changed = anchor.commitments.filter((each) => hashes.get(each.date) !== each.hash)
  const other = anchor.revealed.filter(({ date: day, seed }) => {
    const promised = hashes.get(day)
    return promised !== undefined && commitmentTo(dayNumber(day), seed) !== promised
  })
  return [
    ...changed.map((each) => ({
      about: each.date,
      message: `the anchor of ${date} names another commitment, ${hashes.has(each.date) ? 'which was changed' : 'which is missing'}`,
    })),
    ...other.map((each) => ({
      about: each.date,
      message: `the anchor of ${date} tells a secret that was not committed to`,
    })),
  ]
}

/** Anchors whose link of the hash chain is no longer in the ledger. */
async function wrongLinks(tx: Tx, told: readonly Told[]): Promise<PublishedFinding[]> {
  const links = await linkHashesOf(
    tx,
    told.flatMap(({ anchor: { seal } }) => (seal === undefined ? [] : [seal.sequence])),
  )
  return told.flatMap(({ date, anchor: { seal } }) =>
    seal === undefined || links.get(seal.sequence) === seal.hash
      ? []
      : [{ about: date, message: `its anchor names seal ${seal.sequence} by another hash than the ledger` }],
  )
}
