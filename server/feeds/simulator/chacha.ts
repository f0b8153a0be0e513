/** The use of a block of random bytes (market model §3). It is part of the nonce, so no two uses share a draw. */
export const levels = {
  day: 0,
  minutes: 1,
  ticks: 2,
  sizes: 3,
  events: 4,
  volumes: 5,
  replay: 6,
  companies: 7,
  /** Terms of new issues, the first price of their shares, and the seeds of their draws. */
  issues: 8,
  firstPrices: 9,
  seeds: 10,
  /** Terms of placings and the seeds of their draws. */
  placings: 210,
  placingSeeds: 211,
  /** The order books of auctions, and what is published of them before they cross. */
  auctionBooks: 16,
  auctionFigures: 17,
  /** Terms of blocks, and how they are sold. */
  blocks: 13,
  blockSchedules: 14,
  /** Yield curves by half-hours and by minutes inside them, and how much of a bond is offered. */
  yieldBlocks: 24,
  yieldMinutes: 25,
  bondTerms: 26,
  /** How much products take in a period. */
  capacityPlans: 30,
  /** What campaigns of agencies take, and how they fill. */
  campaigns: 28,
  campaignSchedules: 29,
  /** Offers of mining robots, how their slots are taken, the difficulty of the network and the places of the pool. */
  robots: 218,
} as const
export type Level = (typeof levels)[keyof typeof levels]

/** Words 0–3 of every ChaCha state: "expand 32-byte k". */
const constants = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const

/**
 * Writes one block of ChaCha20 (RFC 8439 §2.3), 64 random bytes as 16 little-endian words, to `output`. The state is in
 * sixteen local integers, which is five times as fast as an array, because every price needs these blocks.
 */
export function chachaBlock(
  key: Uint32Array,
  counter: number,
  nonce0: number,
  nonce1: number,
  nonce2: number,
  output: Uint32Array,
): void {
  let a = constants[0] | 0
  let b = constants[1] | 0
  let c = constants[2] | 0
  let d = constants[3] | 0
  let e = key[0]! | 0
  let f = key[1]! | 0
  let g = key[2]! | 0
  let h = key[3]! | 0
  let i = key[4]! | 0
  let j = key[5]! | 0
  let k = key[6]! | 0
  let l = key[7]! | 0
  let m = counter | 0
  let n = nonce0 | 0
  let o = nonce1 | 0
  let p = nonce2 | 0
  // Each line is one quarter round: the four columns first, then the four diagonals.
  // oxfmt-ignore
  for (let round = 0; round < 20; round += 2) {
    a = (a + e) | 0; m ^= a; m = (m << 16) | (m >>> 16); i = (i + m) | 0; e ^= i; e = (e << 12) | (e >>> 20); a = (a + e) | 0; m ^= a; m = (m << 8) | (m >>> 24); i = (i + m) | 0; e ^= i; e = (e << 7) | (e >>> 25)
    b = (b + f) | 0; n ^= b; n = (n << 16) | (n >>> 16); j = (j + n) | 0; f ^= j; f = (f << 12) | (f >>> 20); b = (b + f) | 0; n ^= b; n = (n << 8) | (n >>> 24); j = (j + n) | 0; f ^= j; f = (f << 7) | (f >>> 25)
    c = (c + g) | 0; o ^= c; o = (o << 16) | (o >>> 16); k = (k + o) | 0; g ^= k; g = (g << 12) | (g >>> 20); c = (c + g) | 0; o ^= c; o = (o << 8) | (o >>> 24); k = (k + o) | 0; g ^= k; g = (g << 7) | (g >>> 25)
    d = (d + h) | 0; p ^= d; p = (p << 16) | (p >>> 16); l = (l + p) | 0; h ^= l; h = (h << 12) | (h >>> 20); d = (d + h) | 0; p ^= d; p = (p << 8) | (p >>> 24); l = (l + p) | 0; h ^= l; h = (h << 7) | (h >>> 25)
    a = (a + f) | 0; p ^= a; p = (p << 16) | (p >>> 16); k = (k + p) | 0; f ^= k; f = (f << 12) | (f >>> 20); a = (a + f) | 0; p ^= a; p = (p << 8) | (p >>> 24); k = (k + p) | 0; f ^= k; f = (f << 7) | (f >>> 25)
    b = (b + g) | 0; m ^= b; m = (m << 16) | (m >>> 16); l = (l + m) | 0; g ^= l; g = (g << 12) | (g >>> 20); b = (b + g) | 0; m ^= b; m = (m << 8) | (m >>> 24); l = (l + m) | 0; g ^= l; g = (g << 7) | (g >>> 25)
    c = (c + h) | 0; n ^= c; n = (n << 16) | (n >>> 16); i = (i + n) | 0; h ^= i; h = (h << 12) | (h >>> 20); c = (c + h) | 0; n ^= c; n = (n << 8) | (n >>> 24); i = (i + n) | 0; h ^= i; h = (h << 7) | (h >>> 25)
    d = (d + e) | 0; o ^= d; o = (o << 16) | (o >>> 16); j = (j + o) | 0; e ^= j; e = (e << 12) | (e >>> 20); d = (d + e) | 0; o ^= d; o = (o << 8) | (o >>> 24); j = (j + o) | 0; e ^= j; e = (e << 7) | (e >>> 25)
  }
  output[0] = a + constants[0]
  output[1] = b + constants[1]
  output[2] = c + constants[2]
  output[3] = d + constants[3]
  output[4] = e + key[0]!
  output[5] = f + key[1]!
  output[6] = g + key[2]!
  output[7] = h + key[3]!
  output[8] = i + key[4]!
  output[9] = j + key[5]!
  output[10] = k + key[6]!
  output[11] = l + key[7]!
  output[12] = m + counter
  output[13] = n + nonce0
  output[14] = o + nonce1
  output[15] = p + nonce2
}

/** Writes the 64 random bytes of a path at `index` of a level, under the key of a day (market model §3). */
export function drawChance(key: Uint32Array, level: Level, pathId: number, index: number, output: Uint32Array): void {
  chachaBlock(key, index, level, pathId, 0, output)
}
