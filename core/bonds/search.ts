import type { Bond } from './bond.ts'

/** Lower case without accents. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * Whether a search finds a bond: its code begins with the text, or words of its name begin with all words of the text, or its
 * Chinese name contains it (rulebook §28). An empty text finds nothing.
 */
export function isFound({ code, name }: Pick<Bond, 'code' | 'name'>, text: string): boolean {
  const wanted = plain(text.trim())
  if (wanted === '') return false
  if (plain(code).startsWith(wanted) || plain(name.zh).includes(wanted)) return true
  const words = plain(name.en).split(/[^\p{L}\p{N}.%]+/u)
  return wanted.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))
}
