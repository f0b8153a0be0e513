import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictureKind, type PictureKind } from './picture.ts'

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (each) => each.charCodeAt(0)) : part)),
  )

const cases: readonly (readonly [string, Uint8Array, PictureKind | undefined])[] = [
  ['a JPEG', bytes([0xff, 0xd8, 0xff, 0xe0]), 'jpeg'],
  ['a PNG', bytes([0x89], 'PNG\r\n\u001a\n', [0]), 'png'],
  ['a WebP', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 '), 'webp'],
  ['nothing', bytes(), undefined],
  ['the mark alone', bytes([0xff, 0xd8, 0xff]), undefined],
  ['a PNG whose line ends were changed on the way', bytes([0x89], 'PNG\n\u001a\n\n', [0]), undefined],
  ['another RIFF file', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt '), undefined],
  ['a GIF', bytes('GIF89a', [1, 0, 1, 0]), undefined],
  ['a drawing', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['a page', bytes('<!doctype html><script>'), undefined],
  ['a TIFF', bytes([0x49, 0x49, 0x2a, 0, 8, 0]), undefined],
  ['a JPEG after a space', bytes(' ', [0xff, 0xd8, 0xff, 0xe0]), undefined],
]
for (const [name, given, kind] of cases)
  test(`${name} is ${kind ?? 'no picture'}`, () => assert.equal(pictureKind(given), kind))
