/** Random numbers determined by a seed: sfc32, initialised from the seed's text. */
export type SeededRandom = {
  /** A whole number from 0 up to, not including, `below`. */
  below(this: void, below: number): number
  /** True with this probability in percent. */
  percent(this: void, cases: number): boolean
  pick<T>(this: void, list: readonly T[]): T
  /** A separate generator, independent of how far this one has advanced. */
  branch(this: void, name: string): SeededRandom
}

function stir(text: string): Uint32Array {
  const state = new Uint32Array([0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef])
  for (const letter of text) {
    for (let index = 0; index < state.length; index += 1) {
      state[index] = Math.imul((state[index] ?? 0) ^ ((letter.codePointAt(0) ?? 0) + index), 0x85ebca6b)
      state[index] = (state[index] ?? 0) ^ ((state[index] ?? 0) >>> 13)
    }
  }
  return state
}

export function seededRandom(seed: string): SeededRandom {
  const state = stir(seed)
  function next(): number {
    let [a = 0, b = 0, c = 0, counter = 0] = state
    const drawn = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + drawn) | 0
    state.set([a, b, c, counter])
    return drawn >>> 0
  }
  for (let warm = 0; warm < 16; warm += 1) next()
  const below = (limit: number): number => next() % limit
  return {
    below,
    percent: (cases) => below(100) < cases,
    pick: (list) => {
      const found = list[below(list.length)]
      if (found === undefined) throw new Error('Nothing to pick from')
      return found
    },
    branch: (name) => seededRandom(`${seed} ${name}`),
  }
}
