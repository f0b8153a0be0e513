import type { Guard } from './guard.ts'

const files = 'server/areas/files/files.test.ts'
const overTheCalls = 'world/files.test.ts'

/** Uploaded files: acceptance, storage and download. */
export const uploadedFiles: readonly Guard[] = [
  {
    name: 'files: the size is limited',
    rows: ['5.1.1', '5.2.1'],
    file: 'server/areas/files/actions.ts',
    find: 'if (bytes.length > bytesMax)',
    replace: 'if (bytes.length > 100 * bytesMax)',
    test: files,
    fails: 'a picture above the limit is refused',
  },
  {
    name: 'files: only pictures are accepted',
    rows: ['5.2.1'],
    file: 'server/areas/files/pictures.ts',
    find: "if (kind === undefined) return refusal('upload_failed', { field: 'file' })",
    replace: 'if (kind === undefined) return { bytes: Buffer.from(bytes), width: 1, height: 1 }',
    test: overTheCalls,
    fails: 'refuses an SVG drawing as a failed upload',
  },
  {
    name: 'files: are sent with a picture content type',
    rows: ['3.2.1', '5.3.1'],
    file: 'server/http/images.ts',
    find: "'content-type': 'image/jpeg',",
    replace: "'content-type': 'text/html',",
    test: overTheCalls,
    fails: 'serves an uploaded picture to its owner',
  },
  {
    name: 'files: a picture cannot run scripts',
    rows: ['5.3.1'],
    file: 'server/http/images.ts',
    find: "    \"default-src 'none'; object-src",
    replace: "    \"default-src 'self'; object-src",
    test: overTheCalls,
    fails: 'serves an uploaded picture to its owner',
  },
  {
    name: 'files: are encrypted in the database',
    rows: ['5.3.1', '14.2.4'],
    file: 'server/areas/files/actions.ts',
    find: 'await insertFile(tx, owner, { id, digest, encrypted, size',
    replace: 'await insertFile(tx, owner, { id, digest, encrypted: Buffer.concat([encrypted, picture.bytes]), size',
    test: files,
    fails: 'the database contains neither readable pictures nor their plain digests',
  },
  {
    name: 'files: a picture has a random id',
    rows: ['5.3.2', '11.2.3', '11.5.1'],
    file: 'server/areas/files/actions.ts',
    find: 'randomness.bytes(idBytes)',
    replace: 'randomness.bytes(8)',
    test: files,
    fails: 'the same picture of the same user has the same path, also in eight concurrent uploads',
  },
  {
    name: 'files: a download has a server-chosen name',
    rows: ['5.4.1'],
    file: 'server/http/images.ts',
    find: "  'content-disposition': 'inline; filename=\"picture.jpg\"',\n",
    replace: '',
    test: overTheCalls,
    fails: 'serves an uploaded picture to its owner',
  },
  {
    name: 'files: only known document names reach headers',
    rows: ['5.4.2'],
    file: 'server/areas/account/legal-pdfs.ts',
    find: 'const asked = addresses.get(address)',
    replace: "const asked = addresses.get(address) ?? addresses.get(`${address.split('.')[0] ?? ''}.en.pdf`)",
    test: 'server/areas/account/legal-pdfs.test.ts',
    fails: 'answers no file for any other name',
  },
  {
    name: 'files: an invalid picture path is not looked up',
    rows: [],
    file: 'server/http/images.ts',
    find: 'isAddress ? await routes.imageOf(userId, id) : undefined',
    replace: 'await routes.imageOf(userId, isAddress ? id : id)',
    test: 'world/files.test.ts',
    fails: 'answers 404 to a malformed file id',
  },
  {
    name: 'files: large pictures in passes',
    rows: ['15.2.2'],
    file: 'server/areas/files/pictures.ts',
    find: ' || isTooMuchAtOnce(metadata)',
    replace: '',
    test: 'server/areas/files/pictures.test.ts',
    fails:
      'a large picture that comes in passes is refused, because all of it would be in memory at once; a photo is not',
  },
]
