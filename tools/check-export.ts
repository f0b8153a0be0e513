import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/**
 * Checks the journals of a person's export (docs/guide/audit.md) without the server and without any of our code:
 * `node tools/check-export.ts my-data.json [anchor.json …]`. Ends with 1 when something is wrong.
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

const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8')) as unknown

const { journals: all = [] } = (await read(exported)) as { journals?: readonly Link[] }
// Journals of the last second before the export have no link yet.
const journals = all.filter(({ hash }) => hash !== null).toSorted((one, other) => one.sequence - other.sequence)
const wrong: string[] = []
let last = 0
for (const { sequence, previous, hash, text } of journals) {
  const computed = createHash('sha256').update(Buffer.from(previous, 'hex')).update(text, 'utf8').digest('hex')
  if (computed !== hash) wrong.push(`link ${sequence}: the hash is not that of the text`)
  if (sequence <= last) wrong.push(`link ${sequence}: stands there twice`)
  last = sequence
}
const bySequence = new Map(journals.map((link) => [link.sequence, link]))
for (const file of anchors) {
  const answer = (await read(file)) as { data?: Anchor } & Anchor
  const { date, seal } = answer.data ?? answer
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
