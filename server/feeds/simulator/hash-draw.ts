/** A hash of a text as a number in [0, 1), for public parameters of an instrument by its code (market model §6). */
export function hashDraw(text: string): number {
  let hash = 2166136261
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 16777619)
  }
  let mixed = (hash >>> 0) ^ 0x9e3779b9
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296
}

/** An approximately normal hash of a text, −3…3, for the deviation of an instrument's volatility from its class. */
export function hashBell(text: string): number {
  return (hashDraw(`${text}v`) + hashDraw(`${text}w`) + hashDraw(`${text}x`) - 1.5) * 2
}
