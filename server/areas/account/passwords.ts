import { argon2, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { accepted } from '@mex/core/refusal.ts'
import type { Randomness } from '#randomness.ts'
import { openConcurrencyLimit } from '#concurrency-limit.ts'

/** The caller takes turns with others, so that many attempts of one network do not keep everybody else from signing in. */
export type Passwords = {
  /** argon2id in PHC format; refuses `unavailable` when the queue is full. */
  hash(caller: string, password: string): Promise<string>
  /** Whether the password matches; without a stored hash the answer is false after the same work. */
  matches(caller: string, password: string, stored: string | undefined): Promise<boolean>
}

/** Rulebook §4.5: memory in KiB, passes, lanes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32
const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}

export type PasswordOptions = {
  /** A secret key outside the database that every hash includes. */
  readonly pepper: Buffer
  readonly randomness: Randomness
  /** Number of hashes computed concurrently: each takes 19 MiB and a thread. */
  readonly concurrency?: number
  /** Length of the queue. */
  readonly waitingMax?: number
}

export function openPasswords({ pepper, randomness, concurrency = 2, waitingMax = 200 }: PasswordOptions): Passwords {
  const limited = openConcurrencyLimit({ concurrency, waitingMax })

  async function hash(caller: string, password: string): Promise<string> {
    const nonce = randomness.bytes(saltBytes)
    const parameters = { ...cost, message: password, nonce, tagLength: hashBytes, secret: pepper }
    const key = accepted(await limited(caller, () => derive(parameters)))
    const { memory, passes, parallelism } = cost
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(key)}`
  }

  async function matches(caller: string, password: string, stored: string): Promise<boolean> {
    const [, memory, passes, parallelism, salt = '', expected = ''] = pattern.exec(stored) ?? []
    if (memory === undefined) throw new Error('Broken invariant: a stored password is an argon2id hash')
    const tag = Buffer.from(expected, 'base64')
    const parameters = {
      message: password,
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: tag.length,
      secret: pepper,
    }
    const key = accepted(await limited(caller, () => derive(parameters)))
    return timingSafeEqual(key, tag)
  }

  /** Replaces the hash of an unknown name, so that the work is the same. */
  const decoy = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(randomness.bytes(saltBytes))}$${encode(randomness.bytes(hashBytes))}`
  return {
    hash,
    matches: async (caller, password, stored) =>
      (await matches(caller, password, stored ?? decoy)) && stored !== undefined,
  }
}
