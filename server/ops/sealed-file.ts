import { createCipheriv, createDecipheriv, scryptSync } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, open, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { renameDurably } from '#durable-files.ts'
import type { Randomness } from '#randomness.ts'
import { BackupRefused } from '#db/backup.ts'

/** The first bytes of every file; the number is the version of the format. */
const magic = Buffer.from('MEXBACKUP1\n')
const saltBytes = 16
const nonceBytes = 12
const tagBytes = 16
const headBytes = magic.length + saltBytes + nonceBytes

/** Key derivation takes some tens of milliseconds, for the operator and for each guess of an attacker with the file. */
const keyOf = (passphrase: string, salt: Buffer): Buffer =>
  scryptSync(passphrase, salt, 32, { N: 2 ** 15, r: 8, p: 3, maxmem: 128 * 2 ** 20 })

/**
 * Writes lines compressed and encrypted (AES-256-GCM), atomically and with permissions for the owner only. Returns the size
 * in bytes.
 */
export async function writeSealed(
  file: string,
  lines: AsyncIterable<string>,
  { passphrase, randomness }: { readonly passphrase: string; readonly randomness: Randomness },
): Promise<number> {
  const salt = randomness.bytes(saltBytes)
  const nonce = randomness.bytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce)
  const fresh = `${file}.new`
  const head = await open(fresh, 'w', 0o600)
  try {
    await head.write(Buffer.concat([magic, salt, nonce]))
    await head.close()
    await pipeline(Readable.from(withEnds(lines)), createGzip(), cipher, createWriteStream(fresh, { flags: 'a' }))
    await appendFile(fresh, cipher.getAuthTag(), { flush: true })
    await renameDurably(fresh, file)
  } catch (error) {
    // An incomplete backup is useless, and would fill a disk that was too small for it.
    await rm(fresh, { force: true })
    throw error
  }
  return (await stat(file)).size
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

async function part(file: string, position: number, length: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Decrypts the lines. The file is authenticated only after the last line: until then the caller must commit nothing. Throws
 * `BackupRefused`.
 */
export async function* readSealed(file: string, passphrase: string): AsyncGenerator<string> {
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  )
  if (size === undefined) throw new BackupRefused(`There is no file ${file}.`)
  const head = await part(file, 0, headBytes)
  if (size < headBytes + tagBytes || !head.subarray(0, magic.length).equals(magic))
    throw new BackupRefused(`${file} is not a backup.`)
  const salt = head.subarray(magic.length, magic.length + saltBytes)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, salt), head.subarray(magic.length + saltBytes))
  decipher.setAuthTag(await part(file, size - tagBytes, tagBytes))
  const gunzip = createGunzip()
  gunzip.setEncoding('utf8')
  const piped = pipeline(createReadStream(file, { start: headBytes, end: size - tagBytes - 1 }), decipher, gunzip)
  piped.catch(() => undefined)
  // A line is much longer than a chunk: what has been searched for its end is not searched again.
  let begun: string[] = []
  try {
    for await (const chunk of gunzip as AsyncIterable<string>) {
      const [end = '', ...following] = chunk.split('\n')
      begun.push(end)
      for (const next of following) {
        yield begun.join('')
        begun = [next]
      }
    }
    await piped
  } catch (error) {
    if (error instanceof BackupRefused) throw error
    throw new BackupRefused(`${file} cannot be decrypted: the passphrase is wrong, or the file is damaged.`)
  }
}
