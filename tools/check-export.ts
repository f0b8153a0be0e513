import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/**
 * Verifies the journals of a user's export (docs/guide/audit.md) without the server and without its code:
 * `node tools/check-export.ts my-data.json [anchor.json …]`. Exit code 1: a journal or link is wrong; 2: a file is invalid.
 */
type Link = {
  readonly sequence: number
  readonly previous: string
  readonly hash: string
  readonly text: string
}
type Anchor = { readonly date: string; readonly seal: { readonly sequence: number; readonly hash: string } | null }

const [exported, ...anchors] = process.argv.slice(2)
if (exported === undefined) {
  console.error('node tools/check-export.ts EXPORT.json [ANCHOR.json …]')
  process.exit(2)
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}

async function read(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => stop(`${file} cannot be read.`))
  try {
    return JSON.parse(text) as unknown
  } catch {
    return stop(`${file} is no JSON: is it the file as it was downloaded?`)
  }
}

const isObject = (given: unknown): given is object => typeof given === 'object' && given !== null

/** A link with a missing or mistyped field proves nothing and must not pass. */
function isLink(given: unknown): given is Link {
  if (!isObject(given)) return false
  const { sequence, previous, hash, text } = given as Partial<Link>
  return [
    typeof sequence === 'number' || hash === null,
    typeof previous === 'string' || hash === null,
    typeof text === 'string',
  ].every(Boolean)
}

function journalsOf(file: string, given: unknown): readonly Link[] {
  const found = isObject(given) ? (given as { readonly journals?: unknown }).journals : undefined
  if (!Array.isArray(found) || !found.every(isLink))
    stop(`${file} is not an export: it has no journals with sequence, previous, hash and text.`)
  return found
}

function anchorOf(file: string, given: unknown): Anchor {
  const answer = isObject(given) ? ((given as { readonly data?: unknown }).data ?? given) : undefined
  if (!isObject(answer) || !('date' in answer) || !('seal' in answer))
    stop(`${file} is not an anchor: it has no date and seal.`)
  return answer as Anchor
}

const all = journalsOf(exported, await read(exported))
// The newest journals of an export are not sealed yet and have no link.
const journals = all.filter(({ hash }) => hash !== null).toSorted((one, other) => one.sequence - other.sequence)
const wrong: string[] = []
let last = 0
for (const { sequence, previous, hash, text } of journals) {
  const computed = createHash('sha256').update(Buffer.from(previous, 'hex')).update(text, 'utf8').digest('hex')
  if (computed !== hash) wrong.push(`link ${sequence}: the hash is not that of the text`)
  if (sequence <= last) wrong.push(`link ${sequence}: occurs twice`)
  last = sequence
}
const bySequence = new Map(journals.map((link) => [link.sequence, link]))
for (const file of anchors) {
  const { date, seal } = anchorOf(file, await read(file))
  if (seal === null) {
    console.log(`anchor of ${date}: before the first link`)
    continue
  }
  const own = bySequence.get(seal.sequence)
  if (own !== undefined && own.hash !== seal.hash)
    wrong.push(`anchor of ${date}: link ${seal.sequence} has another hash`)
  const next = bySequence.get(seal.sequence + 1)
  if (next !== undefined && next.previous !== seal.hash)
    wrong.push(`anchor of ${date}: link ${next.sequence} does not stand on it`)
  const later = journals.filter(({ sequence }) => sequence > seal.sequence).length
  console.log(`anchor of ${date}: ${journals.length - later} of your journals are older, ${later} younger`)
}
for (const line of wrong) console.log(line)
console.log(wrong.length === 0 ? `${journals.length} journals: everything is right` : `${wrong.length} differences`)
process.exit(wrong.length === 0 ? 0 : 1)
