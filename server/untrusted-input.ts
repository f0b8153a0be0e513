/**
 * Limits for all untrusted input: the body or query of a call, a message on the socket, the client data of a passkey. Code
 * behind this check can recurse safely and never gets a text with a NUL, which PostgreSQL cannot store.
 */

/** The deepest request of the contract has four levels. */
const levelsMax = 16
/** The largest request of the contract, the deletion of 200 rows, has about as many values. */
const valuesMax = 2000
/** Limit on characters outside of strings, and quotes and escapes inside. A picture as base64 has almost none. */
const stepsMax = 65_536

/**
 * Whether depth and number of values are within the limits. One pass without allocation: it skips the content of strings
 * and stops after a fixed number of steps, so its cost is bounded for any length.
 */
function isWithinLimits(text: string): boolean {
  let level = 0
  let values = 0
  let steps = 0
  for (let at = 0; at < text.length; at += 1) {
    if ((steps += 1) > stepsMax) return false
    const sign = text[at]
    if (sign === '{' || sign === '[') {
      if ((level += 1) > levelsMax || (values += 1) > valuesMax) return false
    } else if (sign === '}' || sign === ']') level -= 1
    else if (sign === ',') {
      if ((values += 1) > valuesMax) return false
    } else if (sign === '"') {
      for (let isEscaped = true; isEscaped;) {
        at = text.indexOf('"', at + 1)
        if (at === -1) return false
        let before = at - 1
        while (text[before] === '\\' && at - before <= stepsMax) before -= 1
        steps += at - before
        if (steps > stepsMax) return false
        isEscaped = (at - before) % 2 === 0
      }
    }
  }
  return true
}

/** `constructor.prototype` and `__proto__` lead to prototype pollution if code copies them. */
const isDangerous = (name: string, item: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' && typeof item === 'object' && item !== null && Object.hasOwn(item, 'prototype'))

/** Whether no text or name has a NUL and no name reaches a prototype. Recursive: only for values of bounded depth. */
export function isSafeInput(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(
    ([name, item]) => !name.includes('\0') && !isDangerous(name, item) && isSafeInput(item),
  )
}

/** The value of JSON text; undefined if it is not JSON, too deep, has too many values, or is not harmless. */
export function readJsonInput(text: string): { readonly value: unknown } | undefined {
  if (!isWithinLimits(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isSafeInput(value) ? { value } : undefined
  } catch {
    return undefined
  }
}
