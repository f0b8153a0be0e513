import { bytesOfWords, decodeBech32, encodeBech32, wordsOfBytes } from './bech32.ts'
import type { Network } from './review.ts'
import { keccak256 } from './keccak.ts'

const simulatedPrefix = 'sim'
/** Bytes behind an address of the simulated chain. */
export const simulatedAddressBytes = 20

/** The address of these bytes on the simulated chain: bech32m, so that it can be mistaken for no other. */
export const simulatedAddress = (bytes: Uint8Array): string =>
  encodeBech32({ form: 'bech32m', prefix: simulatedPrefix, words: wordsOfBytes(bytes) })

function isSimulated(text: string): boolean {
  const read = decodeBech32(text)
  if (read?.form !== 'bech32m' || read.prefix !== simulatedPrefix) return false
  return bytesOfWords(read.words)?.length === simulatedAddressBytes
}

/** 40 hexadecimal digits; capitals among small letters are a checksum (EIP-55). */
function isEthereum(text: string): boolean {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1]
  if (digits === undefined) return false
  const small = digits.toLowerCase()
  if (digits === small || digits === digits.toUpperCase()) return true
  const hash = keccak256(small)
  const mixed = small
    .split('')
    .map((letter, index) => (Number.parseInt(hash[index] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter))
  return mixed.join('') === digits
}

const base58Tests = /^[mn2][1-9A-HJ-NP-Za-km-z]{25,34}$/

/** Only the prefixes of Bitcoin's test networks: tb1, m, n and 2. */
function isBitcoinTest(text: string): boolean {
  if (base58Tests.test(text)) return true
  const read = decodeBech32(text)
  const [version, ...program] = read?.words ?? []
  if (read?.prefix !== 'tb' || version === undefined || version > 16) return false
  if (read.form !== (version === 0 ? 'bech32' : 'bech32m')) return false
  const length = bytesOfWords(program)?.length ?? 0
  return version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40
}

const checks: Readonly<Record<Network, (text: string) => boolean>> = {
  SIMCHAIN: isSimulated,
  HOODI: isEthereum,
  TESTNET4: isBitcoinTest,
}

/** Whether a text is an address of the network, its checksum included. */
export const isAddressOf = (network: Network, text: string): boolean => checks[network](text)

/** Whether a text looks like an address of a network where money is real: such a one is refused with its reason. */
export const isRealAddress = (text: string): boolean =>
  /^(bc1|ltc1)[0-9a-z]{6,}$/i.test(text) ||
  /^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text) ||
  /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)

/** An address in groups of four, to be compared by eye. */
export const addressGroups = (address: string): readonly string[] => address.match(/.{1,4}/g) ?? []
