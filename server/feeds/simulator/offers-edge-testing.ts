import { present } from '@mex/core/assert.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'

/** Shared by the tests that play strategies of subscribers over many markets. */

/** A keyed hash that is faster than that of a real draw: any order of the tickets that depends on no price will do. */
export const hashedBy =
  (key: number) =>
  (text: string): string => {
    let [one, other] = [key, ~key]
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      one = Math.imul(one ^ code, 0x9e3779b1)
      other = Math.imul(other ^ code, 0x85ebca6b)
      one ^= one >>> 15
      other ^= other >>> 13
    }
    one = Math.imul(one ^ (one >>> 16), 0x85ebca6b)
    other = Math.imul(other ^ one ^ (other >>> 13), 0xc2b2ae35)
    return ((one ^ other) >>> 0).toString(16).padStart(8, '0')
  }

export function lastAt(feed: DrawnFeed, key: string, at: number): number {
  const quote = feed.quote(key, at) ?? feed.quote(key, feed.nextTick(at))
  return Number(present(quote, `a quote of ${key}`).last) / 1e8
}

export type Measured = { readonly mean: number; readonly error: number; readonly years: number }

export function measure(values: readonly number[]): Measured {
  const years = values.length
  const mean = values.reduce((sum, each) => sum + each, 0) / years
  const squares = values.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  return { mean, error: Math.sqrt(squares / (years - 1) / years), years }
}

export const errorsOf = ({ mean, error }: Measured): number => Math.abs(mean) / error

export const line = (name: string, { mean, error, years }: Measured): string =>
  `${name}: ${(mean * 100).toFixed(2)} % more, deviation ${(error * 100).toFixed(2)} %, ${years} years`
