import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sharpnessMin, sharpnessOf, type Pixels } from './photo-check.ts'

/** A grey-scale picture, painted pixel by pixel. */
function paint(width: number, height: number, shade: (x: number, y: number) => number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set([shade(x, y), shade(x, y), shade(x, y), 255], (y * width + x) * 4)
  return { data, width, height }
}

/** Strokes of 3 pixels, like those of letters at the compared width. */
const stroke = (x: number): number => (x % 9 < 3 ? 30 : 230)
/** Box blur: each pixel is the mean of `radius` pixels at both sides. */
const outOfFocus = (radius: number) => (x: number) => {
  let sum = 0
  for (let near = -radius; near <= radius; near += 1) sum += stroke(x + near + 900)
  return sum / (2 * radius + 1)
}

const cases: readonly (readonly [string, Pixels, boolean])[] = [
  ['printed strokes', paint(120, 80, stroke), true],
  ['a page with a few lines', paint(120, 80, (x, y) => (y % 20 < 2 && x % 4 < 2 ? 40 : 240)), true],
  ['one colour', paint(120, 80, () => 120), false],
  ['an even slope', paint(120, 80, (x) => x * 2), false],
  ['strokes far out of focus', paint(120, 80, outOfFocus(13)), false],
  ['nothing', paint(2, 2, () => 0), false],
]
for (const [name, pixels, isSharp] of cases)
  test(`${name}: ${isSharp ? 'sharp' : 'not sharp'}`, () => assert.equal(sharpnessOf(pixels) >= sharpnessMin, isSharp))
