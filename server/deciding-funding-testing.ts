import assert from 'node:assert/strict'
import { isRefusal } from '@mex/core/refusal.ts'
import { openFiles } from '#areas/files/actions.ts'
import { openFunding, type Funding } from '#areas/funding/actions.ts'
import { depositOptions } from '#areas/funding/options.ts'
import type { Passwords } from '#areas/account/passwords.ts'
import { paintPicture } from './areas/picture-testing.ts'
import { systemRandomness } from './randomness.ts'
import { unrestricted, personal } from './areas/testing.ts'
import type { Clock } from './clock.ts'
import { sql, type Database } from './db/sql.ts'
import type { Feed } from './feeds/feed.ts'
import { fundingChecks } from './funding-checks.ts'
import { openEncryption } from './encryption.ts'

/** The transaction password of all users after `allowPayouts`. */
export const payPassword = 'pay-me-6'

type Dependencies = { readonly db: Database; readonly clock: Clock; readonly feed: Feed }

/** No real hash, because hashing runs on threads, whose order no seed can repeat. */
const passwords: Passwords = {
  hash: (_caller, password) => Promise.resolve(password),
  matches: (_caller, password, stored) => Promise.resolve(password === stored),
}

/** Cards, deposits, withdrawals and the chain, with checks of the user. */
export const openDecidingFunding = ({ db, clock, feed }: Dependencies): Funding =>
  openFunding({
    db,
    feed,
    chainSecret: Buffer.alloc(32, 6),
    encryption: openEncryption(Buffer.alloc(32, 4), 'cards', systemRandomness),
    checks: fundingChecks({ clock, passwords }),
  })

/** Lets users withdraw: verifies them and sets their transaction password. */
export async function allowPayouts(db: Database, users: readonly number[]): Promise<void> {
  await sql`
    update app_user set real_status = 3, pay_password_hash = ${payPassword}
    where id = any(${users}::bigint[])`.execute(db)
}

/** Prepares a user for deposits: creates the chain addresses and uploads a proof. Returns the path of the proof. */
export async function prepareDeposits(
  { db, clock, feed }: Dependencies,
  funding: Funding,
  user: number,
): Promise<string> {
  const context = personal(user, { db, feed, now: clock.now() })
  await depositOptions('coin', context, funding.keys, (simplified) => simplified)
  const files = openFiles({ db, secret: Buffer.alloc(32, 4), randomness: systemRandomness, ...unrestricted })
  const bytes = await paintPicture({ width: 60, height: 40 })
  const stored = await files.upload({ bytes, name: 'proof.jpg' }, { userId: user, network: '' }, clock.now())
  assert(!isRefusal(stored), 'the picture was stored')
  return stored.path
}
