import { drawChance, type Level } from './chacha.ts'
import type { DayKeys } from './day-secrets.ts'
import { normal4096 } from './normal-tables.ts'

const wordRange = 2 ** 32

/** Draws in order under the secret of one day, for one use and one subject. */
export type Draws = {
  /** A number in [0, 1). */
  readonly next: () => number
  /** Approximately standard normal, −3.7…3.7. */
  readonly normal: () => number
  readonly pick: <Item>(items: readonly Item[]) => Item
  /** 32 random bytes in hexadecimal. */
  readonly bytes: () => string
}

/** `first` is the first block of random bytes, for a subject with several draws a day. */
export function openDraws(
  keys: DayKeys,
  {
    day,
    level,
    id,
    first = 0,
  }: { readonly day: number; readonly level: Level; readonly id: number; readonly first?: number },
): Draws {
  const words = new Uint32Array(16)
  let [block, place] = [first, words.length]
  const word = (): number => {
    if (place === words.length) {
      drawChance(keys.keyOf(day), level, id, block, words)
      block += 1
      place = 0
    }
    place += 1
    return words[place - 1]!
  }
  const next = (): number => word() / wordRange
  return {
    next,
    normal: () => normal4096[Math.floor(next() * normal4096.length)]!,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    bytes: () => Array.from({ length: 8 }, () => word().toString(16).padStart(8, '0')).join(''),
  }
}
