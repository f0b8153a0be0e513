/** The last code point of the Latin letters with their accents. */
const lastLatin = 0x24f

/** The initials of a name: 'Lin Mei' → LM, 'u7k2m9q' → U7, '王小明' → 王. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
  const [first = '', second] = words
  const letters = Array.from(first)
  const [letter = '?'] = letters
  if ((letter.codePointAt(0) ?? 0) > lastLatin) return letter
  const next = second === undefined ? letters[1] : Array.from(second)[0]
  return `${letter}${next ?? ''}`.toUpperCase()
}
