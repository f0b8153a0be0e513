/** The kinds of pictures that users may upload (rulebook §31 `file.*`). */
export type PictureKind = 'jpeg' | 'png' | 'webp'

/** Bytes at fixed places; `undefined` stands for any. */
type Mark = readonly (number | undefined)[]

const letters = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))
const any4: Mark = [undefined, undefined, undefined, undefined]

const marks: readonly (readonly [PictureKind, Mark])[] = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['webp', [...letters('RIFF'), ...any4, ...letters('WEBP')]],
]

/** The kind of a picture by its first bytes, independent of its name and declared type; undefined if unknown. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const matches = (mark: Mark): boolean =>
    bytes.length > mark.length && mark.every((byte, at) => byte === undefined || bytes[at] === byte)
  return marks.find(([, mark]) => matches(mark))?.[0]
}
