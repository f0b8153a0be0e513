import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** The guide about several servers says what the program has. */

const root = join(import.meta.dirname, '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('the guide says of every table once where it is when people are divided into shards', () => {
  const tables = Array.from(read('server/db/schema.ts').matchAll(/^ {2}readonly (\w+): \{$/gm), ([, name = '']) => name)
  const places =
    read('docs/guide/growing.md').split('**Tables that follow the person**')[1]?.split('**What crosses shards**')[0] ??
    ''
  const named = Array.from(places.matchAll(/`(\w+)`/g), ([, name = '']) => name).filter((name) => name !== 'user_id')
  assert(tables.length > 60, 'the tables are read')
  assert.deepEqual(named.toSorted(), tables.toSorted())
})

test('the guide names every setting that several servers must have alike', () => {
  const compared =
    /export const sharedSettings[\s\S]*?const \{ ([\w, ]+) \} = settings/.exec(read('server/environment.ts'))?.[1] ?? ''
  const names: Readonly<Record<string, string>> = { practiceHours: 'MARKET_HOURS' }
  const alike = compared
    .split(', ')
    .map((name) => names[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase())
  const row = read('docs/guide/growing.md')
    .split('\n')
    .find((line) => line.includes('a server with others does not serve'))
  assert.deepEqual(
    Array.from((row ?? '').split('|')[1]?.matchAll(/`(\w+)`/g) ?? [], ([, name = '']) => name).toSorted(),
    alike.toSorted(),
  )
})
