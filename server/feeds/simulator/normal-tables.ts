import { createHash } from 'node:crypto'
import { assert } from '@mex/core/assert.ts'
import { logarithm } from './exponential.ts'

/** Coefficients of algorithm AS 241 (Wichura 1988, PPND16), highest power first; denominators end in 1. */
const centre = {
  numerator: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  denominator: [
    5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
}
const shoulder = {
  numerator: [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  denominator: [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
}
const tail = {
  numerator: [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  denominator: [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
}

function polynomial(coefficients: readonly number[], x: number): number {
  let sum = coefficients[0]!
  for (let index = 1; index < coefficients.length; index += 1) sum = sum * x + coefficients[index]!
  return sum
}

/** The normal quantile of a probability strictly between 0 and 1. */
function normalQuantile(probability: number): number {
  const offset = probability - 0.5
  if (Math.abs(offset) <= 0.425) {
    const x = 0.180625 - offset * offset
    return (offset * polynomial(centre.numerator, x)) / polynomial(centre.denominator, x)
  }
  const root = Math.sqrt(-logarithm(offset < 0 ? probability : 1 - probability))
  const part = root <= 5 ? shoulder : tail
  const x = root <= 5 ? root - 1.6 : root - 5
  const quantile = polynomial(part.numerator, x) / polynomial(part.denominator, x)
  return offset < 0 ? -quantile : quantile
}

/**
 * The quantiles of `size` equally likely slices, scaled to variance 1, so that one look-up converts random bits to a
 * normal number. All prices depend on these bits, so a machine that computes other ones must not start.
 */
function normalTable(size: number, fingerprint: string): Float64Array {
  const table = new Float64Array(size)
  let squares = 0
  for (let index = 0; index < size; index += 1) {
    const quantile = normalQuantile((index + 0.5) / size)
    table[index] = quantile
    squares += quantile * quantile
  }
  const deviation = Math.sqrt(squares / size)
  for (let index = 0; index < size; index += 1) table[index]! /= deviation
  const digest = createHash('sha256').update(new Uint8Array(table.buffer)).digest('hex').slice(0, 16)
  assert(digest === fingerprint, `the normal table of ${size} has the fingerprint ${fingerprint}, not ${digest}`)
  return table
}

/** Named by their size; fingerprints: market model §2. */
export const normal65536 = normalTable(65536, '657768832dc56b53')
export const normal4096 = normalTable(4096, '898f708415d55b9c')
export const normal256 = normalTable(256, '0e2d030aabe4b72e')
export const normal16 = normalTable(16, 'f883b5c1f2f9c2fc')
