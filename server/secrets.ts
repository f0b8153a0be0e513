import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { renameDurably, syncFolder } from './durable-files.ts'
import type { Randomness } from './randomness.ts'

/** Keys in the data folder, outside the database; created at the first start. */
export type Secrets = {
  /** Every day's prices are derived from it. */
  readonly market: Buffer
  /** Mixed into password hashes. */
  readonly pepper: Buffer
  /** For HMACs of codes, request bodies and networks. */
  readonly hmac: Buffer
  /** Encrypts the pictures and numbers of identity papers. */
  readonly papers: Buffer
  /** The addresses and hashes of the simulated chain are derived from it. */
  readonly chain: Buffer
  /** The key by which push services of browsers know this server (RFC 8292). */
  readonly webPush: Buffer
}

const bytes = 32

/** Reads the secrets of a data folder and creates missing ones, each wholly or not at all, also when the power fails. */
export async function openSecrets(dataFolder: string, randomness: Randomness): Promise<Secrets> {
  const folder = join(dataFolder, 'secrets')
  // The data folder itself stays accessible, because the database server may run as another user.
  await mkdir(dataFolder, { recursive: true })
  const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
  if (isNew) {
    await syncFolder(dataFolder)
    // Not everybody may read the folder that the data folder lies in, and the system writes its names soon.
    await syncFolder(dirname(resolve(dataFolder))).catch(() => undefined)
  }
  const secret = async (name: string): Promise<Buffer> => {
    const file = join(folder, name)
    const found = await readFile(file, 'utf8').catch((error: unknown) => {
      // Never replace an unreadable secret: everything that it encrypted would be lost.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    })
    if (found !== undefined) {
      const key = Buffer.from(found.trim(), 'hex')
      if (key.length !== bytes) throw new Error(`${file} is not a key of ${bytes} bytes: restore it from a backup`)
      return key
    }
    const key = randomness.bytes(bytes)
    await writeFile(`${file}.new`, `${key.toString('hex')}\n`, { mode: 0o600, flush: true })
    await chmod(`${file}.new`, 0o600)
    await renameDurably(`${file}.new`, file)
    return key
  }
  return {
    market: await secret('market'),
    pepper: await secret('pepper'),
    hmac: await secret('hmac'),
    papers: await secret('papers'),
    chain: await secret('chain'),
    webPush: await secret('web-push'),
  }
}
