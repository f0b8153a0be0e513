import type { Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import type { User } from '@mex/contract/account/shapes.ts'
import type { IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'
import { accepted, refuse } from '@mex/core/refusal.ts'
import { triesSince } from '@mex/core/kyc/verification.ts'
import type { Context, PersonContext } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import { applyForBlocks } from './permissions.ts'
import type { Verifications } from './actions.ts'
import { countSubmissions, lastApplication, verificationStateOf } from './store.ts'
import { verificationView } from './views.ts'

export type KycDependencies = {
  readonly verifications: Verifications
  /** The account area's view of a user. */
  readonly userOf: (tx: Tx, userId: number) => Promise<User>
}

/** The fields of a request without the undefined ones. */
const given = (input: Readonly<Record<string, string | undefined>>): IdentityDocuments =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

export function handlers({ verifications, userOf }: KycDependencies) {
  return {
    async submit(input, { person, network, now, request }) {
      const { userId, userType, state } = person
      const user = { userId, isCompany: userType === 4, isGuest: state === 'GUEST', network }
      return accepted(await verifications.submit(user, given(input), now, request))
    },
    async status({ id }, { db, person, now }) {
      const { userId, userType } = person
      if (id !== undefined && id !== userId) return refuse('not_found', { field: 'id' })
      const [user, state, last, application, triesToday] = await Promise.all([
        userOf(db, userId),
        verificationStateOf(db, userId),
        verifications.last(db, userId),
        lastApplication(db, userId),
        countSubmissions(db, userId, triesSince(now)),
      ])
      const facts = { state, isCompany: userType === 4, last, application, triesToday, now }
      return { ...user, verification: verificationView(facts) }
    },
    async applyForService({ service, riskAcknowledged }, { db, person, now }) {
      const { reviewBy } = accepted(await applyForBlocks(db, person.userId, riskAcknowledged, now))
      return { service, status: 1, reviewBy }
    },
  } satisfies Handlers<typeof calls.kyc, Context, PersonContext>
}
