import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Chance } from './chance.ts'

/** Keys that live in the data folder, outside the database, and are made on the first start. */
export type Secrets = {
  /** From which every day's prices are drawn. */
  readonly market: Buffer
  /** Mixed into password hashes. */
  readonly pepper: Buffer
  /** For HMACs of codes, request bodies and networks. */
  readonly hmac: Buffer
  /** Seals the pictures and the numbers of papers that people hand in. */
  readonly papers: Buffer
  /** From which the addresses and hashes of the simulated chain follow. */
  readonly chain: Buffer
}

const bytes = 32

/** Reads the secrets of a data folder; missing ones are made, and never appear half-written. */
export async function openSecrets(dataFolder: string, chance: Chance): Promise<Secrets> {
  const folder = join(dataFolder, 'secrets')
  // The data folder itself stays open: the database server may run as another user.
  await mkdir(dataFolder, { recursive: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const secret = async (name: string): Promise<Buffer> => {
    const file = join(folder, name)
    const found = await readFile(file, 'utf8').catch((error: unknown) => {
      // One that is there and cannot be read must never be made anew: everything that it sealed would be lost.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    })
    if (found !== undefined) {
      const key = Buffer.from(found.trim(), 'hex')
      if (key.length !== bytes) throw new Error(`${file} is not a key of ${bytes} bytes: restore it from a backup`)
      return key
    }
    const key = chance.bytes(bytes)
    await writeFile(`${file}.new`, `${key.toString('hex')}\n`, { mode: 0o600 })
    await chmod(`${file}.new`, 0o600)
    await rename(`${file}.new`, file)
    return key
  }
  return {
    market: await secret('market'),
    pepper: await secret('pepper'),
    hmac: await secret('hmac'),
    papers: await secret('papers'),
    chain: await secret('chain'),
  }
}
