/** Keccak-256 as Ethereum uses it (its padding is older than SHA-3's), for the checksum of EIP-55 addresses. */

const rate = 136
const lanesOfRate = rate / 8
const mask = (1n << 64n) - 1n

const rotations: readonly number[] = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
]

/** The 24 round constants, each from seven bits of a shift register (FIPS 202 §3.2.5). */
const constants: readonly bigint[] = /* @__PURE__ */ roundConstants()

function roundConstants(): bigint[] {
  let register = 1
  return Array.from({ length: 24 }, () => {
    let constant = 0n
    for (let bit = 0; bit < 7; bit += 1) {
      if ((register & 1) === 1) constant |= 1n << BigInt(2 ** bit - 1)
      register = (register << 1) ^ ((register & 0x80) === 0 ? 0 : 0x171)
    }
    return constant
  })
}

const rotate = (lane: bigint, by: number): bigint => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & mask
const at = (lanes: readonly bigint[], index: number): bigint => lanes[index] ?? 0n

function permute(state: readonly bigint[]): bigint[] {
  let lanes = [...state]
  for (const constant of constants) {
    const parity = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ at(lanes, x + y), 0n))
    const mixed = lanes.map((lane, index) => {
      const x = index % 5
      return lane ^ at(parity, (x + 4) % 5) ^ rotate(at(parity, (x + 1) % 5), 1)
    })
    const moved = Array.from<bigint>({ length: 25 }).fill(0n)
    for (const [index, lane] of mixed.entries()) {
      const [x, y] = [index % 5, Math.floor(index / 5)]
      moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(lane, rotations[index] ?? 0)
    }
    lanes = moved.map((lane, index) => {
      const [x, row] = [index % 5, index - (index % 5)]
      return lane ^ (~at(moved, row + ((x + 1) % 5)) & mask & at(moved, row + ((x + 2) % 5)))
    })
    lanes[0] = at(lanes, 0) ^ constant
  }
  return lanes
}

/** The hash of ASCII text as 64 hexadecimal digits. */
export function keccak256(text: string): string {
  const padded = text.split('').map((letter) => letter.charCodeAt(0))
  padded.push(1)
  while (padded.length % rate !== 0) padded.push(0)
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 0x80
  let state = Array.from<bigint>({ length: 25 }).fill(0n)
  for (let start = 0; start < padded.length; start += rate) {
    for (let lane = 0; lane < lanesOfRate; lane += 1) {
      const bytes = padded.slice(start + lane * 8, start + lane * 8 + 8)
      state[lane] = at(state, lane) ^ bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
    }
    state = permute(state)
  }
  return state
    .slice(0, 4)
    .map((lane) => [0, 1, 2, 3, 4, 5, 6, 7].map((byte) => hex((lane >> BigInt(8 * byte)) & 255n)).join(''))
    .join('')
}

const hex = (byte: bigint): string => byte.toString(16).padStart(2, '0')
