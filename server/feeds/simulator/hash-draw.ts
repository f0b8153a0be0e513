/** A number in [0, 1) fixed by a text: public parameters of an instrument come from its code (market model §6). */
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

/** A bell-shaped number around 0 from three draws, −3…3: how far an instrument's own volatility is from its class's. */
export function hashBell(text: string): number {
  return (hashDraw(`${text}v`) + hashDraw(`${text}w`) + hashDraw(`${text}x`) - 1.5) * 2
}
