/**
 * What input from outside may look like, wherever it comes from: the body or the query of a call, a message on the
 * socket, the client data of a passkey. All of it passes here, so that nothing behind has to walk a value that is too
 * deep or too wide, and so that no text with a NUL, which PostgreSQL cannot store, gets any further.
 */

/** The deepest request of the contract has four levels. */
const levelsMost = 16
/** The widest one, the deletion of 200 rows at once, has about as many values. */
const valuesMost = 2000
/** Characters outside of strings, and escapes and quotes inside of them. Pictures as text have next to none. */
const stepsMost = 65_536

/**
 * Whether brackets and commas stay within the limits. One pass that builds nothing; it jumps over the content of strings
 * and gives up after a fixed number of steps, so that its cost is bounded for any length.
 */
function isModest(text: string): boolean {
  let level = 0
  let values = 0
  let steps = 0
  for (let at = 0; at < text.length; at += 1) {
    if ((steps += 1) > stepsMost) return false
    const sign = text[at]
    if (sign === '{' || sign === '[') {
      if ((level += 1) > levelsMost || (values += 1) > valuesMost) return false
    } else if (sign === '}' || sign === ']') level -= 1
    else if (sign === ',') {
      if ((values += 1) > valuesMost) return false
    } else if (sign === '"') {
      for (let isEscaped = true; isEscaped;) {
        at = text.indexOf('"', at + 1)
        if (at === -1) return false
        let before = at - 1
        while (text[before] === '\\' && at - before <= stepsMost) before -= 1
        steps += at - before
        if (steps > stepsMost) return false
        isEscaped = (at - before) % 2 === 0
      }
    }
  }
  return true
}

/** `constructor.prototype` and `__proto__` reach what all objects share, if somebody copies them carelessly. */
const isDangerous = (name: string, item: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' && typeof item === 'object' && item !== null && Object.hasOwn(item, 'prototype'))

/** Looks at every text and name. It goes down level by level: only for values whose depth is known to be small. */
export function isHarmless(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(
    ([name, item]) => !name.includes('\0') && !isDangerous(name, item) && isHarmless(item),
  )
}

/** The value of JSON text; undefined when it is no JSON, too deep, too wide, or has something in it that does harm. */
export function readJsonInput(text: string): { readonly value: unknown } | undefined {
  if (!isModest(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isHarmless(value) ? { value } : undefined
  } catch {
    return undefined
  }
}
