import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { dayNumber } from '@mex/core/time-zone.ts'
import { commitmentTo, lastRevealedDay, openDaySecrets, openRevealedKeys } from './day-secrets.ts'

const master = Uint8Array.from({ length: 32 }, (_, index) => index)
const day = dayNumber('2026-11-20')

describe('day secrets', () => {
  it('are the HMAC of the date under the master secret, with the version in the label', () => {
    const digest = (label: string) => createHmac('sha256', master).update(label).digest('hex')
    assert.equal(openDaySecrets(master, 0).secretOf(day), digest('mex-day-1|2026-11-20'))
    assert.equal(openDaySecrets(master, 3).secretOf(day), digest('mex-day-1|model-3|2026-11-20'))
  })

  it('are converted to a key of eight little-endian words', () => {
    const secrets = openDaySecrets(master, 3)
    const bytes = Buffer.from(secrets.secretOf(day), 'hex')
    assert.deepEqual(
      [...secrets.keyOf(day)],
      [...Array(8).keys()].map((word) => bytes.readUInt32LE(4 * word)),
    )
  })

  it('match their published commitments, which are SHA-256 of date and secret', () => {
    const secrets = openDaySecrets(master, 3)
    const expected = createHash('sha256')
      .update(`mex-commit-1|2026-11-20|${secrets.secretOf(day)}`)
      .digest('hex')
    assert.equal(secrets.commitmentOf(day), expected)
    assert.equal(commitmentTo(day, secrets.secretOf(day)), expected)
    assert.notEqual(commitmentTo(day + 1, secrets.secretOf(day)), expected)
    const once = createHash('sha256').update('mex-master-1|').update(master).digest('hex')
    assert.equal(secrets.masterCommitment, once)
  })

  it('give the keys of revealed days only', () => {
    const secrets = openDaySecrets(master, 3)
    const revealed = openRevealedKeys(new Map([[day, secrets.secretOf(day)]]))
    assert.deepEqual(revealed.keyOf(day), secrets.keyOf(day))
    assert.throws(() => revealed.keyOf(day + 1), /2026-11-21 has been revealed/)
  })

  it('throw for an empty master secret and for a revealed secret that is not 32 bytes long', () => {
    assert.throws(() => openDaySecrets(new Uint8Array(0), 3), /not empty/)
    assert.throws(() => openRevealedKeys(new Map([[day, 'abcd']])), /32 bytes/)
  })

  const reveals = [
    ['2026-11-20T00:00:00Z', '2026-11-17'],
    ['2026-11-19T23:59:59Z', '2026-11-16'],
    ['2026-11-20T12:00:00Z', '2026-11-17'],
  ] as const
  for (const [now, last] of reveals) {
    it(`of ${last} are the last that are public at ${now}, 48 hours after the end of their date`, () => {
      assert.equal(lastRevealedDay(Date.parse(now)), dayNumber(last))
    })
  }
})
