import { createHash } from 'node:crypto'
import { assert } from '@mex/core/assert.ts'
import { logarithm } from './exponential.ts'

/** Coefficients of algorithm AS 241 (Wichura 1988, PPND16), highest power first; denominators end in 1. */
const centre = {
  numerator: [
    2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457, 13731.693765509461125,
    1971.5909503065514427, 133.14166789178437745, 3.387132872796366608,
  ],
  denominator: [
    5226.495278852545925, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867, 5394.1960214247511077,
    687.1870074920579083, 42.313330701600911252, 1,
  ],
}
const shoulder = {
  numerator: [
    7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177, 1.27045825245236838258,
    3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734,
  ],
  denominator: [
    1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459,
    0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187, 1,
  ],
}
const tail = {
  numerator: [
    2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386, 0.026532189526576123093,
    0.29656057182850489123, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772,
  ],
  denominator: [
    2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4,
    0.0148753612908506148525, 0.13692988092273580531, 0.59983220655588793769, 1,
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
 * The quantiles of `size` equally likely slices, scaled to variance 1, so that a draw of bits becomes a normal number
 * by one look-up. The prices of every installation hang on these bits, so a machine that computes others must not start.
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
