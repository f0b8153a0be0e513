import assert from 'node:assert/strict'
import { isRefusal } from '@mex/core/refusal.ts'
import { openFiles } from '#areas/files/actions.ts'
import { openFunding, type Funding } from '#areas/funding/actions.ts'
import { depositOptions } from '#areas/funding/options.ts'
import { paintPicture } from './areas/picture-testing.ts'
import { everybody, personal } from './areas/testing.ts'
import { systemChance } from './chance.ts'
import type { Clock } from './clock.ts'
import { sql, type Database } from './db/sql.ts'
import type { Feed } from './feeds/feed.ts'
import { fundingDoors } from './funding-doors.ts'
import { openSeals } from './seals.ts'

/** The transaction password of everybody who was let in. */
export const payPassword = 'pay-me-6'

type Parts = { readonly db: Database; readonly clock: Clock; readonly feed: Feed }

/** What a real hash costs is the time of a thread, which comes in an order that no seed repeats. */
const passwords = {
  hash: (password: string) => Promise.resolve(password),
  matches: (password: string, stored: string | undefined) => Promise.resolve(password === stored),
}

/** Cards, deposits, withdrawals and the chain, with what they ask about people. */
export const openDecidingFunding = ({ db, clock, feed }: Parts): Funding =>
  openFunding({
    db,
    feed,
    chainSecret: Buffer.alloc(32, 6),
    seals: openSeals(Buffer.alloc(32, 4), 'cards', systemChance),
    doors: fundingDoors({ clock, passwords }),
  })

/** Who may pay out: verified, and with a transaction password. */
export async function allowPayouts(db: Database, users: readonly number[]): Promise<void> {
  await sql`
    update app_user set real_status = 3, pay_password_hash = ${payPassword}
    where id = any(${users}::bigint[])`.execute(db)
}

/** What somebody needs before money can come in: own addresses that the chain knows, and a picture as proof. */
export async function prepareDeposits({ db, clock, feed }: Parts, funding: Funding, user: number): Promise<string> {
  const context = personal(user, { db, feed, now: clock.now() })
  await depositOptions('coin', context, funding.keys, (simplified) => simplified)
  const files = openFiles({ db, secret: Buffer.alloc(32, 4), chance: systemChance, ...everybody })
  const bytes = await paintPicture({ width: 60, height: 40 })
  const stored = await files.upload({ bytes, name: 'proof.jpg' }, { userId: user, network: '' }, clock.now())
  assert(!isRefusal(stored), 'the picture was taken')
  return stored.path
}
