import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RefusalWord } from '#refusal.ts'
import {
  decideVerdict,
  decideVerdictByOperator,
  permission,
  permissionDueAt,
  permissionFault,
  permissionNumbers,
  picturesKeptUntil,
  refuseApplication,
  refuseSubmission,
  reviewTimes,
  triesSince,
  verification,
  verificationGate,
  verificationNumbers,
  type PermissionStatus,
  type Verdict,
  type VerificationStatus,
} from './verification.ts'

const word = (outcome: object | undefined): unknown => (outcome as { refused?: RefusalWord } | undefined)?.refused

describe('submitting documents', () => {
  const cases: readonly (readonly [VerificationStatus, boolean, number, RefusalWord | undefined])[] = [
    ['none', false, 0, undefined],
    ['none', false, 2, undefined],
    ['none', false, 3, 'submissions_used_up'],
    ['none', true, 0, 'wrong_state'],
    ['refused', false, 1, undefined],
    ['refused', false, 3, 'submissions_used_up'],
    ['under_review', false, 1, 'verification_pending'],
    ['under_review', false, 3, 'verification_pending'],
    ['verified', false, 0, 'already_verified'],
    ['verified', false, 3, 'already_verified'],
  ]
  for (const [status, isGuest, triesToday, refused] of cases)
    test(`${status}${isGuest ? ', a guest' : ''}, ${triesToday} today: ${refused ?? 'yes'}`, () =>
      assert.equal(word(refuseSubmission({ status, isGuest, triesToday })), refused))
})

test('the checks decide after two minutes, in any case within 24 hours; a day of tries is the last 24 hours', () => {
  assert.deepEqual(reviewTimes(1_000_000), { dueAt: 1_120_000, reviewBy: 87_400_000 })
  assert.equal(triesSince(100_000_000), 13_600_000)
  assert.equal(picturesKeptUntil(0), 30 * 86_400_000)
})

describe('a verdict', () => {
  const approve = { status: 'verified' } as const
  const refuse = { status: 'refused', fault: 'IMAGE_UNREADABLE' } as const
  test('ends a review', () => {
    assert.equal(decideVerdict('under_review', approve), 'verified')
    assert.equal(decideVerdict('under_review', refuse), 'refused')
  })
  for (const status of ['none', 'refused', 'verified'] as const)
    test(`is not possible when it is ${status}`, () => {
      assert.equal(word(decideVerdict(status, approve) as object), 'wrong_state')
      assert.equal(word(decideVerdict(status, refuse) as object), 'wrong_state')
    })
  test('of an operator is what the checks find', () => {
    const country = { status: 'refused', fault: 'COUNTRY' } as const
    const cases: readonly (readonly [VerificationStatus, Verdict, Verdict, string | undefined])[] = [
      ['under_review', approve, approve, undefined],
      ['under_review', refuse, refuse, undefined],
      ['under_review', country, country, undefined],
      ['under_review', approve, country, 'invalid_parameter'],
      ['under_review', country, approve, 'invalid_parameter'],
      ['under_review', refuse, approve, 'invalid_parameter'],
      ['under_review', refuse, country, 'invalid_parameter'],
      ['refused', refuse, refuse, 'wrong_state'],
      ['verified', country, country, 'wrong_state'],
      ['none', approve, approve, 'wrong_state'],
    ]
    for (const [status, verdict, found, expected] of cases)
      assert.equal(decideVerdictByOperator(status, verdict, found)?.refused, expected)
  })
  test('verified is final', () => {
    assert.deepEqual(
      verification.all.filter((status) => verification.final(status)),
      ['verified'],
    )
    assert.deepEqual(Object.values(verificationNumbers), [0, 1, 2, 3])
  })
})

test('refuses an unverified user with verification_missing or verification_pending', () => {
  const answers = verification.all.map((status) => word(verificationGate(status)))
  assert.deepEqual(answers, ['verification_missing', 'verification_pending', 'verification_missing', undefined])
})

describe('applying for block trades', () => {
  const cases: readonly (readonly [PermissionStatus, VerificationStatus, RefusalWord | undefined])[] = [
    ['none', 'verified', undefined],
    ['refused', 'verified', undefined],
    ['none', 'none', 'verification_missing'],
    ['none', 'refused', 'verification_missing'],
    ['none', 'under_review', 'verification_pending'],
    ['under_review', 'verified', 'permission_pending'],
    ['open', 'verified', 'permission_open'],
    ['open', 'none', 'permission_open'],
  ]
  for (const [status, identity, refused] of cases)
    test(`${status}, identity ${identity}: ${refused ?? 'yes'}`, () =>
      assert.equal(word(refuseApplication(status, identity)), refused))
  test('decides after the delay, by identity and risk acknowledgement', () => {
    assert.equal(permissionFault({ identity: 'verified', riskAcknowledged: true }), undefined)
    assert.equal(permissionFault({ identity: 'verified', riskAcknowledged: false }), 'RISK_NOT_ACKNOWLEDGED')
    assert.equal(permissionFault({ identity: 'refused', riskAcknowledged: true }), 'KYC')
    assert.equal(permissionDueAt(0), 300_000)
  })
  test('open is final', () => {
    assert.deepEqual(
      permission.all.filter((status) => permission.final(status)),
      ['open'],
    )
    assert.deepEqual(Object.values(permissionNumbers), [0, 1, 2, 3])
  })
})
