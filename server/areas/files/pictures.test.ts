import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isRefusal } from '@mex/core/refusal.ts'
import sharp from 'sharp'
import { reencode, type Picture } from './pictures.ts'
import { packBomb, paintPhoneShot, paintPicture } from '#areas/picture-testing.ts'

async function drawn(bytes: Uint8Array): Promise<Picture> {
  const picture = await reencode('network', bytes)
  assert(!isRefusal(picture), 'a picture')
  return picture
}

for (const format of ['jpeg', 'png', 'webp'] as const)
  test(`a ${format} becomes a JPEG of the same size`, async () => {
    const { bytes, width, height } = await drawn(await paintPicture({}, format))
    assert.deepEqual([(await sharp(bytes).metadata()).format, width, height], ['jpeg', 640, 400])
  })

test('a large picture is reduced, a small one is not enlarged', async () => {
  const large = await drawn(await paintPicture({ width: 4800, height: 1200 }))
  assert.deepEqual([large.width, large.height], [2400, 600])
  const small = await drawn(await paintPicture({ width: 1, height: 1 }, 'png'))
  assert.deepEqual([small.width, small.height], [1, 1])
})

test('metadata of place and author is removed, and the picture is rotated upright', async () => {
  const shot = await paintPhoneShot()
  const before = await sharp(shot).metadata()
  const { exif = Buffer.alloc(0) } = before
  assert(exif.includes('Maria Gomez'), 'the camera wrote a name into it')
  // The GPS tag in either byte order.
  assert(exif.includes(Buffer.from([0x88, 0x25])) || exif.includes(Buffer.from([0x25, 0x88])), 'and where it was')
  assert.equal(before.orientation, 6)
  const { bytes, width, height } = await drawn(shot)
  const after = await sharp(bytes).metadata()
  for (const kind of ['exif', 'iptc', 'xmp', 'icc', 'comments', 'orientation'] as const)
    assert.equal(after[kind], undefined, kind)
  assert.equal(bytes.includes('Maria Gomez'), false)
  assert.equal(bytes.includes('Exif'), false)
  assert.deepEqual([width, height], [400, 640])
})

test('data appended to a picture is removed', async () => {
  const page = Buffer.from('<script>alert(document.cookie)</script>')
  const archive = Buffer.from('PK\u0003\u0004hidden.exe')
  for (const hidden of [page, archive]) {
    const { bytes } = await drawn(Buffer.concat([await paintPicture(), hidden]))
    assert.equal(bytes.includes(hidden), false)
  }
})

const corpus: readonly (readonly [string, () => Promise<Buffer> | Buffer])[] = [
  ['nothing', () => Buffer.alloc(0)],
  ['a text', () => Buffer.from('a picture, honestly')],
  ['a page that calls itself a picture', () => Buffer.from('<!doctype html><img src=x onerror=alert(1)>')],
  ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a GIF', () => paintPicture({}, 'gif')],
  ['a TIFF', () => paintPicture({}, 'tiff')],
  ['a GIF with the first bytes of a JPEG', async () => Buffer.concat([jpegMark, await paintPicture({}, 'gif')])],
  ['a page with the first bytes of a PNG', () => Buffer.concat([pngMark, Buffer.from('<script>alert(1)</script>')])],
  ['half a JPEG', async () => halfOf(await noise())],
  ['half a PNG', async () => halfOf(await noise('png'))],
  ['half a WebP', async () => halfOf(await noise('webp'))],
  ['the first bytes of a JPEG', () => jpegMark],
  ['16,000 × 16,000 pixels in 31 KB', () => packBomb()],
  ['more pixels than any camera has', () => packBomb(7200)],
]
const jpegMark = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0])
const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const halfOf = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2)

/** A picture that compresses badly, so that half of its bytes are half of the picture. */
function noise(format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  return sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .toFormat(format, { quality: 95 })
    .toBuffer()
}

for (const [name, make] of corpus)
  test(`${name} is refused`, async () => {
    const started = performance.now()
    const outcome = await reencode('network', await make())
    assert(isRefusal(outcome), 'the file is refused')
    assert.deepEqual(outcome, { refused: 'upload_failed', field: 'file' })
    assert(performance.now() - started < 5000, 'without decoding')
  })

test('a large picture that comes in passes is refused, because all of it would be in memory at once; a photo is not', async () => {
  const create = { width: 3700, height: 3600, channels: 4, background: '#123456' } as const
  const painted = sharp({ create }).toColourspace('rgb16')
  const [whole, inPasses] = await Promise.all(
    [false, true].map((progressive) => painted.clone().png({ progressive, compressionLevel: 1 }).toBuffer()),
  )
  assert(whole !== undefined && inPasses !== undefined)
  assert.equal((await sharp(inPasses).metadata()).isProgressive, true)
  assert.equal((await drawn(whole)).width, 2400)
  const refused = await reencode('network', inPasses)
  assert(isRefusal(refused))
  assert.equal(refused.refused, 'upload_failed')
  const photo = await sharp({ create: { ...create, channels: 3 } })
    .jpeg({ progressive: true })
    .toBuffer()
  assert.equal((await drawn(photo)).width, 2400)
})

test('uploads beyond the queue are refused, and queued ones are processed', async () => {
  const picture = await paintPicture({ width: 1200, height: 800 })
  const outcomes = await Promise.all(Array.from({ length: 60 }, () => reencode('network', picture)))
  const away = outcomes.filter(isRefusal)
  assert.deepEqual([...new Set(away.map(({ refused }) => refused))], ['unavailable'])
  assert.equal(outcomes.length - away.length, 42)
  assert.equal(isRefusal(await reencode('network', picture)), false)
})
