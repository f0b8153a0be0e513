import { bytesOfWords, decodeBech32m, encodeBech32m, wordsOfBytes } from './bech32m.ts'

const simulatedPrefix = 'sim'
/** Bytes behind an address of the simulated chain. */
export const simulatedAddressBytes = 20

/** The address of these bytes on the simulated chain: bech32m, so that it can be mistaken for no other. */
export const simulatedAddress = (bytes: Uint8Array): string =>
  encodeBech32m({ prefix: simulatedPrefix, words: wordsOfBytes(bytes) })

/** Whether a text is an address of the simulated chain, its checksum included. */
export function isSimulatedAddress(text: string): boolean {
  const read = decodeBech32m(text)
  return read?.prefix === simulatedPrefix && bytesOfWords(read.words)?.length === simulatedAddressBytes
}

/** Whether a text looks like an address of a network where money is real: such a one is refused with its reason. */
export const isRealAddress = (text: string): boolean =>
  /^(bc1|ltc1)[0-9a-z]{6,}$/i.test(text) ||
  /^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text) ||
  /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)

/** An address in groups of four, to be compared by eye. */
export const addressGroups = (address: string): readonly string[] => address.match(/.{1,4}/g) ?? []
