/** Bech32m (BIP-350): text with a checksum that finds every mistake of up to four characters. */

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const ending = 0x2bc830a3
const checksumLength = 6
const longest = 90

type Bech32m = {
  /** The text before the last 1, in lower case. */
  readonly prefix: string
  /** Groups of five bits. */
  readonly words: readonly number[]
}

function polymod(words: readonly number[]): number {
  let sum = 1
  for (const word of words) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ word
    for (const [bit, generator] of generators.entries()) if (((top >>> bit) & 1) === 1) sum ^= generator
  }
  return sum >>> 0
}

function expand(prefix: string): number[] {
  const letters = prefix.split('').map((letter) => letter.charCodeAt(0))
  return [...letters.map((letter) => letter >>> 5), 0, ...letters.map((letter) => letter & 31)]
}

export function encodeBech32m({ prefix, words }: Bech32m): string {
  const sum = polymod([...expand(prefix), ...words, 0, 0, 0, 0, 0, 0]) ^ ending
  const checksum = [5, 4, 3, 2, 1, 0].map((place) => (sum >>> (5 * place)) & 31)
  return `${prefix}1${[...words, ...checksum].map((word) => alphabet[word]).join('')}`
}

/** Reads a text; undefined when it is too long, mixes capitals with small letters, or has a mistake. */
export function decodeBech32m(text: string): Bech32m | undefined {
  const small = text.toLowerCase()
  if (text.length > longest || (text !== small && text !== text.toUpperCase())) return undefined
  const end = small.lastIndexOf('1')
  const [prefix, data] = [small.slice(0, end), small.slice(end + 1)]
  if (end < 1 || data.length < checksumLength || !/^[!-~]+$/.test(prefix)) return undefined
  const words = data.split('').map((letter) => alphabet.indexOf(letter))
  if (words.includes(-1)) return undefined
  if (polymod([...expand(prefix), ...words]) !== ending) return undefined
  return { prefix, words: words.slice(0, -checksumLength) }
}

/** Regroups bits, from bytes to groups of five; the last group is filled with zeros. */
export function wordsOfBytes(bytes: Iterable<number>): number[] {
  const words: number[] = []
  let [held, bits] = [0, 0]
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      words.push((held >>> bits) & 31)
    }
  }
  if (bits > 0) words.push((held << (5 - bits)) & 31)
  return words
}

/** The bytes behind groups of five; undefined when what is left over is not padding of zeros. */
export function bytesOfWords(words: readonly number[]): number[] | undefined {
  const bytes: number[] = []
  let [held, bits] = [0, 0]
  for (const word of words) {
    held = ((held << 5) | word) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >>> bits) & 255)
  }
  return bits >= 5 || (held & ((1 << bits) - 1)) !== 0 ? undefined : bytes
}
